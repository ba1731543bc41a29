import { commitAddress, type SiteRun, webAddress } from '#modules/git/index.js';
import { Ago, WarningReport } from '#modules/member-pages/index.js';
import { groupMessages } from '#platform/text/group-messages.js';
import { shortCommit } from '../git/sync-run.js';

/** True until a run has ended. */
export function isRunning({ state }: SiteRun): boolean {
  return state === 'running';
}

/** The outcome of a run in a few words. */
export function outcomeOf({ state, error, report }: SiteRun): string {
  if (state === 'running') return 'The structure is being exchanged';
  if (error !== null) return error;
  const { imported, exported } = report ?? {};
  if (imported !== undefined && exported !== undefined) return 'Changes of both sides were exchanged';
  if (imported !== undefined) return `The structure of commit ${shortCommit(imported)} came in`;
  if (exported !== undefined) return `Commit ${shortCommit(exported)} was written`;
  return 'No news of the structure';
}

/** A run of a site with its report. @param root address of the page about the connection. */
export function SiteRunView({ run, root }: { run: SiteRun; root: string }) {
  const { report, error, source, createdAt } = run;
  const groups = groupMessages(
    (report?.warnings ?? []).map(({ kind, message, file, line }) => ({
      ...{ kind, message, place: line > 1 ? `${file}:${line}` : file },
    })),
  );
  return (
    <>
      <p class="member-hint">
        Started <Ago at={createdAt} />
      </p>
      {error === null ? (
        <p role="status">
          <strong>{outcomeOf(run)}</strong>
        </p>
      ) : (
        <p class="member-problem review-outcome" role="alert">
          {error}
        </p>
      )}
      {report && error === null && (
        <dl class="member-facts">
          <dt>Came into the site</dt>
          <dd>
            <Commit source={source} oid={report.imported} />
          </dd>
          <dt>Was written to the repository</dt>
          <dd>
            <Commit source={source} oid={report.exported} />
          </dd>
        </dl>
      )}
      {report && report.changes.length > 0 && (
        <ul>
          {report.changes.map((change) => (
            <li>{change}</li>
          ))}
        </ul>
      )}
      {groups.length > 0 && <WarningReport groups={groups} />}
      <p>
        Pages are exchanged by runs of each space. <a href={root}>Look at the connection</a>.
      </p>
    </>
  );
}

function Commit({ source, oid }: { source: string; oid: string | undefined }) {
  if (oid === undefined) return <>Nothing new</>;
  const name = <code dir="ltr">{shortCommit(oid)}</code>;
  if (webAddress(source) === null) return name;
  return <a href={commitAddress(source, oid)}>{name}</a>;
}
