import { Ago, ButtonForm, Danger } from '#modules/member-pages/index.js';
import type { JobState, ListedJob, QueueCounts } from '#platform/jobs/job-administration.js';
import { formatCount } from '../figures.js';
import { operateUrl } from '../operate-page.js';
import { jobWords } from './job-words.js';
import type { OpenRun } from './open-runs.repository.js';

/** A worker that gave no sign for so long has died; the sweep gives its run to another. */
const HEARTBEAT_TIMEOUT_MS = 60_000;

/** A queue with its counts, and what can be done about all that failed of it. */
export function QueueRow({ base, here, queue }: { base: string; here: string; queue: QueueCounts }) {
  const { name, waiting, active, failed } = queue;
  const { title, loss } = jobWords(name);
  const listed = (state: JobState, count: number) =>
    count === 0 ? (
      '0'
    ) : (
      <a href={`${operateUrl(base, 'jobs')}?${new URLSearchParams({ state, queue: name }).toString()}`}>
        {formatCount(count)}
      </a>
    );
  return (
    <tr>
      <th scope="row">
        {title}
        {title !== name && <span class="member-hint people-line">{name}</span>}
      </th>
      <td data-label="Waiting">{listed('waiting', waiting)}</td>
      <td data-label="Running">{listed('active', active)}</td>
      <td data-label="Failed">{listed('failed', failed)}</td>
      <td>
        {failed > 0 && (
          <>
            <ButtonForm
              action={here}
              does="again"
              label="Run all again"
              whom={name}
              fields={{ name, state: 'failed' }}
            />
            <Danger
              summary="Delete all"
              action={here}
              does="drop"
              label={failed === 1 ? 'Delete the job' : `Delete ${formatCount(failed)} jobs`}
              whom={name}
              fields={{ name, state: 'failed' }}
            >
              <p>{loss} This cannot be taken back.</p>
            </Danger>
          </>
        )}
      </td>
    </tr>
  );
}

/** A job with its last error. Of its data only names are shown: the values may be anything. */
export function JobRow({
  here,
  job,
  state,
  organization,
  address,
}: {
  here: string;
  job: ListedJob;
  state: JobState;
  organization: string | null;
  address: string | null;
}) {
  const { id, name, attempts, error, members } = job;
  const { title } = jobWords(name);
  return (
    <tr>
      <th scope="row">
        {title}
        <span class="member-hint people-line">{name}</span>
        <span class="member-hint people-line">
          {id}
          {members.length > 0 && `, with ${members.join(', ')}`}
        </span>
      </th>
      <td dir="auto">
        {organization ?? 'The installation'}
        {address !== null && <span class="member-hint people-line">To {address}</span>}
      </td>
      <td data-label="Attempts">{attempts}</td>
      <td>{timesOf(job, state)}</td>
      <td class="operate-error" dir="auto">
        {error ?? 'None'}
      </td>
      <td>{state !== 'active' && <JobDeeds here={here} job={job} state={state} />}</td>
    </tr>
  );
}

function JobDeeds({ here, job: { id, name }, state }: { here: string; job: ListedJob; state: JobState }) {
  const deed = { action: here, whom: `${name} ${id}`, fields: { name, id } };
  return (
    <>
      <ButtonForm {...deed} does="again" label={state === 'failed' ? 'Run again' : 'Run now'} />
      <Danger {...deed} summary="Delete" does="drop" label="Delete the job">
        <p>{jobWords(name).loss} This cannot be taken back.</p>
      </Danger>
    </>
  );
}

function timesOf({ createdAt, startsAt, startedAt, endedAt }: ListedJob, state: JobState) {
  const last = state === 'waiting' ? startsAt : state === 'active' ? startedAt : endedAt;
  const words = { waiting: 'Due', active: 'Running since', failed: 'Failed' }[state];
  return (
    <>
      Queued <Ago at={createdAt} />
      {last && (
        <span class="people-line">
          {words} <Ago at={last} />
        </span>
      )}
    </>
  );
}

/** A long run, and whether its worker is alive. */
export function RunRow({ run, title, now }: { run: OpenRun; title: string | undefined; now: Date }) {
  const { kind, id, organizationId, attempts, createdAt, beatAt } = run;
  return (
    <tr>
      <th scope="row">
        {kind}
        <span class="member-hint people-line">{id}</span>
      </th>
      <td dir="auto">{title ?? organizationId}</td>
      <td data-label="Attempts">{attempts}</td>
      <td>
        <Ago at={createdAt} />
      </td>
      <td>
        {beatAt === null ? (
          'Waits for a worker'
        ) : (
          <>
            Last heartbeat <Ago at={beatAt} />
            {now.getTime() - beatAt.getTime() > HEARTBEAT_TIMEOUT_MS &&
              '. The worker has died; the sweep gives the run to another within a minute.'}
          </>
        )}
      </td>
    </tr>
  );
}
