import {
  commitAddress,
  folderAddress,
  type GitConnection,
  type GitRun,
  webAddress,
} from '#modules/git/index.js';
import {
  Ago,
  ButtonForm,
  Outcome,
  RunProgressView,
  type ShownPage,
  shownPage,
} from '#modules/member-pages/index.js';
import { ConnectionStatus, KeySection, waitsForKey } from './connection-status.js';
import type { ConnectionStateView } from './git-view.types.js';
import { shortCommit, viewSyncRun } from './sync-run.js';

/** The state of the sync of a space with its repository, and its latest runs. */
export function connectionPage(view: ConnectionStateView): ShownPage {
  const { space, connection, runs, state } = view;
  const [newest] = runs;
  const isRunning = newest?.state === 'running' && !connection.isPaused;
  return shownPage(
    {
      title: 'Git',
      heading: 'Sync with Git',
      space,
      tab: 'git',
      bundles: isRunning ? ['forms', 'imports'] : ['forms'],
    },
    <>
      <Outcome {...state} />
      <ConnectionStatus view={view} />
      {isRunning && (
        <RunProgressView run={viewSyncRun(newest)} said="This page follows it, and shows then how it went." />
      )}
      {waitsForKey(view) && <KeySection view={view} isNew />}
      <Moves view={view} />
      {connection.siteConnectionId !== null && !connection.isPaused && <SyncedWithSite />}
      <Facts view={view} />
      <Runs view={view} />
    </>,
  );
}

function Moves({ view: { urls, connection } }: { view: ConnectionStateView }) {
  const isOwn = connection.siteConnectionId === null;
  if (connection.isPaused && !isOwn) return <SyncedWithSite />;
  return (
    <div class="member-actions">
      {connection.isPaused ? (
        <ButtonForm action={urls.root} does="resume" label="Resume" kind="primary" />
      ) : (
        <>
          <ButtonForm action={urls.root} does="sync" label="Sync now" kind="primary" />
          {isOwn && <ButtonForm action={urls.root} does="pause" label="Pause" />}
        </>
      )}
      {isOwn && (
        <a class="button button-secondary button-medium" href={urls.settings}>
          Settings of the connection
        </a>
      )}
    </div>
  );
}

/** The settings of such a connection are those of the site. */
function SyncedWithSite() {
  return (
    <p class="member-hint">
      The space is synced with its site: repository, branch and settings are changed on the page Git of the
      site, the folder in <code>gitbook-docs.yaml</code>.
    </p>
  );
}

function Facts({ view }: { view: ConnectionStateView }) {
  const { url, branch, folder, syncedAt, baseCommit, priority, createdAt, webhookSeenAt } = view.connection;
  return (
    <dl class="member-facts">
      <dt>Repository</dt>
      <dd>
        <HostLink href={webAddress(url)} text={url} />
      </dd>
      <dt>Branch</dt>
      <dd>
        <HostLink href={folderAddress(url, branch, '')} text={branch} />
      </dd>
      <dt>Folder</dt>
      <dd>
        {folder === '' ? (
          'The whole repository'
        ) : (
          <HostLink href={folderAddress(url, branch, folder)} text={folder} />
        )}
      </dd>
      <dt>Last common commit</dt>
      <dd>{baseCommit === null || baseCommit === '' ? 'None yet' : <Commit of={view.connection} />}</dd>
      <dt>Last synced</dt>
      <dd>{syncedAt ? <Ago at={syncedAt} /> : 'Not yet'}</dd>
      <dt>Pushes are noticed</dt>
      <dd>
        <PushesNoticed
          settings={view.connection.siteConnectionId === null ? view.urls.settings : null}
          seenAt={webhookSeenAt}
        />
      </dd>
      <dt>At first</dt>
      <dd>{priority === 'git' ? 'the pages of the repository counted' : 'the pages of the space counted'}</dd>
      <dt>Connected</dt>
      <dd>
        <Ago at={createdAt} /> by <bdi>{view.connectedBy ?? 'somebody who is gone'}</bdi>, with whose rights
        it works
      </dd>
    </dl>
  );
}

/** Says how soon pushes are noticed. @param settings address of the settings; null for the space of a site. */
export function PushesNoticed({ settings, seenAt }: { settings: string | null; seenAt: Date | null }) {
  if (seenAt)
    return (
      <>
        at once, by the webhook; last <Ago at={seenAt} />
      </>
    );
  if (settings === null) return <>within a minute; a webhook of the site brings them at once</>;
  return (
    <>
      within a minute; <a href={`${settings}#webhook`}>add a webhook</a> to have them at once
    </>
  );
}

/** Hosts that cannot be opened in a browser have no link. */
export function HostLink({ href, text }: { href: string | null; text: string }) {
  const shown = <span dir="ltr">{text}</span>;
  return href === null ? shown : <a href={href}>{shown}</a>;
}

function Commit({ of: { url, baseCommit } }: { of: GitConnection }) {
  const oid = baseCommit ?? '';
  const href = webAddress(url) === null ? null : commitAddress(url, oid);
  return <HostLink href={href} text={shortCommit(oid)} />;
}

function Runs({ view: { runs, urls } }: { view: ConnectionStateView }) {
  if (runs.length === 0) return null;
  return (
    <section aria-labelledby="runs">
      <h2 id="runs">Runs</h2>
      <ul class="app-list">
        {runs.map((run) => (
          <Run run={run} href={urls.run(run.id)} />
        ))}
      </ul>
    </section>
  );
}

function Run({ run, href }: { run: GitRun; href: string }) {
  const { state, progress, at } = viewSyncRun(run);
  const warnings = run.report?.warnings.length ?? 0;
  const tone = { done: 'status-merged', running: 'status-open', failed: '', cancelled: '' }[state];
  return (
    <li>
      <span class={`status ${tone}`}>{state}</span>
      <div class="app-list-main">
        <a href={href}>{run.error ?? progress}</a>
        <p class="app-list-facts">
          {warnings > 0 && `${warnings === 1 ? 'one warning' : `${warnings} warnings`} · `}
          <Ago at={at} />
        </p>
      </div>
    </li>
  );
}
