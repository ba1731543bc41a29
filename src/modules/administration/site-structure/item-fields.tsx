import { Field, Tick } from '#modules/member-pages/index.js';

/** Values of the fields that several kinds of things in a structure have. */
export interface ItemValues {
  title?: string;
  description?: string | null;
  icon?: string | null;
  url?: string;
  path?: string;
  condition?: string | null;
  draft?: boolean;
}

interface FieldProps {
  /** Makes the ids of fields on a page with several forms different. */
  of: string;
  values: ItemValues;
}

/** The title of a section or link, or of a group, whose may be shorter. */
export function TitleField({ of, values, isGroup = false }: FieldProps & { isGroup?: boolean }) {
  const [minLength, maxLength] = isGroup ? [1, 100] : [2, 128];
  const rules = { required: true, minLength, maxLength, dir: 'auto' as const };
  return <Field name="title" id={`${of}-title`} label="Title" value={values.title ?? ''} {...rules} />;
}

/** The description of a section or link. */
export function DescriptionField({ of, values }: FieldProps) {
  return (
    <Field
      name="description"
      id={`${of}-description`}
      label="Description"
      hint="A sentence that readers see below the title in the menu."
      value={values.description ?? ''}
      maxLength={256}
      dir="auto"
    />
  );
}

/** The icon of a section, group or link. */
export function IconField({ of, values }: FieldProps) {
  return (
    <Field
      name="icon"
      id={`${of}-icon`}
      label="Icon"
      hint="Name of a Font Awesome icon, such as “rocket”. Leave it empty for none."
      value={values.icon ?? ''}
      maxLength={50}
      spellcheck={false}
      dir="ltr"
    />
  );
}

/** The segment of the addresses of a section or space. */
export function PathField({ of, values }: FieldProps) {
  return (
    <Field
      name="path"
      id={`${of}-path`}
      label="Part of its addresses"
      hint="Letters from a to z, digits and hyphens. After a change, its old addresses lead nowhere until a redirect leads on from them."
      value={values.path ?? ''}
      required
      maxLength={100}
      spellcheck={false}
      dir="ltr"
    />
  );
}

/** The condition under which visitors see something. */
export function ConditionField({ of, values }: FieldProps) {
  return (
    <Field
      name="condition"
      id={`${of}-condition`}
      label="Only for visitors with"
      hint={
        <>
          An expression on the visitor, such as <code>visitor.claims.plan == "pro"</code>. Leave it empty to
          show it to everybody who reads the site.
        </>
      }
      value={values.condition ?? ''}
      maxLength={1024}
      spellcheck={false}
      dir="ltr"
    />
  );
}

/** All fields of a link. */
export function LinkFields({ of, values }: FieldProps) {
  return (
    <>
      <TitleField of={of} values={values} />
      <Field
        name="url"
        id={`${of}-url`}
        label="Address"
        type="url"
        value={values.url ?? ''}
        required
        placeholder="https://"
        dir="ltr"
      />
      <DescriptionField of={of} values={values} />
      <IconField of={of} values={values} />
      <ConditionField of={of} values={values} />
      <Tick
        name="draft"
        id={`${of}-draft`}
        label="Keep it from readers for now"
        checked={values.draft ?? false}
        value="on"
      />
    </>
  );
}
