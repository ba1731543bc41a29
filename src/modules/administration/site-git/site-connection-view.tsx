import {
  folderAddress,
  type GitConnection,
  type SiteConnection,
  type SiteRun,
  statusOfConnection,
  webAddress,
} from '#modules/git/index.js';
import { Ago, ButtonForm, type FormState, Outcome, Section } from '#modules/member-pages/index.js';
import { HostLink, PushesNoticed } from '../git/connection-page.js';
import { Failing, KeySection, waitsForKey } from '../git/connection-status.js';
import { isRunning, outcomeOf } from './site-run-view.js';

export interface SiteGitUrls {
  root: string;
  settings: string;
  run(id: string): string;
}

/** A space of a site with its connection. */
export interface SyncedSpace {
  connection: GitConnection;
  /** Null for one that the member does not see. */
  title: string | null;
  /** Address of its page about Git; null where the member may not sync it. */
  href: string | null;
}

export interface SiteConnectionState {
  urls: SiteGitUrls;
  connection: SiteConnection;
  state: FormState;
  /** The latest runs, newest first. */
  runs: readonly SiteRun[];
  spaces: readonly SyncedSpace[];
  /** Name of who made the connection; null for somebody who is deleted. */
  connectedBy: string | null;
}

/** The state of the sync of a site with its repository, its spaces, and its latest runs. */
export function SiteConnectionView({ view }: { view: SiteConnectionState }) {
  const { urls, connection, state } = view;
  return (
    <>
      <Outcome {...state} />
      <Status view={view} />
      {waitsForKey(view) && <KeySection view={view} isNew />}
      <div class="member-actions">
        {connection.isPaused ? (
          <ButtonForm action={urls.root} does="resume" label="Resume" kind="primary" />
        ) : (
          <>
            <ButtonForm action={urls.root} does="sync" label="Sync now" kind="primary" />
            <ButtonForm action={urls.root} does="pause" label="Pause" />
          </>
        )}
        <a class="button button-secondary button-medium" href={urls.settings}>
          Settings of the connection
        </a>
      </div>
      <SyncedSpaces view={view} />
      <Facts view={view} />
      <Runs view={view} />
    </>
  );
}

function Status({ view }: { view: SiteConnectionState }) {
  const { isPaused, problem, syncedAt } = view.connection;
  const running = view.runs[0] !== undefined && isRunning(view.runs[0]);
  const [word, tone, text] = isPaused
    ? ['paused', '', 'Nothing is exchanged until you resume it. Changes on both sides are kept until then.']
    : problem
      ? ['stopped', '', '']
      : running
        ? ['syncing', 'status-open', 'The structure is being exchanged just now.']
        : syncedAt
          ? ['the same', 'status-merged', 'The site and the file have the same structure. Pages are below.']
          : ['begins', 'status-open', 'The first sync waits or is under way.'];
  return (
    <Section title="Status">
      <p>
        <span class={`status ${tone}`}>{word}</span>
      </p>
      {text !== '' && <p>{text}</p>}
      {problem && <Failing view={view} />}
      {problem?.code === 'structure' && <p>Pages of the spaces below go on being exchanged.</p>}
    </Section>
  );
}

const TONES = {
  active: 'status-merged',
  pending: 'status-open',
  conflicts: 'status-open',
  failing: '',
  paused: '',
};
const WORDS = {
  active: 'active',
  pending: 'begins',
  conflicts: 'conflicts',
  failing: 'stopped',
  paused: 'paused',
};

function SyncedSpaces({ view: { spaces } }: { view: SiteConnectionState }) {
  return (
    <Section title="Spaces">
      {spaces.length === 0 ? (
        <p>No space is synced yet.</p>
      ) : (
        <ul class="app-list">
          {spaces.map(({ connection, title, href }) => {
            const status = statusOfConnection(connection);
            const name = title === null ? 'A space that you do not see' : title || 'Untitled';
            return (
              <li>
                <span class={`status ${TONES[status]}`}>{WORDS[status]}</span>
                <div class="app-list-main">
                  {href === null ? name : <a href={href}>{name}</a>}
                  <p class="app-list-facts">
                    <code dir="ltr">{connection.folder === '' ? '/' : connection.folder}</code>
                    {connection.problem && ` · ${connection.problem.message}`}
                  </p>
                </div>
              </li>
            );
          })}
        </ul>
      )}
    </Section>
  );
}

function Facts({ view: { connection, urls, connectedBy } }: { view: SiteConnectionState }) {
  const { url, branch, folder, syncedAt, webhookSeenAt, createdAt } = connection;
  const file = folder === '' ? 'gitbook-docs.yaml' : `${folder}/gitbook-docs.yaml`;
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
      <dt>File</dt>
      <dd>
        <HostLink href={folderAddress(url, branch, file)} text={file} />
      </dd>
      <dt>Structure last synced</dt>
      <dd>{syncedAt ? <Ago at={syncedAt} /> : 'Not yet'}</dd>
      <dt>Pushes are noticed</dt>
      <dd>
        <PushesNoticed settings={urls.settings} seenAt={webhookSeenAt} />
      </dd>
      <dt>Connected</dt>
      <dd>
        <Ago at={createdAt} /> by <bdi>{connectedBy ?? 'somebody who is gone'}</bdi>, with whose rights it
        works
      </dd>
    </dl>
  );
}

const RUN_TONES = { running: 'status-open', success: 'status-merged', failure: '' };
const RUN_WORDS = { running: 'running', success: 'done', failure: 'failed' };

function Runs({ view: { runs, urls } }: { view: SiteConnectionState }) {
  if (runs.length === 0) return null;
  return (
    <section aria-labelledby="runs">
      <h2 id="runs">Runs of the structure</h2>
      <ul class="app-list">
        {runs.map((run) => (
          <li>
            <span class={`status ${RUN_TONES[run.state]}`}>{RUN_WORDS[run.state]}</span>
            <div class="app-list-main">
              <a href={urls.run(run.id)}>{outcomeOf(run)}</a>
              <p class="app-list-facts">
                <Ago at={run.createdAt} />
              </p>
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}
