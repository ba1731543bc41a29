import {
  counted,
  Ago,
  Choice,
  Empty,
  Face,
  Field,
  type FormState,
  MemberTable,
  MoreLink,
  type Option,
  Outcome,
  type ShownPage,
  shownPage,
} from '#modules/member-pages/index.js';
import type { Member, Organization } from '#modules/organizations/index.js';
import { peopleUrls, type PeopleUrls } from './people-urls.js';
import { GUEST, MEMBER_ROLE_OPTIONS } from './role-choices.js';

/** The filter of the list as its form sends it; empty members do not matter. */
export interface MemberListFilter {
  search: string;
  role: string;
  team: string;
  /** Days in which nobody of the list was seen. */
  unseen: string;
  sort: string;
}

/** Orders of the list: a column, and a direction. */
export const SORTS = {
  newest: ['joinedAt', 'desc'],
  oldest: ['joinedAt', 'asc'],
  seen: ['lastSeenAt', 'desc'],
  quiet: ['lastSeenAt', 'asc'],
} as const;

const SORT_OPTIONS: readonly Option[] = [
  ['newest', 'Newest first'],
  ['oldest', 'Longest here first'],
  ['seen', 'Seen most recently'],
  ['quiet', 'Seen longest ago'],
];

/** Choices of days for `unseen`. */
export const UNSEEN_DAYS = ['30', '90', '180', '365'] as const;

export interface MemberListView {
  organization: Pick<Organization, 'id' | 'title'>;
  members: readonly Member[];
  /** Cursor of further members. */
  more: string | null;
  /** All teams that the filter offers. */
  teams: readonly { id: string; title: string }[];
  filter: MemberListFilter;
  state: FormState;
}

/** The members of an organization, and a form that finds some of them. */
export function memberList(base: string, view: MemberListView): ShownPage {
  const { organization, members, more, filter, state } = view;
  const urls = peopleUrls(base, organization.id);
  const query = Object.fromEntries(Object.entries(filter).filter(([, value]) => value !== ''));
  const isFiltered = Object.keys(query).some((name) => name !== 'sort');
  return shownPage(
    {
      title: 'People',
      organizationId: organization.id,
      tabs: { of: 'people', root: urls.root, current: '' },
      actions: (
        <a class="button button-primary button-medium" href={urls.invitations}>
          Invite people
        </a>
      ),
    },
    <>
      <Outcome {...state} />
      <FilterForm urls={urls} view={view} />
      {members.length === 0 ? (
        <Empty>
          <p>
            {isFiltered ? 'Nobody fits this filter. ' : 'There is nobody here. '}
            <a href={urls.root}>Show all members</a>
          </p>
        </Empty>
      ) : (
        <MemberTable title="Members" columns={['Name', 'Role', 'Gets to', 'Last seen', 'Joined']}>
          {members.map((member) => (
            <MemberRow urls={urls} member={member} />
          ))}
        </MemberTable>
      )}
      <MoreLink here={urls.root} cursor={more} what="More members" query={query} />
    </>,
  );
}

function FilterForm({ urls, view: { filter, teams } }: { urls: PeopleUrls; view: MemberListView }) {
  return (
    <form class="people-filter" method="get" action={urls.root} role="search">
      <div>
        <Field name="search" label="Name or address" type="search" value={filter.search} maxLength={255} />
      </div>
      <div>
        <Choice
          name="role"
          label="Role"
          chosen={filter.role}
          options={[['', 'Any'], ...MEMBER_ROLE_OPTIONS.map(([role]) => [role, role] as const)]}
        />
      </div>
      {teams.length > 0 && (
        <div>
          <Choice
            name="team"
            label="Team"
            chosen={filter.team}
            options={[['', 'Any'], ...teams.map(({ id, title }) => [id, title] as const)]}
          />
        </div>
      )}
      <div>
        <Choice
          name="unseen"
          label="Not seen for"
          chosen={filter.unseen}
          options={[['', 'Any time'], ...UNSEEN_DAYS.map((days) => [days, `${days} days`] as const)]}
        />
      </div>
      <div>
        <Choice name="sort" label="Order" chosen={filter.sort} options={SORT_OPTIONS} />
      </div>
      <button type="submit" class="button button-secondary button-medium">
        Search
      </button>
    </form>
  );
}

function MemberRow({ urls, member }: { urls: PeopleUrls; member: Member }) {
  const { userId, user, role, sso, disabled, joinedAt, lastSeenAt } = member;
  return (
    <tr>
      <th scope="row">
        <span class="people-name">
          <Face person={user} size="medium" />
          <span>
            <a href={urls.member(userId)} dir="auto">
              {user.displayName}
            </a>{' '}
            {sso && <span class="member-badge">Single sign-on</span>}{' '}
            {disabled && <span class="member-badge">Disabled</span>}
            <span class="member-hint">{user.email}</span>
          </span>
        </span>
      </th>
      <td>{role ?? GUEST}</td>
      <td>
        {counted(member.spaces, 'space')}, {counted(member.sites, 'site')}
        <span class="member-hint people-line">in {counted(member.teams, 'team')}</span>
      </td>
      <td>{lastSeenAt ? <Ago at={lastSeenAt} /> : 'Never'}</td>
      <td>
        <Ago at={joinedAt} />
      </td>
    </tr>
  );
}
