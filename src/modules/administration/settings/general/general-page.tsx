import { serializeMarkdown } from '#modules/documents/index.js';
import {
  Choice,
  Danger,
  Field,
  type FormState,
  Hidden,
  LongField,
  Outcome,
  PostForm,
  Section,
  type ShownPage,
  shownPage,
  Submit,
  Tick,
} from '#modules/member-pages/index.js';
import type { Organization, StoredInstructions } from '#modules/organizations/index.js';
import { MEMBER_ROLE_OPTIONS } from '../../people/role-choices.js';
import { settingsFrame, settingsPath } from '../settings-frame.js';
import { shownIn } from '../../changed-fields.js';
import { type GeneralField, shownValue, valuesBefore } from './general-fields.js';

export interface GeneralView {
  organization: Organization;
  instructions: StoredInstructions;
  sites: readonly { id: string; title: string; isPublished: boolean }[];
  state: FormState;
}

/** The text of a field: as it was typed into the form that was refused, else as it is stored. */
type Shown = (name: GeneralField) => string;

/** The general settings of an organization, each part with its own button. */
export function generalPage(base: string, view: GeneralView): ShownPage {
  const { organization, state } = view;
  const here = settingsPath(base, organization.id);
  const { typed = new URLSearchParams() } = state;
  const refused = shownIn(typed);
  const shown: Shown = (name) => (name in refused ? (typed.get(name) ?? '') : shownValue(organization, name));
  const part = { here, view, shown };
  return shownPage(
    settingsFrame(base, organization.id, ''),
    <>
      <Outcome {...state} />
      <Name {...part} />
      <Logo {...part} />
      <Joining {...part} />
      <Readers {...part} />
      <Instructions {...part} />
      <Hostname {...part} />
    </>,
  );
}

interface Part {
  here: string;
  view: GeneralView;
  shown: Shown;
}

function Name({ here, view: { organization }, shown }: Part) {
  return (
    <Section title="Name">
      <PostForm action={here} class="member-form">
        <Hidden fields={valuesBefore(organization, ['title'])} />
        <Field
          name="title"
          label="Title"
          value={shown('title')}
          required
          minLength={2}
          maxLength={255}
          dir="auto"
          hint="Members and mails call the organization so."
        />
        <Submit does="save" label="Save title" kind="primary" />
      </PostForm>
    </Section>
  );
}

function Logo({ here, view: { organization } }: Part) {
  const { logoUrl } = organization;
  return (
    <Section title="Logo">
      <p>It stands in the app, in mails, and on sites that have no logo of their own.</p>
      {logoUrl !== null && (
        <p>
          <img class="settings-logo" src={logoUrl} alt="The logo now" referrerpolicy="no-referrer" />
        </p>
      )}
      <PostForm action={here} class="member-form" hasFiles>
        <label for="logo">{logoUrl === null ? 'Picture' : 'Another picture'}</label>
        <p class="member-hint" id="logo-hint">
          PNG, SVG, JPEG, GIF or WebP.
        </p>
        <input type="file" id="logo" name="file" accept="image/*" required aria-describedby="logo-hint" />
        <Submit does="logo" label="Upload" />
      </PostForm>
      {logoUrl !== null && (
        <Danger summary="Remove the logo" action={here} does="remove-logo" label="Remove the logo">
          <p>The picture is deleted. To have it again, upload it again.</p>
        </Danger>
      )}
    </Section>
  );
}

const JOINING = ['emailDomains', 'defaultRole', 'inviteLinks', 'sso'] as const;

function Joining({ here, view: { organization }, shown }: Part) {
  return (
    <Section title="Joining">
      <PostForm action={here} class="member-form">
        <Hidden fields={valuesBefore(organization, JOINING)} />
        <LongField
          name="emailDomains"
          label="Mail domains"
          value={shown('emailDomains')}
          rows={3}
          spellcheck={false}
          hint="One in a line, such as example.com. Whoever proves a mail address there may join without an invitation."
        />
        <Choice
          name="defaultRole"
          label="Role of those who join by themselves"
          chosen={shown('defaultRole')}
          options={MEMBER_ROLE_OPTIONS}
        />
        <Tick
          name="inviteLinks"
          label="Invitation links work"
          checked={shown('inviteLinks') === 'on'}
          hint="While this is off, links that exist let nobody in, nobody makes new ones, and only administrators invite people by mail who are no members yet."
        />
        <Tick
          name="sso"
          label="Members come in through single sign-on only"
          checked={shown('sso') === 'on'}
          hint="This needs an identity provider that somebody has signed in with. Tokens that administrators made by hand go on working."
        />
        <Submit does="save" label="Save who joins" kind="primary" />
      </PostForm>
    </Section>
  );
}

const READERS = ['defaultContent', 'ai'] as const;

function Readers({ here, view: { organization, sites }, shown }: Part) {
  return (
    <Section title="Sites">
      <PostForm action={here} class="member-form">
        <Hidden fields={valuesBefore(organization, READERS)} />
        <Choice
          name="defaultContent"
          label="Site at the address without a path"
          chosen={shown('defaultContent')}
          options={[
            ['', 'None'],
            ...sites.map(
              ({ id, title, isPublished }) =>
                [id, isPublished ? title : `${title} (readers see it once it is published)`] as const,
            ),
          ]}
        />
        <Tick
          name="ai"
          label="Sites serve agents and assistants"
          checked={shown('ai') === 'on'}
          hint="While this is off, no site gives out Markdown, llms.txt, MCP or links to assistants. What single sites say stays, and counts again later."
        />
        <Submit does="save" label="Save sites" kind="primary" />
      </PostForm>
    </Section>
  );
}

function Instructions({ here, view: { instructions, state } }: Part) {
  return (
    <Section title="Instructions for agents">
      <PostForm action={here} class="member-form">
        <Hidden fields={{ seen: instructions.updatedAt.toISOString() }} />
        <LongField
          name="instructions"
          label="Instructions"
          value={state.typed?.get('instructions') ?? serializeMarkdown(instructions.document)}
          rows={8}
          maxLength={10_000}
          dir="auto"
          hint="Markdown: what to call things, what to leave out, where to look first. Readers can see it, so keep secrets out."
        />
        <Submit does="instructions" label="Save instructions" kind="primary" />
      </PostForm>
    </Section>
  );
}

function Hostname({ here, view: { organization, sites }, shown }: Part) {
  const published = sites.filter(({ isPublished }) => isPublished).length;
  return (
    <Section title="Name in addresses" isDangerous>
      <p>
        The addresses of the sites begin with <code>{organization.hostname}</code>.
      </p>
      <Danger summary="Change the name" action={here} does="hostname" label="Change all addresses">
        <Hidden fields={valuesBefore(organization, ['hostname'])} />
        <p>
          {published === 0 && 'No site is published yet. '}
          {published === 1 && 'One published site gets another address at once. '}
          {published > 1 && `${published} published sites get other addresses at once. `}
          Links to the old addresses lead nowhere, and another organization may take the old name. Custom
          hostnames stay. You can change it back as long as nobody took it.
        </p>
        <Field
          name="hostname"
          label="New name"
          value={shown('hostname')}
          required
          minLength={3}
          maxLength={32}
          pattern="[a-z0-9][a-z0-9\-]*[a-z0-9]"
          autocomplete="off"
          spellcheck={false}
          hint="3 to 32 lower case letters, digits and hyphens."
        />
      </Danger>
    </Section>
  );
}
