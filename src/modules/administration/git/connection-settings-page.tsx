import {
  Ago,
  Copyable,
  Danger,
  Field,
  Hidden,
  Outcome,
  PostForm,
  Section,
  type ShownPage,
  shownPage,
  Submit,
} from '#modules/member-pages/index.js';
import { shownFields } from '../changed-fields.js';
import { KeySection } from './connection-status.js';
import type { SpaceRecord } from '#modules/spaces/index.js';
import type { ConnectionSettingsView } from './git-view.types.js';
import { TokenSteps, WebhookSteps } from './host-steps.js';
import { PullSettings } from './pull-settings.js';
import { CommitMessage } from './set-up-page.js';

/** The settings of a connection, its webhook, and its end. */
export function connectionSettingsPage(space: SpaceRecord, view: ConnectionSettingsView): ShownPage {
  return shownPage(
    {
      title: 'Settings of the connection',
      space,
      tab: 'git',
      breadcrumbs: [{ href: view.urls.root, title: 'Git' }],
      bundles: ['forms'],
    },
    <ConnectionSettings view={view} />,
  );
}

/** The sections of the settings of a connection. */
export function ConnectionSettings({ view }: { view: ConnectionSettingsView }) {
  const { connection, state } = view;
  return (
    <>
      <Outcome {...state} />
      <General view={view} />
      {connection.publicKey === null ? <Token view={view} /> : <KeySection view={view} isNew={false} />}
      <Webhook view={view} />
      <PullSettings view={view} />
      <Disconnection view={view} />
    </>
  );
}

function General({ view: { urls, connection, state } }: { view: ConnectionSettingsView }) {
  const { url, branch, folder, commitMessage } = connection;
  const stored = { url, branch, folder, commitMessage: commitMessage ?? '' };
  const typed = state.typed?.get('do') === 'save' ? state.typed : undefined;
  const valueOf = (name: keyof typeof stored): string => typed?.get(name) ?? stored[name];
  const plain = { autocomplete: 'off', spellcheck: false, dir: 'ltr' } as const;
  return (
    <Section title="Repository">
      <p>
        What both sides have in common stays: a branch that was renamed, a folder that was moved or a
        repository with a new address goes on where it was.
      </p>
      <PostForm action={urls.settings} class="member-form">
        <Hidden fields={shownFields(stored)} />
        <Field name="url" label="Address" value={valueOf('url')} required maxLength={2048} {...plain} />
        {connection.publicKey === null && <AddressToken />}
        <Field name="branch" label="Branch" value={valueOf('branch')} required maxLength={255} {...plain} />
        <Field
          name="folder"
          label="Folder"
          value={valueOf('folder')}
          maxLength={1024}
          hint="Empty for the whole repository."
          {...plain}
        />
        <CommitMessage value={valueOf('commitMessage')} />
        <Submit does="save" label="Save" kind="primary" />
      </PostForm>
    </Section>
  );
}

/** The stored token is sent to the stored address alone. */
function AddressToken() {
  return (
    <>
      <Field
        name="addressToken"
        label="Token for another address"
        type="password"
        maxLength={4096}
        autocomplete="off"
        hint="Only where the address changes: the stored token is sent nowhere else."
      />
      <Field
        name="addressUsername"
        label="User name for another address"
        maxLength={255}
        autocomplete="off"
        spellcheck={false}
        hint="Only where the host wants one with the token."
      />
    </>
  );
}

function Token({ view: { urls, connection } }: { view: ConnectionSettingsView }) {
  return (
    <Section title="Token">
      <p>
        {connection.secret === null
          ? 'The repository was connected without a token. Most hosts take no commits then.'
          : 'The stored token is never shown. A new one replaces it at once.'}
      </p>
      <PostForm action={urls.settings} class="member-form">
        <Field name="token" label="New token" type="password" required maxLength={4096} autocomplete="off" />
        <Field
          name="username"
          label="User name"
          maxLength={255}
          autocomplete="off"
          spellcheck={false}
          hint="Only where the host wants one with the token."
        />
        <TokenSteps provider={connection.provider} />
        <Submit does="token" label="Replace the token" />
      </PostForm>
    </Section>
  );
}

function Webhook({ view: { webhook, connection } }: { view: ConnectionSettingsView }) {
  const { webhookSeenAt, provider } = connection;
  return (
    <div id="webhook">
      <Section title="Webhook">
        <p>
          With it the host tells of each push, which is then here within seconds. Without one the repository
          is looked at every minute.{' '}
          {webhookSeenAt ? (
            <>
              Last told <Ago at={webhookSeenAt} />.
            </>
          ) : (
            'The host has told of none yet.'
          )}
        </p>
        <Copyable label="Address of the webhook" value={webhook.url} />
        <Copyable label="Secret of the webhook" value={webhook.secret} />
        <WebhookSteps provider={provider} />
      </Section>
    </div>
  );
}

function Disconnection({ view: { word, urls, connection } }: { view: ConnectionSettingsView }) {
  return (
    <Section title="Disconnect the repository" isDangerous>
      <Danger summary="Disconnect" action={urls.settings} does="disconnect" label="Yes, disconnect it">
        <p>
          {word === 'space'
            ? 'The space keeps all its pages, their history and its change requests.'
            : 'The site keeps its structure, and its spaces all their pages. They are disconnected, too.'}{' '}
          The repository keeps all its files and commits. Nothing is exchanged any more.
        </p>
        <p>
          {connection.publicKey === null ? 'The stored token' : 'The key'} and the secret of the webhook are
          deleted; remove them at the host, too. Connected again, both sides meet as they did at first.
          {'parked' in connection &&
            connection.parked &&
            ' Conflicts that wait are decided by what each side has now.'}
        </p>
      </Danger>
    </Section>
  );
}
