import { commitAddress, type GitRun, webAddress } from '#modules/git/index.js';
import {
  groupWarnings,
  RunProgressView,
  type RunState,
  type ShownPage,
  shownPage,
  WarningReport,
} from '#modules/member-pages/index.js';
import type { SpaceRecord } from '#modules/spaces/index.js';
import type { GitUrls } from './git-urls.js';
import { shortCommit, viewSyncRun } from './sync-run.js';

/** Browsers without scripts load the page of a run that is not over again after so many seconds. */
const AGAIN_SECONDS = 2;

const SAID: Record<RunState, string> = {
  running: 'This page follows it by itself. You may leave it: the sync goes on.',
  done: 'The sync is done.',
  failed: 'The sync stopped; both sides keep what they have.',
  cancelled: 'The sync was cancelled.',
};

/** A run of a sync with its report. */
export function runPage({ space, urls, run }: { space: SpaceRecord; urls: GitUrls; run: GitRun }): ShownPage {
  const view = viewSyncRun(run);
  const groups = groupWarnings(run);
  return shownPage(
    {
      title: 'A sync with Git',
      space,
      tab: 'git',
      breadcrumbs: [{ href: urls.root, title: 'Git' }],
      ...(view.state === 'running' ? { bundles: ['imports' as const], refreshSeconds: AGAIN_SECONDS } : {}),
    },
    <>
      <RunProgressView run={view} said={SAID[view.state]} />
      {run.error !== null && (
        <p class="member-problem review-outcome" role="alert">
          {run.error}
        </p>
      )}
      <Did urls={urls} run={run} />
      {groups.length > 0 && <WarningReport groups={groups} />}
    </>,
  );
}

function Did({ urls, run: { source, report } }: { urls: GitUrls; run: GitRun }) {
  if (!report) return null;
  const { imported, exported, changeRequest } = report.sync ?? {};
  return (
    <>
      <dl class="member-facts">
        <dt>Came into the space</dt>
        <dd>
          <Commit source={source} oid={imported} />
          {imported !== undefined && `, with ${report.pages} pages and ${report.files} files in the folder`}
        </dd>
        <dt>Was written to the repository</dt>
        <dd>
          <Commit source={source} oid={exported} />
        </dd>
      </dl>
      <p class="member-actions">
        {changeRequest !== undefined && (
          <a
            class="button button-primary button-small"
            href={`${urls.space}/~/changes/${encodeURIComponent(changeRequest)}/~/review`}
          >
            Decide about conflicts
          </a>
        )}
        <a class="button button-secondary button-small" href={urls.space}>
          Look at the pages
        </a>
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
