import {
  ButtonForm,
  Danger,
  Empty,
  type FormState,
  MemberTable,
  Outcome,
  Section,
  type ShownPage,
  shownPage,
} from '#modules/member-pages/index.js';
import type { Organization } from '#modules/organizations/index.js';
import { peopleUrls } from '../people/people-urls.js';
import { settingsFrame } from '../settings/settings-frame.js';
import { type ProviderState, stateWords } from './provider-parts.js';
import { signInUrls } from './sign-in-urls.js';

/** An identity provider as the list shows it. */
export interface ListedProvider {
  label: string;
  href: string;
  protocol: string;
  host: string | null;
  progress: ProviderState;
  /** A warning about it, such as that its certificate ends. */
  warning: string | null;
}

/** A way to sign in besides identity providers. */
export interface OtherWay {
  title: string;
  isOffered: boolean;
  /** The setting that it comes from. */
  about: string;
}

export interface SignInPageView {
  organization: Pick<Organization, 'id' | 'title' | 'sso' | 'emailDomains' | 'hostname'>;
  providers: readonly ListedProvider[];
  ways: readonly OtherWay[];
  /** Members who come in only through single sign-on. */
  onlyMembers: number;
  /** All members. */
  members: number;
  /** A provider works, so that single sign-on can be required. */
  mayRequire: boolean;
  state: FormState;
}

/** The ways in which members of an organization sign in. */
export function signInPage(base: string, view: SignInPageView): ShownPage {
  const { organization, providers, state } = view;
  const { root, add } = signInUrls(base, organization.id);
  return shownPage(
    settingsFrame(base, organization.id, 'sign-in', {
      actions:
        providers.length > 0 ? (
          <a href={add} class="button button-primary button-medium">
            Add single sign-on
          </a>
        ) : undefined,
    }),
    <>
      <Outcome {...state} />
      <Providers view={view} add={add} />
      <Ways view={view} />
      <Requirement here={root} view={view} />
      <Domains href={peopleUrls(base, organization.id).links} organization={organization} />
    </>,
  );
}

function Providers({ view: { providers }, add }: { view: SignInPageView; add: string }) {
  if (providers.length === 0)
    return (
      <Empty>
        <p>
          Members do not sign in with an account of your company yet. Add Google, Microsoft, Okta, GitHub or
          your own server: you test it before it counts.
        </p>
        <a href={add} class="button button-primary button-medium">
          Add single sign-on
        </a>
      </Empty>
    );
  return (
    <MemberTable title="Single sign-on" columns={['Name', 'Kind', 'Provider', 'State']}>
      {providers.map(({ label, href, protocol, host, progress, warning }) => (
        <tr>
          <th scope="row">
            <a href={href}>
              <bdi>{label}</bdi>
            </a>
          </th>
          <td>{protocol}</td>
          <td>{host ?? 'Not known yet'}</td>
          <td>
            {stateWords(progress)}
            {warning !== null && <span class="sso-warning">{warning}</span>}
          </td>
        </tr>
      ))}
    </MemberTable>
  );
}

function Ways({ view: { ways, organization } }: { view: SignInPageView }) {
  return (
    <>
      <MemberTable title="Other ways to sign in" columns={['Way', 'Here', 'Comes from']}>
        {ways.map(({ title, isOffered, about }) => (
          <tr>
            <th scope="row">{title}</th>
            <td>{isOffered ? 'Offered' : 'Not offered'}</td>
            <td>{about}</td>
          </tr>
        ))}
      </MemberTable>
      <p class="member-hint">
        The installation offers them to everybody, and people choose theirs under their profile.
        {organization.sso &&
          ' None of them opens this organization, as it requires single sign-on, but for tokens that administrators made by hand.'}
      </p>
    </>
  );
}

function Requirement({ here, view }: { here: string; view: SignInPageView }) {
  const { organization, onlyMembers, members, mayRequire } = view;
  if (organization.sso)
    return (
      <Section title="Single sign-on is required">
        <p>
          All {members} members come in through the identity providers above. Personal tokens that
          administrators made by hand go on working, so that somebody can mend things when a provider is away.
        </p>
        <ButtonForm action={here} does="release" label="Do not require it any more" />
      </Section>
    );
  return (
    <Section title="Require single sign-on">
      <p>
        {onlyMembers === 0
          ? 'No member is bound to single sign-on.'
          : `${onlyMembers} of ${members} members come in only through single sign-on: newcomers whom a provider brought, and those whom an administrator bound to it on their page.`}
      </p>
      {mayRequire ? (
        <Danger summary="Require it of everybody" action={here} does="require" label="Require single sign-on">
          <p>
            {members - onlyMembers === 1
              ? 'One member who signs in another way has'
              : `${members - onlyMembers} members who may sign in another way have`}{' '}
            to come through an identity provider: their sessions and tokens do not open this organization any
            more. Only tokens that administrators made by hand do. You can take it back here.
          </p>
        </Danger>
      ) : (
        <p class="member-hint">It can be required once an identity provider is on and works.</p>
      )}
    </Section>
  );
}

function Domains({
  href,
  organization: { emailDomains, hostname },
}: {
  href: string;
  organization: SignInPageView['organization'];
}) {
  return (
    <Section title="Mail domains">
      <p>
        {emailDomains.length === 0
          ? `No mail domain is named, so the sign-in page finds your identity providers only by the name ${hostname}.`
          : `The sign-in page offers your identity providers to addresses at ${emailDomains.join(', ')}. People with a proven address there may join.`}
      </p>
      <p>
        <a href={href}>{emailDomains.length === 0 ? 'Name your mail domains' : 'Change the mail domains'}</a>
      </p>
    </Section>
  );
}
