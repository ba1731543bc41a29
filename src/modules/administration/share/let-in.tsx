import { Choice, Field, PostForm, Section, Submit, Tick } from '#modules/member-pages/index.js';
import type { Role } from '#platform/http/actor.js';
import { rolesUpTo } from './roles-up-to.js';
import type { ShareView } from './share-view.types.js';

/** Finds members and teams, and lets them in. */
export function LetIn({ here, view }: { here: string; view: ShareView }) {
  const { mayFind, find, found, links } = view;
  const isNobody = found.members.length + found.teams.length === 0;
  return (
    <Section title="Let people and teams in">
      {mayFind ? (
        <form class="people-filter" method="get" action={here} role="search">
          <div>
            <Field
              name="find"
              label="Name or address of a member, or name of a team"
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
      ) : (
        <p>
          Guests do not see who else is in the organization. Invite people by their mail address
          {links === null ? '.' : ', or make a link below, and pass it on.'}
        </p>
      )}
      {find !== '' && mayFind && isNobody && (
        <p>
          No member and no team has this in the name or address.{' '}
          {links === null
            ? 'Invite people who are not members yet by their mail address.'
            : 'Invite people who are not members yet by their mail address, or make a link: they come in as guests who see this alone.'}
        </p>
      )}
      {!isNobody && <FoundForm here={here} view={view} />}
    </Section>
  );
}

function standingOf(held: Role | undefined, isDisabled: boolean): string {
  if (isDisabled) return 'Does not get in: the membership is disabled';
  return held === undefined ? 'Does not get in yet' : `Has the role “${held}” here`;
}

/** The members and teams that were found, to tick and let in. */
function FoundForm({ here, view: { place, found } }: { here: string; view: ShareView }) {
  const isOne = found.members.length + found.teams.length === 1;
  return (
    <PostForm action={here} class="member-form">
      <fieldset>
        <legend>Found</legend>
        {found.teams.map(({ id, title, members }) => (
          <Tick
            name="team"
            id={`team-${id}`}
            value={id}
            label={`Team ${title}`}
            checked={isOne}
            hint={`${members} ${members === 1 ? 'person' : 'people'}`}
          />
        ))}
        {found.members.map(({ user, held, disabled }) => (
          <Tick
            name="user"
            id={`user-${user.id}`}
            value={user.id}
            label={`${user.displayName} (${user.email})`}
            checked={isOne}
            hint={standingOf(held, disabled)}
          />
        ))}
      </fieldset>
      <Choice name="role" label="Role here" chosen="read" options={rolesUpTo(place.held)} />
      <Submit does="invite" label="Let in" kind="primary" />
    </PostForm>
  );
}
