import { Choice, Field, type FormState, Outcome, PostForm, Submit } from '#modules/member-pages/index.js';
import { TEMPLATE } from './begin-content.js';

interface Way {
  value: string;
  title: string;
  text: string;
}

const WAYS: readonly Way[] = [
  {
    value: 'import',
    title: 'Import what you have',
    text: 'A folder or archive of Markdown, Word documents, or a website. Its pages appear as they arrive.',
  },
  {
    value: 'git',
    title: 'From a Git repository',
    text: 'The pages of a folder in a repository, with their pictures and their order: kept in sync, or imported once.',
  },
  { value: 'empty', title: 'An empty page', text: 'Start to write at once.' },
];

/** Asks for the first content of an organization. @param home address of the organization. */
export function BeginForm({
  action,
  home,
  templates,
  state: { notice, problem, typed },
}: {
  action: string;
  home: string;
  templates: readonly { id: string; title: string; description: string }[];
  state: FormState;
}) {
  const ways = [
    ...WAYS,
    ...templates.map(({ id, title, description }) => ({
      value: `${TEMPLATE}${id}`,
      title: `Template: ${title}`,
      text: description,
    })),
  ];
  return (
    <>
      <Outcome notice={notice} problem={problem} />
      <PostForm action={action} class="member-form welcome-form">
        <Field
          name="title"
          label="Title of your documentation"
          value={typed?.get('title') ?? ''}
          placeholder="Handbook"
          required
          minLength={2}
          maxLength={50}
          autocomplete="off"
        />
        <Ways ways={ways} chosen={typed?.get('from') ?? 'import'} />
        <Audience chosen={typed?.get('audience') ?? 'public'} />
        <Submit does="begin" label="Create and publish it" kind="primary" />
      </PostForm>
      <p>
        <a href={home}>Not now: go to the organization</a>
      </p>
    </>
  );
}

function Ways({ ways, chosen }: { ways: readonly Way[]; chosen: string }) {
  return (
    <fieldset class="choice-cards">
      <legend>Begin with</legend>
      {ways.map(({ value, title, text }) => (
        <label>
          <input type="radio" name="from" value={value} checked={value === chosen} />
          <span>
            <strong>{title}</strong>
            <span class="member-hint">{text}</span>
          </span>
        </label>
      ))}
    </fieldset>
  );
}

function Audience({ chosen }: { chosen: string }) {
  return (
    <Choice
      name="audience"
      label="Readers of the published site"
      chosen={chosen}
      options={[
        ['public', 'Everybody, and search engines'],
        ['unlisted', 'Everybody who has the address'],
        ['share-link', 'Nobody yet, until you make a share link'],
      ]}
    />
  );
}
