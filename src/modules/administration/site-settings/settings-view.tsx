import {
  counted,
  Choice,
  Field,
  type FormState,
  Outcome,
  PostForm,
  Section,
  Submit,
  textOf,
} from '#modules/member-pages/index.js';
import type { SiteLosses, SiteRow } from '#modules/sites/index.js';
import { shownIn } from '../changed-fields.js';
import { ShownValues } from '../edited-fields.js';

const AGENTS = [
  ['included', 'Serve them: llms.txt, every page as Markdown, and MCP'],
  ['excluded', 'Make nothing for them, and ask the crawlers of AI services to stay away'],
] as const;

interface SettingsProps {
  here: string;
  /** Address of the page about the structure. */
  structure: string;
  row: SiteRow;
  /** Address for readers, published or not. */
  address: string;
  /** Counts of things that go with the site; null for members who only look at the settings. */
  losses: SiteLosses | null;
  state: FormState;
}

/** The page of a site's settings that have no tab of their own. */
export function SettingsView(props: SettingsProps) {
  const { row, losses, state } = props;
  return (
    <>
      <Outcome notice={state.notice} problem={state.problem} />
      {losses === null ? <Shown row={row} /> : <Settings {...props} />}
      {losses !== null && <Deletion {...props} losses={losses} />}
    </>
  );
}

function Shown({ row: { site } }: { row: SiteRow }) {
  return (
    <Section title="General">
      <dl class="member-facts">
        <dt>Title</dt>
        <dd dir="auto">{site.title}</dd>
        <dt>Agents</dt>
        <dd>{AGENTS.find(([value]) => value === site.agentsContext)?.[1]}</dd>
      </dl>
      <p class="member-hint">
        People with the role “create” or a stronger one on the site change its settings.
      </p>
    </Section>
  );
}

function Settings({ here, structure, row: { site }, state }: SettingsProps) {
  const typed = state.typed?.get('do') === 'save' ? state.typed : undefined;
  const stored = { title: site.title, agentsContext: site.agentsContext };
  // A form that was refused is compared with what it showed at first: what others changed meanwhile was not on it.
  const shown = typed ? shownIn(typed) : stored;
  return (
    <Section title="General">
      <PostForm action={here} class="member-form">
        <ShownValues values={shown} />
        <Field
          name="title"
          label="Title"
          hint="Readers see it in the header and in their search engine. The address stays as it is."
          value={typed ? textOf(typed, 'title') : stored.title}
          required
          minLength={2}
          maxLength={128}
          dir="auto"
        />
        <Choice
          name="agentsContext"
          label="Agents and other programs"
          hint="Programs that do not ask are not kept from pages that everybody can read."
          chosen={typed ? textOf(typed, 'agentsContext') : stored.agentsContext}
          options={AGENTS}
        />
        <Submit does="save" label="Save" kind="primary" />
      </PostForm>
      <p class="member-hint">
        Which section and which space readers get first is set in the <a href={structure}>structure</a>.
      </p>
    </Section>
  );
}

function Deletion({ here, row, address, losses, state }: SettingsProps & { losses: SiteLosses }) {
  const { site, siteSpaces, customHostname, proxy } = row;
  const addresses = [address, customHostname, proxy].filter((one) => one !== null);
  return (
    <Section title="Delete the site" isDangerous>
      <details class="member-danger" open={state.typed?.get('do') === 'delete'}>
        <summary>Delete the site</summary>
        <PostForm action={here} class="member-form">
          <p>These go with it, and nobody can bring them back:</p>
          <ul>
            <li>
              its addresses, at which readers then find nothing:{' '}
              {[...new Set(addresses.map((one) => one.replace(/^https?:\/\//, '').replace(/\/$/, '')))].join(
                ', ',
              )}
            </li>
            <li>
              {counted(losses.shareLinks, 'share link')} and {counted(losses.redirects, 'redirect')}
            </li>
            <li>its structure, looks and other settings, and the insights into what readers did</li>
            <li>the roles on it of {counted(losses.people, 'person or team', 'people and teams')}</li>
          </ul>
          <p>{staying(siteSpaces)} To close it for readers only, unpublish it on its overview instead.</p>
          <Field
            name="confirm"
            label={`Type its title: ${site.title.trim()}`}
            required
            autocomplete="off"
            spellcheck={false}
            dir="auto"
          />
          <Submit does="delete" label="Delete the site for good" kind="danger" />
        </PostForm>
      </details>
    </Section>
  );
}

function staying(spaces: number): string {
  if (spaces === 0) return 'It shows no space.';
  if (spaces === 1) return 'The space that it shows stays, with all its content.';
  return `The ${spaces} spaces that it shows stay, with all their content.`;
}
