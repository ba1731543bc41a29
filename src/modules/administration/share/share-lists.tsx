import { atLeast } from '#modules/access/index.js';
import {
  Choice,
  Empty,
  Face,
  Field,
  Hidden,
  MemberTable,
  MoreLink,
  PostForm,
  RowChoice,
  Submit,
} from '#modules/member-pages/index.js';
import { type Role, ROLES } from '#platform/http/actor.js';
import { shownFields } from '../changed-fields.js';
import { peopleUrls } from '../people/people-urls.js';
import { seenPath } from '../viewpoint/seen-urls.js';
import { granteeText } from './grantee.js';
import { rolesUpTo } from './roles-up-to.js';
import type { SharedPerson, ShareFilter, ShareView } from './share-view.types.js';

interface ListProps {
  base: string;
  here: string;
  view: ShareView;
}

/** Teams that were let in here. */
export function SharedTeams({ base, here, view: { place, teams, moreTeams } }: ListProps) {
  if (teams.length === 0) return null;
  const urls = peopleUrls(base, place.resource.organizationId);
  return (
    <>
      <MemberTable title="Teams that were let in here" columns={['Team', 'People', 'Role given here']}>
        {teams.map(({ team, permission }) => (
          <tr>
            <th scope="row">
              {team.permissions.view ? (
                <a href={urls.team(team.id)} dir="auto">
                  {team.title}
                </a>
              ) : (
                <bdi>{team.title}</bdi>
              )}
            </th>
            <td>{team.members}</td>
            <td>
              <Given
                here={here}
                who={granteeText({ kind: 'team', id: team.id })}
                name={team.title}
                role={permission}
                held={place.held}
              />
            </td>
          </tr>
        ))}
      </MemberTable>
      <MoreLink here={here} cursor={moreTeams} what="More teams" name="teams" />
    </>
  );
}

/** Everybody who gets in, and a form that finds some of them. */
export function SharedPeople({ base, here, view }: ListProps) {
  const { people, morePeople, filter, isAdmin } = view;
  const query = Object.fromEntries(Object.entries(filter).filter(([, value]) => value !== ''));
  const columns = ['Name', 'Role', 'Why', 'Role given here', ...(isAdmin ? ['See it'] : [])];
  return (
    <>
      {people.length === 0 && <h2>Everybody who gets in</h2>}
      <FilterForm here={here} filter={filter} />
      {people.length === 0 ? (
        <Empty>
          <p>
            Nobody who gets in fits this filter. <a href={here}>Show everybody</a>
          </p>
        </Empty>
      ) : (
        <MemberTable title="Everybody who gets in" columns={columns}>
          {people.map((person) => (
            <PersonRow base={base} here={here} view={view} person={person} />
          ))}
        </MemberTable>
      )}
      <MoreLink here={here} cursor={morePeople} what="More people" query={query} />
    </>
  );
}

/** People who were let in here, but do not get in while their membership is disabled. */
export function DisabledPeople({ base, here, view }: ListProps) {
  const { place, disabled, moreDisabled, isAdmin } = view;
  if (disabled.length === 0) return null;
  const urls = isAdmin ? peopleUrls(base, place.resource.organizationId) : null;
  return (
    <>
      <MemberTable
        title="Let in here, but disabled in the organization"
        columns={['Name', 'Role given here, once they are enabled again']}
      >
        {disabled.map(({ user, permission }) => (
          <tr>
            <th scope="row">
              <PersonName urls={urls} user={user} badge="Disabled" />
            </th>
            <td>
              <Given
                here={here}
                who={granteeText({ kind: 'user', id: user.id })}
                name={user.displayName}
                role={permission}
                held={place.held}
              />
            </td>
          </tr>
        ))}
      </MemberTable>
      <MoreLink here={here} cursor={moreDisabled} what="More disabled people" name="disabled" />
    </>
  );
}

function FilterForm({ here, filter }: { here: string; filter: ShareFilter }) {
  return (
    <form class="people-filter" method="get" action={here} role="search" aria-label="Everybody who gets in">
      <div>
        <Field name="search" label="Name or address" type="search" value={filter.search} maxLength={255} />
      </div>
      <div>
        <Choice
          name="role"
          id="filter-role"
          label="Role"
          chosen={filter.role}
          options={[['', 'Any'], ...ROLES.map((role) => [role, role] as const)]}
        />
      </div>
      <div>
        <Choice
          name="granted"
          label="Let in"
          chosen={filter.granted}
          options={[
            ['', 'In any way'],
            ['yes', 'Here, by their name'],
          ]}
        />
      </div>
      <button type="submit" class="button button-secondary button-medium">
        Filter
      </button>
    </form>
  );
}

function PersonRow({ base, here, view, person }: ListProps & { person: SharedPerson }) {
  const { place, ownId, isAdmin } = view;
  const { user, permission, why, own } = person;
  const { organizationId } = place.resource;
  return (
    <tr>
      <th scope="row">
        <PersonName
          urls={isAdmin ? peopleUrls(base, organizationId) : null}
          user={user}
          badge={user.id === ownId ? 'You' : null}
        />
      </th>
      <td>{permission}</td>
      <td dir="auto">{why}</td>
      <td>
        {own === null ? (
          '—'
        ) : (
          <Given
            here={here}
            who={granteeText({ kind: 'user', id: user.id })}
            name={user.displayName}
            role={own}
            held={place.held}
          />
        )}
      </td>
      {isAdmin && (
        <td>
          <a
            href={seenPath(base, organizationId, user.id, place.resource)}
            aria-label={`See it as ${user.displayName}`}
          >
            See it
          </a>
        </td>
      )}
    </tr>
  );
}

/** @param urls of the pages of members; null for those who may not see them. */
function PersonName({
  urls,
  user,
  badge,
}: {
  urls: ReturnType<typeof peopleUrls> | null;
  user: SharedPerson['user'];
  badge: string | null;
}) {
  return (
    <span class="people-name">
      <Face person={user} size="medium" />
      <span>
        {urls ? (
          <a href={urls.member(user.id)} dir="auto">
            {user.displayName}
          </a>
        ) : (
          <bdi>{user.displayName}</bdi>
        )}{' '}
        {badge !== null && <span class="member-badge">{badge}</span>}
        <span class="member-hint">{user.email}</span>
      </span>
    </span>
  );
}

/** A role that was given here: to change, or to take away, unless it is above the reader's own. */
function Given({
  here,
  who,
  name,
  role,
  held,
}: {
  here: string;
  who: string;
  name: string;
  role: Role;
  held: Role;
}) {
  if (!atLeast(held, role)) return <>{role}, which is above your own</>;
  const remove = `${here}?${new URLSearchParams({ remove: who }).toString()}`;
  return (
    <PostForm action={here} class="member-actions">
      <Hidden fields={{ who, ...shownFields({ role }) }} />
      <RowChoice
        name="role"
        label={`Role given to ${name} here`}
        chosen={role}
        options={rolesUpTo(held).map(([value]) => [value, value] as const)}
      />
      <Submit does="role" label="Change" whom={name} />
      <a class="button button-danger button-medium" href={remove} aria-label={`Remove: ${name}`}>
        Remove
      </a>
    </PostForm>
  );
}
