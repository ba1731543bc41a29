import {
  Danger,
  counted,
  Ago,
  Choice,
  Copyable,
  Field,
  PostForm,
  Section,
  Submit,
} from '#modules/member-pages/index.js';
import { dayOf } from '../people/form-times.js';
import { rolesUpTo } from './roles-up-to.js';
import type { ShareLink, ShareView } from './share-view.types.js';

/** Links that let people in who are not members yet: they become guests who see this alone. */
export function ShareLinks({
  here,
  view,
  links: { items, areOn },
}: {
  here: string;
  view: ShareView;
  links: NonNullable<ShareView['links']>;
}) {
  return (
    <Section title="Guests, and links that let people in">
      <p>
        Whoever opens a link signs in and gets in. Who is not in the organization yet becomes a guest, who
        sees nothing else of it.
      </p>
      {areOn ? (
        <NewLink here={here} view={view} />
      ) : (
        <p class="member-hint">
          Links are turned off in this organization{items.length > 0 && ', so those below let nobody in'}.
          Administrators turn them on under People, Invitation links.
        </p>
      )}
      {items.map((link) => (
        <OneLink here={here} now={view.now} link={link} />
      ))}
    </Section>
  );
}

function NewLink({ here, view: { place, now, state } }: { here: string; view: ShareView }) {
  const typed = state.typed?.get('do') === 'link' ? state.typed : undefined;
  return (
    <PostForm action={here} class="member-form">
      <Choice
        id="link-role"
        name="role"
        label="Role of those who come by it"
        chosen={typed?.get('role') ?? 'read'}
        options={rolesUpTo(place.held)}
      />
      <Field
        name="uses"
        label="People that may use it"
        type="number"
        min={1}
        value={typed?.get('uses') ?? '1'}
        hint="Any number where it is empty."
      />
      <Field
        name="until"
        label="Last day"
        type="date"
        min={dayOf(now)}
        value={typed?.get('until') ?? ''}
        hint="It does not end by itself where it is empty."
      />
      <Submit does="link" label="Create the link" />
    </PostForm>
  );
}

function OneLink({
  here,
  now,
  link: { id, role, address, uses, maxUses, expiresAt },
}: {
  here: string;
  now: Date;
  link: ShareLink;
}) {
  const hasEnded = (expiresAt !== null && expiresAt <= now) || (maxUses !== null && uses >= maxUses);
  const whom = `${role}, ${id.slice(0, 4)}…`;
  return (
    <>
      <Copyable label={`Link that gives the role ${whom}`} value={address} />
      <p class="member-hint">
        {hasEnded && <span class="member-badge">Ended</span>} Gives the role “{role}”, used by {uses}
        {maxUses === null ? '' : ` of ${maxUses}`}
        {expiresAt !== null && (
          <>
            , {hasEnded ? 'ended' : 'ends'} <Ago at={expiresAt} />
          </>
        )}
      </p>
      <Danger
        summary="Delete"
        action={here}
        fields={{ link: id }}
        does="delete-link"
        label="Delete the link"
        whom={whom}
      >
        <p>
          Nobody gets in by it any more. {counted(uses, 'person', 'people')} who came in by it{' '}
          {uses === 1 ? 'keeps' : 'keep'} the role. Its address cannot be made again.
        </p>
      </Danger>
    </>
  );
}
