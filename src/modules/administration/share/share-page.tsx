import { atLeast } from '#modules/access/index.js';
import {
  Choice,
  type FormState,
  Hidden,
  type Option,
  Outcome,
  PostForm,
  Section,
  type ShownPage,
  shownPage,
  Submit,
} from '#modules/member-pages/index.js';
import type { Role } from '#platform/http/actor.js';
import { shownFields } from '../changed-fields.js';
import { ROLE_OPTIONS } from '../people/role-choices.js';
import { granteeText } from './grantee.js';
import { ENDS_OWN_WAY, levelText, NOBODY } from './share-forms.js';
import { LetIn } from './let-in.js';
import { ShareInvitations } from './share-invitations.js';
import { ShareLinks } from './share-links.js';
import { DisabledPeople, SharedPeople, SharedTeams } from './share-lists.js';
import { rolesUpTo } from './roles-up-to.js';
import { sharePath } from './share-urls.js';
import type { Leaving, ShareView } from './share-view.types.js';

/** Members of forms that change who gets in. */
const KEPT: ReadonlySet<string> = new Set(['who', 'user', 'team', 'role', 'level', 'was', 'was-role']);

/** The page that says for a space, collection or site who gets in, as what and why; its forms let people in and out. */
export function sharePage(base: string, view: ShareView): ShownPage {
  const { place, state, leaving } = view;
  const here = sharePath(base, place.resource);
  return shownPage(
    { ...place.frame, bundles: ['forms'] },
    <>
      <Outcome {...state} />
      <AllTheSame here={here} state={state} />
      {leaving && <Leave here={here} leaving={leaving} />}
      {place.level !== undefined && <BaseRole here={here} view={view} />}
      <LetIn here={here} view={view} />
      <ShareInvitations here={here} view={view} />
      <SharedTeams base={base} here={here} view={view} />
      <SharedPeople base={base} here={here} view={view} />
      <DisabledPeople base={base} here={here} view={view} />
      {view.links && <ShareLinks here={here} view={view} links={view.links} />}
    </>,
  );
}

/** The form that was refused because its sender would lose their own way in, to send it again. */
function AllTheSame({ here, state: { typed } }: { here: string; state: FormState }) {
  if (!typed?.has(ENDS_OWN_WAY)) return null;
  const kept = [...typed].filter(([name]) => KEPT.has(name));
  return (
    <PostForm action={here} class="member-actions">
      {kept.map(([name, value]) => (
        <input type="hidden" name={name} value={value} />
      ))}
      <Hidden fields={{ sure: 'yes' }} />
      <Submit does={typed.get('do') ?? ''} label="Do it all the same" kind="danger" />
      <a class="button button-secondary button-medium" href={here}>
        Leave it as it is
      </a>
    </PostForm>
  );
}

function Leave({ here, leaving: { who, name, role, kept, endsOwnWay } }: { here: string; leaving: Leaving }) {
  return (
    <Section title={`Remove the role of ${name}?`} isDangerous>
      <p>
        <bdi>{name}</bdi> was given the role “{role}” here. {kept}
      </p>
      {endsOwnWay && (
        <p class="member-problem">This is your own way in: after it you cannot let anybody in here.</p>
      )}
      <PostForm action={here} class="member-actions">
        <Hidden
          fields={{ who: granteeText(who), ...shownFields({ role }), ...(endsOwnWay ? { sure: 'yes' } : {}) }}
        />
        <Submit does="remove" label="Remove the role" kind="danger" />
        <a class="button button-secondary button-medium" href={here}>
          Back
        </a>
      </PostForm>
    </Section>
  );
}

function BaseRole({ here, view }: { here: string; view: ShareView }) {
  const { place } = view;
  const { level, held, resource } = place;
  if (level === undefined) return null;
  const current = levelText(level);
  const options: Option[] = [
    ['inherit', `as around it: ${inheritedWords(view)}`],
    [NOBODY, 'nobody: only those who are let in, and administrators'],
    ...ROLE_OPTIONS,
  ];
  const given = new Set(rolesUpTo(held).map(([role]) => role));
  const isOffered = ([value]: Option) =>
    value === current ||
    value === NOBODY ||
    (value === 'inherit' ? isWithin(held, view.inherited?.level ?? null) : given.has(value));
  return (
    <Section title="All members of the organization">
      <PostForm action={here} class="member-form">
        <Hidden fields={{ was: current }} />
        <Choice
          name="level"
          label="Base role"
          chosen={view.state.typed?.get('level') ?? current}
          options={options.filter(isOffered)}
          hint={`The role of every member on this ${resource.type}, except guests, who get to nothing by it. Whoever is let in below has the stronger of the two.`}
        />
        <Submit does="level" label="Change base role" />
      </PostForm>
    </Section>
  );
}

const isWithin = (held: Role, level: Role | null): boolean => level === null || atLeast(held, level);

function inheritedWords({ inherited }: ShareView): string {
  if (inherited === null) return 'the role of each member in the organization';
  const { level, title } = inherited;
  const from = title === undefined ? 'a collection around it' : `the collection “${title}”`;
  return `${level === null ? 'nobody' : `“${level}”`}, from ${from}`;
}
