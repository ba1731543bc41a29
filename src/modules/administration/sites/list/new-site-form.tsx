import { Choice, Empty, Field, type Option, PostForm, Submit } from '#modules/member-pages/index.js';
import { AudienceChoice } from '../site-parts.js';

/** The form that was typed, or its first state. */
export interface TypedSite {
  title: string;
  /** Ids of the chosen spaces. */
  spaces: readonly string[];
  /** Beginning of a further space: `empty`, `import` or `template:<id>`; empty for none. */
  begin: string;
  visibility: string;
}

/** A thing to choose. */
interface Named {
  id: string;
  title: string;
}

/** The form for a new site. @param newSpace address of the form for a new space, which leads back here. */
export function NewSiteForm({
  action,
  newSpace,
  typed,
  spaces,
  templates,
}: {
  action: string;
  newSpace: string;
  typed: TypedSite;
  spaces: readonly Named[];
  templates: readonly Named[];
}) {
  return (
    <PostForm action={action} class="member-form site-new">
      <Field
        name="title"
        label="Title"
        value={typed.title}
        required
        minLength={2}
        maxLength={128}
        autofocus
      />
      <Spaces spaces={spaces} chosen={typed.spaces} newSpace={newSpace} />
      <Choice
        name="begin"
        label="A new space on it"
        hint="It gets the title of the site, and its changes are live with each save until its settings say otherwise."
        chosen={typed.begin}
        options={[
          ['', spaces.length === 0 ? 'None for now' : 'None, only the spaces chosen above'],
          ['empty', 'With an empty page'],
          ['import', 'From an import: documents, a folder, a website or a repository'],
          ...templates.map(({ id, title }): Option => [`template:${id}`, `From the template: ${title}`]),
        ]}
      />
      <AudienceChoice chosen={typed.visibility} />
      <p class="member-hint">Nobody reads the site before you publish it.</p>
      <Submit does="create" label="Create the site" kind="primary" />
    </PostForm>
  );
}

function Spaces({
  spaces,
  chosen,
  newSpace,
}: {
  spaces: readonly Named[];
  chosen: readonly string[];
  newSpace: string;
}) {
  if (spaces.length === 0)
    return (
      <Empty>
        There is no space that you may publish yet. Begin with a new one below, or{' '}
        <a href={newSpace}>create a space first</a> and come back.
      </Empty>
    );
  return (
    <fieldset>
      <legend>Spaces that it shows</legend>
      {spaces.map(({ id, title }) => (
        <label>
          <input type="checkbox" name="space" value={id} checked={chosen.includes(id)} />{' '}
          <span dir="auto">{title}</span>
        </label>
      ))}
    </fieldset>
  );
}
