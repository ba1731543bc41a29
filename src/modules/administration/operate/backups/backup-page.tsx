import {
  Ago,
  ButtonForm,
  Empty,
  type FormState,
  MemberTable,
  Outcome,
  Section,
  type ShownPage,
} from '#modules/member-pages/index.js';
import { fileSize } from '#modules/rendering/index.js';
import { formatCount } from '../figures.js';
import { operatePage, operateUrl } from '../operate-page.js';
import { BackupRow } from './backup-row.js';
import type { BackupRun } from './backup-runs.repository.js';
import type { BackupSchedule } from './backup-schedule.js';
import type { BackupOverview } from './backups.js';

export interface BackupPageView extends BackupOverview {
  /** Number of older ones that are not shown. */
  more: number;
  /** Versions that made them, by name. */
  versions: ReadonlyMap<string, string>;
  /** The run that has not ended. */
  open: BackupRun | null;
  /** The latest runs that have ended. */
  runs: readonly BackupRun[];
  /** Names of operators by id. */
  names: ReadonlyMap<string, string>;
  schedule: BackupSchedule;
  /** The next backup by the schedule. */
  next: Date | null;
  kept: number;
  state: FormState;
}

const AGAIN_SECONDS = 3;
const TITLES: Readonly<Record<BackupRun['kind'], string>> = { backup: 'Backup', verify: 'Verification' };

/** The backups of the installation, what is being done about them, and what was done. */
export function backupPage(base: string, view: BackupPageView): ShownPage {
  const { folder, open, state } = view;
  const here = operateUrl(base, 'backups');
  if (folder === null) return operatePage(base, 'backups', <Unset />);
  const button =
    open === null ? <ButtonForm action={here} does="backup" label="Back up now" kind="primary" /> : undefined;
  return operatePage(
    base,
    'backups',
    <>
      <Outcome notice={state.notice} problem={state.problem} />
      {open !== null && <OpenRun run={open} />}
      <Facts view={view} folder={folder} />
      <BackupList here={here} view={view} folder={folder} />
      <Runs view={view} />
    </>,
    {
      actions: button,
      isWide: true,
      bundles: ['forms'],
      ...(open === null ? {} : { refreshSeconds: AGAIN_SECONDS }),
    },
  );
}

function Unset() {
  return (
    <>
      <Empty>
        The server makes no backups, as it does not know where to. Set <code>BACKUPS_DIR</code> to a folder on
        another disk, and start it again: it makes one every day from then on.
      </Empty>
      <p>
        Settings that go with it: <code>BACKUPS_SCHEDULE</code> (<code>daily</code>, <code>weekly</code> or{' '}
        <code>off</code>), <code>BACKUPS_HOUR</code> in UTC, and <code>BACKUPS_KEEP</code>, the number of
        backups that are kept. Replicas need a folder that all of them share.
      </p>
      <p>
        Without it, make backups on the server with <code>npx bindery backup &lt;folder&gt;</code>. Where you
        have another way, say so with <code>BACKUPS_SCHEDULE=off</code>, and Health asks for none.
      </p>
    </>
  );
}

function OpenRun({ run: { kind, name, progress, host } }: { run: BackupRun }) {
  return (
    <div class="operate-summary" role="status" data-follow>
      <p>
        <strong>
          {kind === 'backup' ? 'A backup is being made' : 'A backup is being verified'}:{' '}
          {progress ?? 'it begins in a moment'}.
        </strong>
      </p>
      <p>
        <span dir="ltr">{name}</span>
        {host !== null && (
          <>
            , by <span dir="ltr">{host}</span>
          </>
        )}
        . This page follows it by itself, and you may leave it.
      </p>
    </div>
  );
}

function Facts({ view, folder }: { view: BackupPageView; folder: string }) {
  const { disk, next, kept, schedule } = view;
  return (
    <Section title="Folder and schedule">
      <dl class="operate-facts">
        <dt>Folder</dt>
        <dd>
          <code dir="ltr">{folder}</code>
          {disk && `, ${fileSize(disk.free)} of ${fileSize(disk.total)} free`}
        </dd>
        <dt>Schedule</dt>
        <dd>
          {next === null ? (
            'Off'
          ) : (
            <>
              {schedule.backupsSchedule === 'daily' ? 'Every day' : 'Every Sunday'} at {schedule.backupsHour}
              :00 UTC, next <Ago at={next} />
            </>
          )}
        </dd>
        <dt>Kept</dt>
        <dd>
          {kept === 0 ? 'All' : `The newest ${formatCount(kept)}`}
          {kept > 0 && '; a file that you give another name stays'}
        </dd>
      </dl>
      <p class="member-hint">
        Set with BACKUPS_DIR, BACKUPS_SCHEDULE, BACKUPS_HOUR and BACKUPS_KEEP.
        {disk?.isThatOfData === true &&
          ' The folder is on the same disk as DATA_DIR: copy backups to another machine, or a broken disk takes both.'}
      </p>
    </Section>
  );
}

function BackupList({ here, view, folder }: { here: string; view: BackupPageView; folder: string }) {
  const { backups, problem, more, open } = view;
  if (problem !== null)
    return (
      <p class="operate-summary operate-problem" role="alert">
        The folder cannot be read. {problem}
      </p>
    );
  if (backups.length === 0)
    return <Empty>There is no backup in the folder yet. Make one with the button above.</Empty>;
  return (
    <>
      <MemberTable title="Backups" columns={['File', 'Made', 'Size', 'Version', 'Verified', 'Do']}>
        {backups.map((backup, index) => (
          <BackupRow
            here={here}
            folder={folder}
            backup={backup}
            version={view.versions.get(backup.name)}
            lastRun={view.lastRuns.get(backup.name)}
            others={backups.length + more - 1}
            isNewest={index === 0}
            canAct={open === null}
          />
        ))}
      </MemberTable>
      {more > 0 && <p>{formatCount(more)} older ones are in the folder.</p>}
      <p class="member-hint">
        There is no download: a backup holds everything of every organization. Copy files on the server.
      </p>
    </>
  );
}

function Runs({ view: { runs, names } }: { view: BackupPageView }) {
  if (runs.length === 0) return null;
  return (
    <MemberTable title="Runs" columns={['When', 'What', 'File', 'Who', 'Outcome']}>
      {runs.map((run) => (
        <tr>
          <td>
            <Ago at={run.createdAt} />
          </td>
          <td>{TITLES[run.kind]}</td>
          <td dir="ltr">{run.name}</td>
          <td dir="auto">
            {run.requestedBy === null ? 'The schedule' : (names.get(run.requestedBy) ?? 'An operator')}
          </td>
          <td>{run.state === 'done' ? <Contents run={run} /> : <Failure error={run.error} />}</td>
        </tr>
      ))}
    </MemberTable>
  );
}

function Contents({ run: { rows, files, lost } }: { run: BackupRun }) {
  return (
    <>
      Good: {formatCount(Number(rows))} rows, {formatCount(files ?? 0)} files
      {(lost ?? 0) > 0 && (
        <span class="operate-remedy">
          {formatCount(lost ?? 0)} files were missing or damaged in the storage already.
        </span>
      )}
    </>
  );
}

function Failure({ error }: { error: string | null }) {
  return (
    <>
      <span class="operate-level operate-problem">Failed</span> <span dir="auto">{error}</span>
    </>
  );
}
