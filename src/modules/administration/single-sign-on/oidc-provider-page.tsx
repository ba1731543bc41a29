import {
  Copyable,
  Field,
  type FormState,
  Outcome,
  PostForm,
  Section,
  type ShownPage,
  shownPage,
  Submit,
} from '#modules/member-pages/index.js';
import type { OidcProviderResource } from '#modules/oidc/index.js';
import type { Reliance } from '#modules/saml/index.js';
import type { Team } from '#modules/teams/index.js';
import { settingsFrame } from '../settings/settings-frame.js';
import type { ProviderKind } from './kinds.js';
import {
  DeleteSection,
  PeopleFields,
  type ProviderState,
  SwitchSection,
  TestSection,
} from './provider-parts.js';
import { signInUrls } from './sign-in-urls.js';

export interface OidcProviderPageView {
  organizationId: string;
  /** Address of the page. */
  here: string;
  provider: OidcProviderResource;
  kind: ProviderKind;
  progress: ProviderState;
  testUrl: string;
  teams: readonly Team[];
  reliance: Reliance;
  state: FormState;
}

/** One identity provider of OpenID Connect, or GitHub, step by step. */
export function oidcProviderPage(base: string, view: OidcProviderPageView): ShownPage {
  const { organizationId, here, provider, kind, progress, testUrl, reliance, state } = view;
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
      <Section title={`1. At the provider: ${kind.title}`}>
        <ol>
          {kind.steps.map((step) => (
            <li>{step}</li>
          ))}
        </ol>
        <Copyable label="Redirect address" value={provider.service.callbackURL} />
      </Section>
      <SettingsSection view={view} />
      <TestSection number={3} state={progress} testUrl={testUrl} />
      <SwitchSection number={4} here={here} label={label} state={progress} reliance={reliance} />
      <DeleteSection here={here} label={label} isOn={progress.isOn} reliance={reliance} />
    </>,
  );
}

function SettingsSection({
  view: { here, provider, kind, progress, teams, state },
}: {
  view: OidcProviderPageView;
}) {
  const typed = state.typed?.get('do') === 'save' ? state.typed : undefined;
  const { hint, placeholder } = kind.issuer;
  return (
    <Section title="2. What the provider gave you">
      <PostForm action={here} class="member-form">
        <Field
          name="issuer"
          label={provider.kind === 'github' ? 'Address of GitHub' : 'Issuer'}
          hint={hint}
          type="url"
          value={typed?.get('issuer') ?? provider.issuer}
          placeholder={placeholder}
          required
          autocomplete="off"
          spellcheck={false}
          dir="ltr"
        />
        <ClientFields provider={provider} typed={typed} />
        <PeopleFields provider={provider} typed={typed} teams={teams} />
        {progress.isOn && (
          <p class="member-hint">
            Another issuer or client ID switches the provider off until a test went well, and ends the
            sessions of single sign-on. A new secret counts at once: test it right after.
          </p>
        )}
        <Submit does="save" label="Save" kind="primary" />
      </PostForm>
    </Section>
  );
}

function ClientFields({
  provider,
  typed,
}: {
  provider: OidcProviderResource;
  typed: URLSearchParams | undefined;
}) {
  return (
    <>
      <Field
        name="clientID"
        label="Client ID"
        value={typed?.get('clientID') ?? provider.clientID}
        required
        maxLength={500}
        autocomplete="off"
        spellcheck={false}
        dir="ltr"
      />
      <Field
        name="clientSecret"
        label="Client secret"
        hint={
          provider.hasClientSecret
            ? 'One is stored, and is never shown. Leave the field empty to keep it.'
            : 'It is encrypted, and never shown again.'
        }
        type="password"
        maxLength={1000}
        autocomplete="off"
      />
    </>
  );
}
