import { Choice, Field, type Option } from '../fields.js';
import { PostForm } from '../forms.js';

/** The fields of the form; a field is empty when the server decides. */
export interface Typed {
  title: string;
  collection: string;
  template: string;
  editMode: string;
  /** `site` leads to the form for a site next. */
  next: string;
}

interface Named {
  id: string;
  title: string;
}

/** The form for a new space. */
export function NewSpaceForm({
  action,
  typed,
  problem,
  collections,
  templates,
}: {
  action: string;
  typed: Typed;
  problem: string | undefined;
  collections: readonly Named[];
  templates: readonly Named[];
}) {
  return (
    <PostForm action={action} class="member-form">
      {problem !== undefined && (
        <p class="member-problem" role="alert">
          {problem}
        </p>
      )}
      {typed.next !== '' && <input type="hidden" name="next" value={typed.next} />}
      <Field
        name="title"
        label="Title"
        value={typed.title}
        maxLength={50}
        required
        autofocus
        autocomplete="off"
      />
      {collections.length > 0 && (
        <Choice
          name="collection"
          label="Collection"
          chosen={typed.collection}
          options={[['', 'None'], ...collections.map(({ id, title }): Option => [id, title])]}
        />
      )}
      <Beginning typed={typed} templates={templates} />
      <button type="submit" class="button button-primary button-medium">
        Create the space
      </button>
    </PostForm>
  );
}

/** The fields for the first content and the way of changing. */
function Beginning({ typed, templates }: { typed: Typed; templates: readonly Named[] }) {
  return (
    <>
      <Choice
        name="template"
        label="Begins with"
        chosen={typed.template}
        options={[
          ['', 'An empty page'],
          ...templates.map(({ id, title }): Option => [id, `Template: ${title}`]),
        ]}
      />
      <Choice
        name="editMode"
        label="Changes"
        chosen={typed.editMode}
        options={[
          ['locked', 'Through change requests'],
          ['live', 'At once, with each save'],
        ]}
      />
    </>
  );
}
