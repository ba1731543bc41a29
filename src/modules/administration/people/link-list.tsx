import type { InviteLinkView } from '#modules/invites/index.js';
import {
  Ago,
  ButtonForm,
  Choice,
  Copyable,
  Danger,
  Empty,
  Field,
  type FormState,
  Hidden,
  LongField,
  MoreLink,
  Outcome,
  PostForm,
  Section,
  type ShownPage,
  shownPage,
  Submit,
} from '#modules/member-pages/index.js';
import type { Organization } from '#modules/organizations/index.js';
import { dayOf } from './form-times.js';
import { peopleUrls } from './people-urls.js';
import { GUEST, MEMBER_ROLE_OPTIONS } from './role-choices.js';

export interface LinkListView {
  organization: Pick<Organization, 'id' | 'title' | 'defaultRole' | 'inviteLinks' | 'emailDomains'>;
  links: readonly (InviteLinkView & { address: string })[];
  /** Cursor of further links. */
  more: string | null;
  now: Date;
  /** True if the session may change settings of the organization. */
  maySet: boolean;
  state: FormState;
}

/** Links that let people into an organization, and the mail domains whose people may join. */
export function linkList(base: string, view: LinkListView): ShownPage {
  const { organization, links, more, state } = view;
  const urls = peopleUrls(base, organization.id);
  const here = urls.links;
  return shownPage(
    {
      title: 'Invitation links',
      organizationId: organization.id,
      breadcrumbs: [{ href: urls.root, title: 'People' }],
      tabs: { of: 'people', root: urls.root, current: 'links' },
      bundles: ['forms'],
    },
    <>
      <Outcome {...state} />
      {organization.inviteLinks ? <NewLink here={here} view={view} /> : <TurnedOff here={here} view={view} />}
      {links.length === 0 && organization.inviteLinks && (
        <Empty>
          <p>There is no link yet. Make one, copy it, and pass it on where your people read it.</p>
        </Empty>
      )}
      {links.map((link) => (
        <OneLink here={here} view={view} link={link} />
      ))}
      <MoreLink here={here} cursor={more} what="Older links" />
      {view.maySet && <Domains here={here} view={view} />}
    </>,
  );
}

function TurnedOff({ here, view: { maySet, links } }: { here: string; view: LinkListView }) {
  return (
    <Empty>
      <p>
        Invitation links are turned off{links.length > 0 && ', so those below admit nobody'}. A link lets in
        everybody who has it.
      </p>
      {maySet && <ButtonForm action={here} does="on" label="Turn links on" kind="primary" />}
    </Empty>
  );
}

function NewLink({ here, view: { organization, now, state, maySet } }: { here: string; view: LinkListView }) {
  const typed = state.typed?.get('do') === 'create' ? state.typed : undefined;
  const role = typed?.get('role') ?? organization.defaultRole ?? GUEST;
  return (
    <Section title="New link">
      <PostForm action={here} class="member-form">
        <LinkFields
          id="new"
          role={role}
          uses={typed?.get('uses') ?? ''}
          until={typed?.get('until') ?? ''}
          now={now}
        />
        <Submit does="create" label="Create the link" kind="primary" />
      </PostForm>
      {maySet && (
        <Danger summary="Turn all links off" action={here} does="off" label="Turn links off">
          <p>
            No link lets anybody in until links are turned on again, also those to spaces and collections. Who
            came in stays.
          </p>
        </Danger>
      )}
    </Section>
  );
}

function LinkFields({
  id,
  role,
  uses,
  until,
  now,
}: {
  id: string;
  role: string;
  uses: string;
  until: string;
  now: Date;
}) {
  return (
    <>
      <Choice
        id={`role-${id}`}
        name="role"
        label="Role of those who join"
        chosen={role}
        options={MEMBER_ROLE_OPTIONS}
      />
      <Field
        id={`uses-${id}`}
        name="uses"
        label="People that may use it"
        type="number"
        min={1}
        value={uses}
        hint="Any number where it is empty."
      />
      <Field
        id={`until-${id}`}
        name="until"
        label="Last day"
        type="date"
        min={dayOf(now)}
        value={until}
        hint="It does not end by itself where it is empty."
      />
    </>
  );
}

function OneLink({
  here,
  view: { now },
  link: { link, address },
}: {
  here: string;
  view: LinkListView;
  link: LinkListView['links'][number];
}) {
  const { id, role, uses, maxUses, expiresAt } = link;
  const words = role ?? GUEST;
  const hasEnded = (expiresAt !== null && expiresAt <= now) || (maxUses !== null && uses >= maxUses);
  const whom = `${words}, ${id.slice(0, 4)}…`;
  return (
    <Section title={`Lets people in as ${words}`}>
      <Copyable label={`Link for ${words}`} value={address} />
      <LinkState link={link} hasEnded={hasEnded} />
      <details>
        <summary aria-label={`Change: ${whom}`}>Change</summary>
        <PostForm action={here} class="member-form">
          <Hidden fields={{ link: id }} />
          <LinkFields
            id={id}
            role={words}
            uses={maxUses === null ? '' : String(maxUses)}
            until={expiresAt === null ? '' : dayOf(expiresAt)}
            now={now}
          />
          <Submit does="change" label="Save" whom={whom} />
        </PostForm>
      </details>
      <Danger
        summary="Delete"
        whom={whom}
        action={here}
        fields={{ link: id }}
        does="delete"
        label="Delete the link"
      >
        <p>Nobody can join by it any more. The {uses} who came in by it stay members.</p>
      </Danger>
    </Section>
  );
}

function LinkState({
  link: { uses, maxUses, expiresAt, createdAt },
  hasEnded,
}: {
  link: InviteLinkView['link'];
  hasEnded: boolean;
}) {
  return (
    <p class="member-hint">
      {hasEnded && <span class="member-badge">Ended</span>} Used by {uses}
      {maxUses === null ? '' : ` of ${maxUses}, ${Math.max(0, maxUses - uses)} left`} · made{' '}
      <Ago at={createdAt} /> ·{' '}
      {expiresAt === null ? (
        'does not end by itself'
      ) : (
        <>
          {hasEnded ? 'ended' : 'ends'} <Ago at={expiresAt} />
        </>
      )}
    </p>
  );
}

function Domains({ here, view: { organization, state } }: { here: string; view: LinkListView }) {
  const typed = state.typed?.get('do') === 'domains' ? state.typed.get('domains') : null;
  return (
    <Section title="Joining by mail domain">
      <PostForm action={here} class="member-form">
        <LongField
          name="domains"
          label="Mail domains"
          rows={3}
          spellcheck={false}
          placeholder="example.com"
          value={typed ?? organization.emailDomains.join('\n')}
          hint={`One on each line. Whoever proves an address there may join by themselves, as “${organization.defaultRole ?? GUEST}” (the default role of the organization). Nobody, where it is empty.`}
        />
        <Submit does="domains" label="Save domains" />
      </PostForm>
    </Section>
  );
}
