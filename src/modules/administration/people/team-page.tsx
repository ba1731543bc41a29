import type { ResourceType } from '#modules/access/index.js';
import {
  counted,
  Choice,
  Danger,
  Empty,
  Face,
  Field,
  type FormState,
  Hidden,
  MemberTable,
  MoreLink,
  Outcome,
  PostForm,
  RowChoice,
  Section,
  type ShownPage,
  shownPage,
  Submit,
  Tick,
} from '#modules/member-pages/index.js';
import type { Member } from '#modules/organizations/index.js';
import type { Team, TeamMember } from '#modules/teams/index.js';
import { peopleUrls } from './people-urls.js';

const TEAM_ROLES = [
  ['member', 'member'],
  ['owner', 'owner: chooses who is in the team, too'],
] as const;

/** Something that a team was given a role on. */
export interface TeamContent {
  type: ResourceType;
  title: string;
  href: string;
  role: string;
}

export interface TeamPageView {
  organizationId: string;
  isAdmin: boolean;
  team: Team;
  members: readonly TeamMember[];
  /** Cursor of further members. */
  more: string | null;
  /** Words that people were looked for with, to add them. */
  find: string;
  /** People who were found, and are not in the team. */
  found: readonly Member[];
  content: readonly TeamContent[];
  /** Number of things that the reader does not see. */
  hidden: number;
  state: FormState;
}

/** One team: who is in it, what it gets to, and how it is renamed and deleted. */
export function teamPage(base: string, view: TeamPageView): ShownPage {
  const { organizationId, isAdmin, team, members, more, state } = view;
  const urls = peopleUrls(base, organizationId);
  const here = urls.team(team.id);
  return shownPage(
    {
      title: team.title,
      heading: <bdi>{team.title}</bdi>,
      organizationId,
      breadcrumbs: [
        ...(isAdmin ? [{ href: urls.root, title: 'People' }] : []),
        { href: urls.teams, title: 'Teams' },
      ],
    },
    <>
      <Outcome {...state} />
      {team.permissions.admin && <AddMembers here={here} view={view} />}
      {members.length === 0 ? (
        <Empty>
          <p>Nobody is in this team yet. Find people above and add them.</p>
        </Empty>
      ) : (
        <MemberTable
          title="Members"
          columns={
            team.permissions.admin ? ['Name', 'Role in the team', 'Remove'] : ['Name', 'Role in the team']
          }
        >
          {members.map((member) => (
            <MemberRow
              here={here}
              href={isAdmin ? urls.member(member.member.userId) : null}
              member={member}
              mayChange={team.permissions.admin}
            />
          ))}
        </MemberTable>
      )}
      <MoreLink here={here} cursor={more} what="More members" />
      <Content view={view} />
      {team.permissions.admin && <Settings here={here} team={team} />}
    </>,
  );
}

function AddMembers({ here, view: { find, found } }: { here: string; view: TeamPageView }) {
  return (
    <Section title="Add people">
      <form class="people-filter" method="get" action={here} role="search">
        <div>
          <Field
            name="find"
            label="Name or address of a member"
            type="search"
            value={find}
            maxLength={255}
            required
          />
        </div>
        <button type="submit" class="button button-secondary button-medium">
          Search
        </button>
      </form>
      {find !== '' && found.length === 0 && (
        <p>Nobody who is not in the team yet has this in their name or address.</p>
      )}
      {found.length > 0 && (
        <PostForm action={here} class="member-form">
          <fieldset>
            <legend>Found</legend>
            {found.map(({ user }) => (
              <Tick
                name="user"
                id={`add-${user.id}`}
                value={user.id}
                label={`${user.displayName} (${user.email})`}
                checked={found.length === 1}
              />
            ))}
          </fieldset>
          <Choice name="role" label="Role in the team" chosen="member" options={TEAM_ROLES} />
          <Submit does="add" label="Add to the team" kind="primary" />
        </PostForm>
      )}
    </Section>
  );
}

function MemberRow({
  here,
  href,
  member: { member, teamRole },
  mayChange,
}: {
  here: string;
  href: string | null;
  member: TeamMember;
  mayChange: boolean;
}) {
  const { userId, user } = member;
  const name = user.displayName;
  return (
    <tr>
      <th scope="row">
        <Name href={href} user={user} />
      </th>
      <td>
        {mayChange ? (
          <PostForm action={here} class="member-actions">
            <Hidden fields={{ user: userId }} />
            <RowChoice
              name="role"
              label={`Role of ${name} in the team`}
              chosen={teamRole}
              options={TEAM_ROLES.map(([role]) => [role, role] as const)}
            />
            <Submit does="role" label="Change" whom={name} />
          </PostForm>
        ) : (
          teamRole
        )}
      </td>
      {mayChange && (
        <td>
          <TeamRemoval here={here} userId={userId} name={name} />
        </td>
      )}
    </tr>
  );
}

function TeamRemoval({ here, userId, name }: { here: string; userId: string; name: string }) {
  return (
    <Danger
      summary="Remove"
      action={here}
      fields={{ user: userId }}
      does="remove"
      label="Remove from the team"
      whom={name}
    >
      <p>They lose what only this team gave them, and stay in the organization. You can add them again.</p>
    </Danger>
  );
}

function Name({ href, user }: { href: string | null; user: Member['user'] }) {
  return (
    <span class="people-name">
      <Face person={user} size="medium" />
      <span>
        {href === null ? (
          <bdi>{user.displayName}</bdi>
        ) : (
          <a href={href} dir="auto">
            {user.displayName}
          </a>
        )}
        <span class="member-hint">{user.email}</span>
      </span>
    </span>
  );
}

function Content({ view: { content, hidden, team } }: { view: TeamPageView }) {
  return (
    <Section title="Content of the team">
      {content.length === 0 && hidden === 0 ? (
        <p>
          Nothing was shared with {team.title} yet. Open a space, a collection or a site, and choose Share.
        </p>
      ) : (
        <ul>
          {content.map(({ type, title, href, role }) => (
            <li>
              <a href={href} dir="auto">
                {title}
              </a>{' '}
              ({type}) as {role}
            </li>
          ))}
          {hidden > 0 && <li>{counted(hidden, 'place')} that you do not see</li>}
        </ul>
      )}
    </Section>
  );
}

function Settings({ here, team }: { here: string; team: Team }) {
  return (
    <>
      <Section title="Name">
        <PostForm action={here} class="member-form">
          <Field
            name="title"
            label="Name of the team"
            required
            maxLength={64}
            value={team.title}
            autocomplete="off"
          />
          <Submit does="rename" label="Rename" />
        </PostForm>
      </Section>
      <Section title="Delete the team" isDangerous>
        <Danger summary="Delete the team" action={here} does="delete" label="Delete the team">
          <p>
            {counted(team.members, 'member stays', 'members stay')} in the organization without what only this
            team gave: access to {counted(team.spaces, 'space')} came with it. This cannot be taken back.
          </p>
        </Danger>
      </Section>
    </>
  );
}
