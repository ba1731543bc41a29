import {
  counted,
  Ago,
  Empty,
  Field,
  type FormState,
  MemberTable,
  MoreLink,
  Outcome,
  PostForm,
  Section,
  type ShownPage,
  shownPage,
  Submit,
} from '#modules/member-pages/index.js';
import type { Team } from '#modules/teams/index.js';
import { peopleUrls } from './people-urls.js';

export interface TeamListView {
  organizationId: string;
  teams: readonly Team[];
  /** Cursor of further teams. */
  more: string | null;
  /** Part of the title that was looked for. */
  search: string;
  isAdmin: boolean;
  state: FormState;
}

/** The teams of an organization, and a form for a new one. */
export function teamList(base: string, view: TeamListView): ShownPage {
  const { organizationId, teams, more, search, isAdmin, state } = view;
  const urls = peopleUrls(base, organizationId);
  return shownPage(
    {
      title: 'Teams',
      organizationId,
      breadcrumbs: [{ href: isAdmin ? urls.root : urls.teams, title: 'People' }],
      tabs: {
        of: 'people',
        root: urls.root,
        current: 'teams',
        ...(isAdmin ? {} : { only: ['teams'] }),
      },
    },
    <>
      <Outcome {...state} />
      {isAdmin && <NewTeam here={urls.teams} typed={state.typed?.get('title') ?? undefined} />}
      {(teams.length > 0 || search !== '') && (
        <form class="people-filter" method="get" action={urls.teams} role="search">
          <div>
            <Field name="search" label="Name of a team" type="search" value={search} maxLength={255} />
          </div>
          <button type="submit" class="button button-secondary button-medium">
            Search
          </button>
        </form>
      )}
      <Teams urls={urls} teams={teams} search={search} />
      <MoreLink
        here={urls.teams}
        cursor={more}
        what="More teams"
        query={search === '' ? undefined : { search }}
      />
    </>,
  );
}

function NewTeam({ here, typed }: { here: string; typed: string | undefined }) {
  return (
    <Section title="New team">
      <PostForm action={here} class="member-form">
        <Field
          name="title"
          label="Name"
          required
          maxLength={64}
          autocomplete="off"
          value={typed}
          hint="A team gives all its members access to what is shared with it, such as Writers or Support."
        />
        <Submit does="create" label="Create the team" kind="primary" />
      </PostForm>
    </Section>
  );
}

function Teams({
  urls,
  teams,
  search,
}: {
  urls: ReturnType<typeof peopleUrls>;
  teams: readonly Team[];
  search: string;
}) {
  if (teams.length === 0)
    return (
      <Empty>
        <p>
          {search === '' ? (
            'There is no team yet.'
          ) : (
            <>
              No team has this in its name. <a href={urls.teams}>Show all teams</a>
            </>
          )}
        </p>
      </Empty>
    );
  return (
    <MemberTable title="List of teams" columns={['Name', 'People', 'Gets to', 'Made']}>
      {teams.map((team) => (
        <tr>
          <th scope="row">
            <a href={urls.team(team.id)} dir="auto">
              {team.title}
            </a>
          </th>
          <td>{counted(team.members, 'member')}</td>
          <td>{counted(team.spaces, 'space')}</td>
          <td>
            <Ago at={team.createdAt} />
          </td>
        </tr>
      ))}
    </MemberTable>
  );
}
