import {
  Ago,
  ButtonForm,
  Danger,
  Field,
  Outcome,
  PostForm,
  Section,
  type ShownPage,
  shownPage,
  Submit,
} from '#modules/member-pages/index.js';
import type { AuditStreamView } from '#modules/organizations/index.js';
import { auditFrame, auditPath } from '../audit-frame.js';
import { MadeSecret } from './made-secret.js';
import { StreamState, waitingWords } from './stream-words.js';

/** The page after a form. */
export interface StreamPageState {
  notice?: string;
  problem?: string;
  /** A secret that was made just now. */
  secret?: string;
  typed?: URLSearchParams;
  status?: number;
}

/** A stream of the audit log: its state, its settings, its secret, and how it ends. */
export function streamPage(base: string, view: AuditStreamView, state: StreamPageState): ShownPage {
  const { organizationId, id, title } = view.stream;
  const list = auditPath(base, organizationId, 'streams');
  const here = `${list}/${encodeURIComponent(id)}`;
  return shownPage(
    auditFrame(base, organizationId, 'streams', {
      title: `${title}, stream of the audit log`,
      heading: <bdi>{title}</bdi>,
      breadcrumbs: [{ href: list, title: 'Streams' }],
      bundles: ['forms'],
    }),
    <>
      <Outcome notice={state.notice} problem={state.problem} />
      {state.secret !== undefined && <MadeSecret title={title} secret={state.secret} />}
      <Facts view={view} />
      <Moves here={here} view={view} />
      <Settings here={here} view={view} typed={state.typed} />
      <Endings here={here} view={view} />
    </>,
  );
}

function Facts({ view }: { view: AuditStreamView }) {
  const { stream, waiting } = view;
  const { deliveredAt, failures, lastFailure, lastFailureAt, nextAttemptAt, isPaused } = stream;
  return (
    <dl class="member-facts">
      <dt>State</dt>
      <dd>
        <StreamState view={view} />
      </dd>
      <dt>Waiting</dt>
      <dd>{waitingWords(waiting)}</dd>
      <dt>Last delivery</dt>
      <dd>{deliveredAt ? <Ago at={deliveredAt} /> : 'None yet'}</dd>
      {lastFailure !== null && lastFailureAt !== null && (
        <>
          <dt>Last failure</dt>
          <dd>
            {lastFailure} <Ago at={lastFailureAt} />
          </dd>
        </>
      )}
      {failures > 0 && nextAttemptAt !== null && !isPaused && (
        <>
          <dt>Next attempt</dt>
          <dd>
            <Ago at={nextAttemptAt} />, after {failures === 1 ? 'one failure' : `${failures} failures`}
          </dd>
        </>
      )}
    </dl>
  );
}

function Moves({ here, view: { stream } }: { here: string; view: AuditStreamView }) {
  return (
    <div class="member-actions">
      <ButtonForm action={here} does="test" label="Send a test" />
      {stream.isPaused ? (
        <ButtonForm action={here} does="resume" label="Resume" kind="primary" />
      ) : (
        <ButtonForm action={here} does="pause" label="Pause" />
      )}
    </div>
  );
}

function Settings({
  here,
  view: { stream },
  typed,
}: {
  here: string;
  view: AuditStreamView;
  typed?: URLSearchParams;
}) {
  return (
    <Section title="Settings">
      <PostForm action={here} class="member-form">
        <Field
          name="title"
          label="Name"
          value={typed?.get('title') ?? stream.title}
          required
          maxLength={100}
          dir="auto"
        />
        <Field
          name="url"
          label="Address"
          type="url"
          value={typed?.get('url') ?? stream.url}
          required
          maxLength={2048}
          hint="Entries that wait go to the new address, at once."
        />
        <Submit does="save" label="Save" kind="primary" />
      </PostForm>
    </Section>
  );
}

function Endings({ here, view: { stream, waiting } }: { here: string; view: AuditStreamView }) {
  return (
    <Section title="Secret, and the end of the stream" isDangerous>
      <Danger summary="Replace the secret" action={here} does="rotate" label="Replace the secret">
        <p>
          Deliveries are signed with the new and with the present secret for one day, then with the new one
          only. The new secret is shown once.
        </p>
      </Danger>
      <Danger summary="Delete the stream" action={here} does="delete" label="Delete the stream">
        <p>
          {waitingWords(waiting)} that wait{waiting === 1 ? 's' : ''} for <bdi>{stream.title}</bdi> will not
          be delivered. The audit log keeps them. There is no way back: another stream begins with its own
          first entry.
        </p>
      </Danger>
    </Section>
  );
}
