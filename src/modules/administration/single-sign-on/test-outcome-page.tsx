import {
  ButtonForm,
  type FormState,
  Outcome,
  Section,
  type ShownPage,
  shownPage,
} from '#modules/member-pages/index.js';
import type { SsoTestOutcome } from '#modules/saml/index.js';
import { settingsFrame } from '../settings/settings-frame.js';
import type { ProviderState } from './provider-parts.js';
import { signInUrls } from './sign-in-urls.js';

export interface TestOutcomeView {
  organizationId: string;
  here: string;
  outcome: SsoTestOutcome;
  provider: { label: string; href: string; defaultRole: string | null };
  progress: ProviderState;
  testUrl: string;
  state: FormState;
}

/** The outcome of a test of an identity provider: what came back, and who somebody would be here. */
export function testOutcomePage(base: string, view: TestOutcomeView): ShownPage {
  const { organizationId, here, outcome, provider, progress, testUrl, state } = view;
  const went = outcome.problem === null;
  return shownPage(
    settingsFrame(base, organizationId, 'sign-in', {
      title: went ? 'The test went well' : 'The test did not go well',
      heading: went ? 'The test went well' : 'The test did not go well',
      breadcrumbs: [
        { href: signInUrls(base, organizationId).root, title: 'Sign-in' },
        { href: provider.href, title: provider.label },
      ],
      status: state.status,
    }),
    <>
      <Outcome {...state} />
      <p>Nobody was signed in and nothing was changed: you are who you were before.</p>
      <Section title="The person here">
        <Person outcome={outcome} defaultRole={provider.defaultRole} />
      </Section>
      <Section title="Said by the provider">
        <Claims outcome={outcome} />
      </Section>
      {went && progress.isTested && !progress.isOn ? (
        <ButtonForm action={here} does="switch-on" label="Switch it on" kind="primary" />
      ) : (
        !progress.isOn && (
          <p>
            <a href={testUrl} class="button button-primary button-medium">
              Test again
            </a>
          </p>
        )
      )}
      <p>
        <a href={provider.href}>Back to the settings of the provider</a>
      </p>
    </>,
  );
}

function Person({ outcome, defaultRole }: { outcome: SsoTestOutcome; defaultRole: string | null }) {
  const { problem, person, email, displayName } = outcome;
  if (problem !== null || person === null)
    return (
      <p class="member-problem" role="alert">
        A sign-in like this is refused. {problem}
      </p>
    );
  if (person.is === 'member')
    return (
      <p>
        This is the member{' '}
        <strong>
          <bdi>{person.displayName}</bdi>
        </strong>
        {person.isKnown
          ? ', whom the provider is known by from an earlier sign-in.'
          : ', found by the mail address. With the first sign-in the name that the provider has for them is linked with the member, and counts from then on, whatever the address is.'}
      </p>
    );
  return (
    <p>
      Nobody here has this address, so a new member would be made:{' '}
      <strong>
        <bdi>{displayName ?? email}</bdi>
      </strong>
      ,{' '}
      {defaultRole === null
        ? 'a guest, who sees only what is shared with them'
        : `with the role ${defaultRole}`}
      .
    </p>
  );
}

function Claims({ outcome: { claims, email, isEmailVerified } }: { outcome: SsoTestOutcome }) {
  if (claims.length === 0) return <p>The provider said nothing that could be read.</p>;
  return (
    <dl class="sso-claims">
      <dt>Mail address</dt>
      <dd>
        <bdi>{email ?? 'none'}</bdi>
        {isEmailVerified !== null && email !== null && (isEmailVerified ? ', verified' : ', not verified')}
      </dd>
      {claims.map(([name, value]) => (
        <>
          <dt>
            <code>{name}</code>
          </dt>
          <dd dir="auto">{value}</dd>
        </>
      ))}
    </dl>
  );
}
