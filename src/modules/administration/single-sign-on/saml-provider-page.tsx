import {
  Copyable,
  Field,
  type FormState,
  Hidden,
  LongField,
  MemberTable,
  Outcome,
  PostForm,
  Section,
  type ShownPage,
  shownPage,
  Submit,
  Tick,
} from '#modules/member-pages/index.js';
import type { Reliance, SamlProviderResource } from '#modules/saml/index.js';
import type { Team } from '#modules/teams/index.js';
import { settingsFrame } from '../settings/settings-frame.js';
import {
  DeleteSection,
  PeopleFields,
  type ProviderState,
  SwitchSection,
  TestSection,
} from './provider-parts.js';
import { signInUrls } from './sign-in-urls.js';

export interface SamlProviderPageView {
  organizationId: string;
  /** Address of the page. */
  here: string;
  provider: SamlProviderResource;
  progress: ProviderState;
  testUrl: string;
  teams: readonly Team[];
  reliance: Reliance;
  state: FormState;
}

const DAY = new Intl.DateTimeFormat('en', { dateStyle: 'long', timeZone: 'UTC' });
const STATUS = { valid: 'Valid', expiring: 'Ends soon', expired: 'Ended' } as const;

/** One SAML provider, step by step. */
export function samlProviderPage(base: string, view: SamlProviderPageView): ShownPage {
  const { organizationId, here, provider, progress, testUrl, reliance, state } = view;
  const { label } = provider;
  return shownPage(
    settingsFrame(base, organizationId, 'sign-in', {
      title: label,
      heading: <bdi>{label}</bdi>,
      breadcrumbs: [{ href: signInUrls(base, organizationId).root, title: 'Sign-in' }],
      bundles: ['forms'],
    }),
    <>
      <Outcome {...state} />
      <OwnSide provider={provider} />
      <Metadata here={here} state={state} />
      <ByHand view={view} />
      <Certificates provider={provider} />
      <TestSection number={3} state={progress} testUrl={testUrl} />
      <SwitchSection number={4} here={here} label={label} state={progress} reliance={reliance} />
      <DeleteSection here={here} label={label} isOn={progress.isOn} reliance={reliance} />
    </>,
  );
}

function OwnSide({ provider: { service } }: { provider: SamlProviderResource }) {
  return (
    <Section title="1. At the provider">
      <p>
        Create an application for SAML 2.0, and give it either <a href={service.entityID}>our metadata</a> or
        these addresses. It must sign assertions with RSA and SHA-256, must not encrypt them, and must send a
        mail address as NameID or as the attribute <code>email</code>.
      </p>
      <p>Reply address (assertion consumer service, ACS)</p>
      <Copyable label="Reply address" value={service.acsURL} />
      <p>Identifier (entity ID, audience); the metadata is there, too</p>
      <Copyable label="Identifier" value={service.entityID} />
      <p>Address that begins a sign-in</p>
      <Copyable label="Address that begins a sign-in" value={service.startURL} />
    </Section>
  );
}

function Metadata({ here, state }: { here: string; state: FormState }) {
  const typed = state.typed?.get('do') === 'metadata' ? state.typed : undefined;
  return (
    <Section title="2. What the provider says about itself">
      <p>Its metadata has all that is needed: give the address, paste the XML, or choose the file.</p>
      <PostForm action={here} class="member-form">
        <Field
          name="address"
          label="Address of its metadata"
          hint="It is read now; changes there later are not followed."
          type="url"
          value={typed?.get('address') ?? ''}
          placeholder="https://login.example.com/metadata.xml"
          autocomplete="off"
          dir="ltr"
        />
        <LongField
          name="xml"
          label="Or the XML"
          value={typed?.get('xml') ?? ''}
          rows={4}
          spellcheck={false}
          dir="ltr"
        />
        <Submit does="metadata" label="Take its metadata" kind="primary" />
      </PostForm>
      <PostForm action={here} class="member-form" hasFiles>
        <Hidden fields={{ do: 'upload' }} />
        <label for="file">Or the file</label>
        <input type="file" id="file" name="file" accept=".xml,application/xml,text/xml" required />
        <button type="submit" class="button button-secondary button-medium">
          Take the file
        </button>
      </PostForm>
    </Section>
  );
}

function ByHand({ view: { here, provider, progress, teams, state } }: { view: SamlProviderPageView }) {
  const typed = state.typed?.get('do') === 'save' ? state.typed : undefined;
  return (
    <Section title="Settings">
      <PostForm action={here} class="member-form">
        <Field
          name="entityID"
          label="Its identifier (entity ID)"
          value={typed?.get('entityID') ?? provider.entityID}
          maxLength={1024}
          autocomplete="off"
          spellcheck={false}
          dir="ltr"
        />
        <Field
          name="ssoURL"
          label="Its address for sign-ins"
          hint="Binding HTTP-Redirect."
          type="url"
          value={typed?.get('ssoURL') ?? provider.ssoURL}
          autocomplete="off"
          spellcheck={false}
          dir="ltr"
        />
        <LongField
          name="certificate"
          label="Its signing certificates"
          hint="PEM, RSA with 2048 bits or more. While its key changes, put the new one below the old one."
          value={typed?.get('certificate') ?? provider.certificate}
          rows={6}
          maxLength={10_000}
          spellcheck={false}
          dir="ltr"
        />
        <PeopleFields provider={provider} typed={typed} teams={teams} />
        <Tick
          name="idpInitiated"
          label="Sign-ins may begin at the provider"
          hint="Anybody can then make a browser sign in as somebody else than it meant to. Leave it off unless you need it."
          checked={typed ? typed.has('idpInitiated') : provider.idpInitiated}
        />
        {progress.isOn && <ChangeHint />}
        <Submit does="save" label="Save" kind="primary" />
      </PostForm>
    </Section>
  );
}

function ChangeHint() {
  return (
    <p class="member-hint">
      Another identifier or address, or certificates of which none was there before, switch the provider off
      until a test went well, and end the sessions of single sign-on.
    </p>
  );
}

function Certificates({ provider: { certificates } }: { provider: SamlProviderResource }) {
  if (certificates.length === 0) return null;
  const isEnding = certificates.every(({ status }) => status !== 'valid');
  return (
    <>
      {isEnding && (
        <p class="member-problem">
          {certificates.every(({ status }) => status === 'expired')
            ? 'All certificates have ended. Get the current one from the provider.'
            : 'The last certificate ends soon. Put its successor below it in time.'}
        </p>
      )}
      <MemberTable title="Its certificates" columns={['Subject', 'Ends', 'State', 'Fingerprint (SHA-256)']}>
        {certificates.map(({ subject, validUntil, status, fingerprint }) => (
          <tr>
            <th scope="row" dir="auto">
              {subject}
            </th>
            <td>
              <time dateTime={validUntil}>{DAY.format(new Date(validUntil))}</time>
            </td>
            <td>{STATUS[status]}</td>
            <td>
              <code class="sso-fingerprint">{fingerprint}</code>
            </td>
          </tr>
        ))}
      </MemberTable>
    </>
  );
}
