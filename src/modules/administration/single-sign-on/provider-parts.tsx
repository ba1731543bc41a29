import type { ComponentChildren } from 'preact';
import { Ago, ButtonForm, Choice, Danger, Field, type Option, Section } from '#modules/member-pages/index.js';
import type { Reliance } from '#modules/saml/index.js';
import type { Team } from '#modules/teams/index.js';
import { GUEST, MEMBER_ROLE_OPTIONS } from '../people/role-choices.js';

/** The progress of a provider on its way to being used. */
export interface ProviderState {
  /** Everything is known that a test needs. */
  isComplete: boolean;
  /** A test went well with the settings as they are. */
  isTested: boolean;
  testedAt: Date | null;
  /** People sign in with it. */
  isOn: boolean;
}

/** The state of a provider in a few words. */
export function stateWords({ isComplete, isTested, isOn }: ProviderState): string {
  if (isOn) return isTested ? 'On' : 'On, not tested as it is now';
  if (isTested) return 'Off, tested';
  return isComplete ? 'Off, to be tested' : 'Off, not set up yet';
}

/** The test, in which the administrator signs in at the provider and nothing changes here. */
export function TestSection({
  number,
  state,
  testUrl,
}: {
  number: number;
  state: ProviderState;
  testUrl: string;
}) {
  return (
    <Section title={`${number}. Test it`}>
      <p>
        You sign in at the provider, and see afterwards what it says about you and who you would be here. The
        test signs nobody in and changes nothing: your session stays as it is.
      </p>
      {state.isTested && state.testedAt !== null && (
        <p class="review-notice">
          A test went well with these settings <Ago at={state.testedAt} />.
        </p>
      )}
      {!state.isTested && state.testedAt !== null && (
        <p class="member-problem">The settings are others than in the last test. Test them again.</p>
      )}
      {state.isComplete ? (
        <p>
          <a href={testUrl} class="button button-secondary button-medium">
            Test the sign-in
          </a>
        </p>
      ) : (
        <p class="member-hint">Save the settings above first.</p>
      )}
    </Section>
  );
}

/** The switch: on after a test, off with what ends then. */
export function SwitchSection({
  number,
  here,
  label,
  state,
  reliance,
}: {
  number: number;
  here: string;
  label: string;
  state: ProviderState;
  reliance: Reliance;
}) {
  if (!state.isOn)
    return (
      <Section title={`${number}. Switch it on`}>
        {state.isTested ? (
          <>
            <p>
              From then on “<bdi>{label}</bdi>” is on the sign-in page for people of your mail domains, and
              whoever the provider vouches for comes in.
            </p>
            <ButtonForm action={here} does="switch-on" label="Switch it on" kind="primary" />
          </>
        ) : (
          <p class="member-hint">It can be switched on once a test with these settings went well.</p>
        )}
      </Section>
    );
  return (
    <Section title={`${number}. It is on`}>
      <p>
        People sign in with “<bdi>{label}</bdi>”.
      </p>
      <Danger summary="Switch it off" action={here} does="switch-off" label="Switch it off">
        <Losses reliance={reliance} isGone={false} />
        <p>You can switch it on again; what the provider called people is kept.</p>
      </Danger>
    </Section>
  );
}

/** Deletes the provider, with what ends then. */
export function DeleteSection({
  here,
  label,
  isOn,
  reliance,
}: {
  here: string;
  label: string;
  isOn: boolean;
  reliance: Reliance;
}) {
  return (
    <Section title="Delete the identity provider" isDangerous>
      <Danger summary="Delete the identity provider" action={here} does="delete" label={`Delete ${label}`}>
        {isOn ? <Losses reliance={reliance} isGone /> : <Sessions count={reliance.sessions} />}
        <p>Its settings and the secrets it was given are gone for good. Members and what they wrote stay.</p>
      </Danger>
    </Section>
  );
}

function Losses({ reliance, isGone }: { reliance: Reliance; isGone: boolean }) {
  const { onlyMembers, hasAnother, sessions, isOwnOnlyWay } = reliance;
  return (
    <>
      <p>{membersLeft(onlyMembers, hasAnother, isGone)}</p>
      <Sessions count={sessions} />
      {isOwnOnlyWay && !hasAnother && (
        <p class="member-problem">
          You have no other way in yourself: no password, no passkey, no link by mail and no personal token.
          Without this provider another administrator has to make a link for you.
        </p>
      )}
    </>
  );
}

function membersLeft(count: number, hasAnother: boolean, isGone: boolean): ComponentChildren {
  const who = count === 1 ? '1 member comes' : `${count} members come`;
  if (count === 0) return 'No member comes in only through single sign-on.';
  if (hasAnother) return `${who} in only through single sign-on, and can use another identity provider.`;
  if (isGone)
    return `${who} in only through single sign-on. They stay members, and sign in as everybody else from then on.`;
  return `${who} in only through single sign-on, and cannot come in until it is on again.`;
}

function Sessions({ count }: { count: number }) {
  if (count === 0) return <p>There is no session of single sign-on that would end.</p>;
  return (
    <p>
      {count === 1 ? 'One session or token' : `${count} sessions and tokens`} of single sign-on in this
      organization end at once; what people typed and did not save is lost.
    </p>
  );
}

/** Fields for the name on the sign-in page, and the role and the team of newcomers. */
export function PeopleFields({
  provider,
  typed,
  teams,
}: {
  provider: { label: string; defaultRole: string | null; defaultTeam?: { id: string } };
  typed: URLSearchParams | undefined;
  teams: readonly Team[];
}) {
  const team = typed?.get('team') ?? provider.defaultTeam?.id ?? '';
  const options: Option[] = [['', 'no team'], ...teams.map(({ id, title }): Option => [id, title])];
  return (
    <>
      <Field
        name="label"
        label="Name on the sign-in page"
        value={typed?.get('label') ?? provider.label}
        required
        maxLength={30}
        autocomplete="off"
      />
      <Choice
        name="role"
        label="Role of newcomers"
        hint="Members keep the role that they have."
        chosen={typed?.get('role') ?? provider.defaultRole ?? GUEST}
        options={MEMBER_ROLE_OPTIONS}
      />
      {(teams.length > 0 || team !== '') && (
        <Choice name="team" label="Team of newcomers" chosen={team} options={options} />
      )}
    </>
  );
}
