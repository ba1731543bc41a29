import type { ComponentChildren } from 'preact';
import { fingerprintOf, type GitConnection, statusOfConnection } from '#modules/git/index.js';
import { Ago, ButtonForm, Copyable, Section } from '#modules/member-pages/index.js';
import type { ConnectionStateView } from './git-view.types.js';
import { KeySteps } from './host-steps.js';

/** The state of a connection: a word, and a sentence that says what to do where something is to be done. */
export function ConnectionStatus({ view }: { view: ConnectionStateView }) {
  const { word, tone, text } = statusWords(view);
  return (
    <Section title="Status">
      <p>
        <span class={`status ${tone === '' ? '' : `status-${tone}`}`}>{word}</span>
      </p>
      {text}
    </Section>
  );
}

interface StatusWords {
  word: string;
  tone: 'merged' | 'open' | '';
  text: ComponentChildren;
}

function statusWords(view: ConnectionStateView): StatusWords {
  const { connection, space, runs } = view;
  const isRunning = runs[0]?.state === 'running';
  switch (statusOfConnection(connection)) {
    case 'paused':
      return { word: 'paused', tone: '', text: <Paused view={view} /> };
    case 'failing':
      return { word: 'stopped', tone: '', text: <Failing view={view} /> };
    case 'conflicts':
      return { word: 'conflicts', tone: 'open', text: <Conflicts view={view} /> };
    case 'pending':
      return { word: 'begins', tone: 'open', text: <p>The first sync waits or is under way.</p> };
    case 'active':
      if (isRunning)
        return { word: 'syncing', tone: 'open', text: <p>Changes are being exchanged just now.</p> };
      return space.revisionId === connection.spaceRevision
        ? { word: 'the same', tone: 'merged', text: <p>The space and the branch have the same pages.</p> }
        : {
            word: 'waiting',
            tone: 'open',
            text: <p>Changes of the space are about to become a commit, within two minutes.</p>,
          };
  }
}

function Paused({ view: { connection } }: { view: ConnectionStateView }) {
  return (
    <>
      {connection.problem && <p class="member-problem">{connection.problem.message}</p>}
      <p>Nothing is exchanged until you resume it. Changes on both sides are kept until then.</p>
    </>
  );
}

/** The problem of a connection that has stopped. */
export function Failing({
  view: { connection },
}: {
  view: { connection: Pick<GitConnection, 'problem' | 'nextLookAt'> };
}) {
  const { problem, nextLookAt } = connection;
  if (!problem) return null;
  return (
    <>
      <p class="member-problem" role="alert">
        {problem.message}
      </p>
      <p class="member-hint">
        Since <Ago at={new Date(problem.since)} />. It is tried again <Ago at={nextLookAt} />, and with
        growing pauses. Both sides keep what they have meanwhile.
      </p>
    </>
  );
}

function Conflicts({ view: { connection, request } }: { view: ConnectionStateView }) {
  const files = connection.parked?.files ?? [];
  return (
    <>
      <p>
        Both sides changed the same places. Each side keeps its own version of them until somebody decides,
        and everything else is exchanged.
      </p>
      <p>
        {request ? (
          <a class="button button-primary button-medium" href={request.href}>
            Decide in change request #{request.number}
          </a>
        ) : (
          'It is decided: the next sync writes it to both sides.'
        )}
      </p>
      {files.length > 0 && (
        <>
          <h3>Files that wait</h3>
          <ul>
            {files.map((file) => (
              <li>
                <code dir="ltr">{file}</code>
              </li>
            ))}
          </ul>
        </>
      )}
    </>
  );
}

/** True while the key of a connection over SSH has never opened the repository. */
export function waitsForKey({
  connection,
}: {
  connection: Pick<GitConnection, 'publicKey' | 'syncedAt'>;
}): boolean {
  return connection.publicKey !== null && connection.syncedAt === null;
}

/** The key of a connection over SSH, and where to paste it. */
export function KeySection({
  view,
  isNew,
}: {
  view: { urls: { root: string }; connection: Pick<GitConnection, 'publicKey' | 'hostKey' | 'provider'> };
  isNew: boolean;
}) {
  const { urls, connection } = view;
  const { publicKey, hostKey, provider } = connection;
  if (publicKey === null) return null;
  return (
    <Section title={isNew ? 'Let this key in' : 'Key'}>
      <p>
        The host of the repository has to let this public key in, with the right to write. The private half is
        stored encrypted, and never shown.
      </p>
      <Copyable label="Public key" value={publicKey} />
      {hostKey !== null && (
        <p class="member-hint">
          Fingerprint of the host: <code dir="ltr">{fingerprintOf(hostKey)}</code>. Compare it with what the
          host publishes; another key is refused from now on.
        </p>
      )}
      <KeySteps provider={provider} />
      {isNew && (
        <ButtonForm action={urls.root} does="sync" label="I have pasted it: try again" kind="primary" />
      )}
    </Section>
  );
}
