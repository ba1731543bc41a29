import {
  Choice,
  Empty,
  type FormState,
  MemberTable,
  MoreLink,
  type Option,
  Outcome,
  type ShownPage,
} from '#modules/member-pages/index.js';
import type { JobState, ListedJob, QueueCounts } from '#platform/jobs/job-administration.js';
import { formatCount } from '../figures.js';
import { operatePage, operateUrl } from '../operate-page.js';
import { JobRow, QueueRow, RunRow } from './job-rows.js';
import type { OpenRun } from './open-runs.repository.js';

export interface JobPageView {
  queues: readonly QueueCounts[];
  jobs: readonly ListedJob[];
  /** Number of all jobs that fit the filter. */
  count: number;
  /** Cursor of further jobs. */
  more: string | null;
  runs: readonly OpenRun[];
  /** Titles of organizations by id. */
  titles: ReadonlyMap<string, string>;
  /** Mail addresses of recipients by what jobs call them. */
  addresses: ReadonlyMap<string, string>;
  now: Date;
  filter: { state: JobState; queue: string };
  /** Address of the page with its filter. */
  here: string;
  state: FormState;
}

const STATES: Readonly<Record<JobState, string>> = {
  failed: 'Failed',
  waiting: 'Waiting',
  active: 'Running',
};

/** The queues, the jobs of one state, and the long runs. */
export function jobPage(base: string, view: JobPageView): ShownPage {
  const { queues, runs, state, here, titles, now } = view;
  return operatePage(
    base,
    'jobs',
    <>
      <Outcome notice={state.notice} problem={state.problem} />
      {queues.length === 0 ? (
        <Empty>
          No job waits, runs or has failed. Background work such as mail and imports is listed here.
        </Empty>
      ) : (
        <MemberTable title="Queues" columns={['Jobs', 'Waiting', 'Running', 'Failed', 'All that failed']}>
          {queues.map((queue) => (
            <QueueRow base={base} here={here} queue={queue} />
          ))}
        </MemberTable>
      )}
      <FilterForm base={base} view={view} />
      <JobTable base={base} view={view} />
      {runs.length > 0 && (
        <MemberTable title="Long runs" columns={['Run', 'Organization', 'Attempts', 'Begun', 'Worker']}>
          {runs.map((run) => (
            <RunRow run={run} title={titles.get(run.organizationId)} now={now} />
          ))}
        </MemberTable>
      )}
    </>,
  );
}

function FilterForm({ base, view: { filter, queues } }: { base: string; view: JobPageView }) {
  const states: Option[] = Object.entries(STATES).map(([state, title]) => [state, title]);
  const names = queues.map(({ name }) => name);
  // A queue whose last job just ended is still the filter.
  if (filter.queue !== '' && filter.queue !== 'mail' && !names.includes(filter.queue))
    names.push(filter.queue);
  return (
    <form class="people-filter" method="get" action={operateUrl(base, 'jobs')} role="search">
      <div>
        <Choice name="state" label="State" chosen={filter.state} options={states} />
      </div>
      <div>
        <Choice
          name="queue"
          label="Kind"
          chosen={filter.queue}
          options={[['', 'All'], ['mail', 'Mail'], ...names.map((name) => [name, name] as const)]}
        />
      </div>
      <button type="submit" class="button button-secondary button-medium">
        Filter
      </button>
    </form>
  );
}

function JobTable({ base, view }: { base: string; view: JobPageView }) {
  const { jobs, count, more, filter, here, titles, addresses } = view;
  const title = `${STATES[filter.state]}: ${formatCount(count)}`;
  if (jobs.length === 0)
    return (
      <Empty>
        {filter.state === 'failed'
          ? 'No such job has failed. Jobs that fail for good stay here for seven days.'
          : `No such job is ${filter.state}.`}
      </Empty>
    );
  return (
    <>
      <MemberTable title={title} columns={['Job', 'For', 'Attempts', 'When', 'Error', 'Do']}>
        {jobs.map((job) => (
          <JobRow
            here={here}
            job={job}
            state={filter.state}
            organization={
              job.organizationId === null ? null : (titles.get(job.organizationId) ?? job.organizationId)
            }
            address={job.recipient === null ? null : (addresses.get(job.recipient) ?? null)}
          />
        ))}
      </MemberTable>
      <MoreLink here={operateUrl(base, 'jobs')} cursor={more} what="More jobs" query={filter} />
    </>
  );
}
