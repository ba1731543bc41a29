import {
  counted,
  Ago,
  ButtonForm,
  Choice,
  Danger,
  Empty,
  Face,
  type FormState,
  MemberTable,
  MoreLink,
  Outcome,
  PostForm,
  Section,
  type ShownPage,
  shownPage,
  SpaceMark,
  Submit,
} from '#modules/member-pages/index.js';
import type { Member } from '#modules/organizations/index.js';
import type { MemberSpace } from '#modules/spaces/index.js';
import type { Team, TeamRole } from '#modules/teams/index.js';
import { type PeopleUrls, peopleUrls } from './people-urls.js';
import { GUEST, MEMBER_ROLE_OPTIONS } from './role-choices.js';

export interface MemberPageView {
  organizationId: string;
  member: Member;
  /** True if the page is about its reader. */
  isSelf: boolean;
  teams: readonly { team: Team; role: TeamRole }[];
  /** Spaces that the member gets to, newest first, with the reason for the role. */
  spaces: readonly (MemberSpace & { why: string })[];
  /** Cursor of further spaces. */
  more: string | null;
  state: FormState;
}

/** One member: the role, the teams, what they get to, and how they leave. */
export function memberPage(base: string, view: MemberPageView): ShownPage {
  const { organizationId, member, teams, more, state } = view;
  const urls = peopleUrls(base, organizationId);
  const here = urls.member(member.userId);
  return shownPage(
    {
      title: member.user.displayName,
      heading: (
        <span class="people-name">
          <Face person={member.user} size="large" /> <bdi>{member.user.displayName}</bdi>
        </span>
      ),
      organizationId,
      breadcrumbs: [{ href: urls.root, title: 'People' }],
    },
    <>
      <Outcome {...state} />
      <Facts member={member} />
      <RoleForm here={here} view={view} />
      <Section title="Teams">
        {teams.length === 0 ? (
          <p>
            In no team. <a href={urls.teams}>Teams</a> give many people access to content at once.
          </p>
        ) : (
          <ul>
            {teams.map(({ team, role }) => (
              <li>
                <a href={urls.team(team.id)} dir="auto">
                  {team.title}
                </a>
                {role === 'owner' && ' (owner)'}
              </li>
            ))}
          </ul>
        )}
      </Section>
      <Elsewhere urls={urls} member={member} />
      <Spaces base={base} view={view} />
      <MoreLink here={here} cursor={more} what="More spaces" />
      <Closing here={here} view={view} />
      <Removal here={here} view={view} />
    </>,
  );
}

/** Leads to what else there is about the member. */
function Elsewhere({ urls, member: { userId, user } }: { urls: PeopleUrls; member: Member }) {
  return (
    <>
      <p>
        <a href={urls.seenBy(userId)}>See the organization as {user.displayName}</a>: all spaces, collections
        and sites that they get to, as what and why, and the pages as they read them.
      </p>
      <p>
        <a href={urls.signInOf(userId)}>Sign-in of {user.displayName}</a>: their sessions, and a link for
        somebody who is locked out.
      </p>
    </>
  );
}

function Facts({ member }: { member: Member }) {
  const { user, joinedAt, lastSeenAt, sso, disabled, sites } = member;
  return (
    <dl class="member-facts">
      <dt>Mail address</dt>
      <dd>{user.email}</dd>
      <dt>Joined</dt>
      <dd>
        <Ago at={joinedAt} />
      </dd>
      <dt>Last seen</dt>
      <dd>{lastSeenAt ? <Ago at={lastSeenAt} /> : 'Never'}</dd>
      <dt>Comes in by</dt>
      <dd>{sso ? 'Single sign-on only' : 'Any way that the organization allows'}</dd>
      <dt>Sites</dt>
      <dd>Sees {counted(sites, 'site')} in the app</dd>
      {disabled && (
        <>
          <dt>Membership</dt>
          <dd>Disabled: it gives nothing now</dd>
        </>
      )}
    </dl>
  );
}

function RoleForm({ here, view: { member, isSelf } }: { here: string; view: MemberPageView }) {
  return (
    <Section title="Role in the organization">
      <PostForm action={here} class="member-form">
        <Choice
          name="role"
          label="Role"
          chosen={member.role ?? GUEST}
          options={MEMBER_ROLE_OPTIONS}
          hint={
            isSelf
              ? 'This is you. Without the role “admin” you cannot open these pages any more.'
              : 'It counts on all content that has no other default, and beside what is shared with them.'
          }
        />
        <Submit does="role" label="Change role" kind="primary" />
      </PostForm>
      {!member.sso && (
        <Danger
          summary="Let them in through single sign-on only"
          action={here}
          does="sso"
          label="Require single sign-on"
        >
          <p>
            Tokens and mail no longer let {isSelf ? 'you' : 'them'} into this organization; the identity
            provider alone decides. There is no way back but to remove and invite {isSelf ? 'you' : 'them'}{' '}
            again.
          </p>
        </Danger>
      )}
    </Section>
  );
}

function Spaces({ base, view: { spaces, member } }: { base: string; view: MemberPageView }) {
  if (spaces.length === 0)
    return (
      <Section title="Spaces they get to">
        <Empty>
          <p>
            None yet. Share a space with {member.user.displayName}, or put them into a team that has some.
          </p>
        </Empty>
      </Section>
    );
  return (
    <MemberTable title="Spaces they get to" columns={['Space', 'As', 'Why', 'Changed']}>
      {spaces.map(({ role, why, view: { space } }) => (
        <tr>
          <th scope="row">
            <SpaceMark space={space} />{' '}
            <a href={`${base}/app/s/${encodeURIComponent(space.id)}`} dir="auto">
              {space.title}
            </a>
          </th>
          <td>{role}</td>
          <td dir="auto">{why}</td>
          <td>
            <Ago at={space.updatedAt} />
          </td>
        </tr>
      ))}
    </MemberTable>
  );
}

/** Closes the way in without taking anything away, and opens it again. Nobody closes their own. */
function Closing({ here, view: { member, isSelf } }: { here: string; view: MemberPageView }) {
  if (isSelf) return null;
  if (member.disabled)
    return (
      <Section title="Enable the membership">
        <p>
          It is disabled and gives nothing now. Role, teams and what was shared with them are still there.
        </p>
        <ButtonForm action={here} does="enable" label="Enable the membership" />
      </Section>
    );
  return (
    <Section title="Disable the membership">
      <Danger summary="Disable the membership" action={here} does="disable" label="Disable the membership">
        <p>
          From their next click on, they do not get into this organization, nor do their tokens. Role, teams
          and what was shared with them stay, and you can enable it again at any time.
        </p>
      </Danger>
    </Section>
  );
}

function Removal({ here, view: { member, isSelf, teams } }: { here: string; view: MemberPageView }) {
  const name = member.user.displayName;
  return (
    <Section title={isSelf ? 'Leave the organization' : 'Remove from the organization'} isDangerous>
      <Danger
        summary={isSelf ? 'Leave' : 'Remove this member'}
        action={here}
        does="remove"
        label={isSelf ? 'Leave the organization' : `Remove ${name}`}
      >
        <p>
          <bdi>{name}</bdi> loses access to {counted(member.spaces, 'space')} and{' '}
          {counted(member.sites, 'site')}, the place in {counted(teams.length, 'team')}, what was shared with
          them, requests for their review, tokens that count only here, and invitation links that they made.
        </p>
        <p>
          Their pages, comments, change requests and entries of the audit log stay, with their name. You can
          invite them again; they would come back without teams and without what was shared with them.
        </p>
      </Danger>
    </Section>
  );
}
