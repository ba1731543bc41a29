import type { ComponentChildren } from 'preact';
import { PostForm } from './forms.js';

/** A choice of a select: its value, and its words. */
export type Option = readonly [value: string, title: string];

interface Labelled {
  /** Name of the field; also the id of its element, unless `id` is there. */
  name: string;
  label: string;
  id?: string;
  /** A sentence below the label. */
  hint?: ComponentChildren;
}

interface TextRules {
  value?: string;
  required?: boolean;
  minLength?: number;
  maxLength?: number;
  placeholder?: string;
  /** Token of https://html.spec.whatwg.org/#autofill, or `off`. */
  autocomplete?: string;
  autofocus?: boolean;
  spellcheck?: boolean;
  dir?: 'auto' | 'ltr';
}

interface InputRules extends TextRules {
  type?: 'text' | 'email' | 'url' | 'number' | 'password' | 'date' | 'color' | 'search';
  pattern?: string;
  min?: number | string;
  max?: number | string;
  step?: number;
  /** Id of a `datalist` with values to choose from. */
  list?: string;
  /** Takes several values, with commas between them. */
  multiple?: boolean;
  inputMode?: 'numeric' | 'email' | 'url';
}

/** A field of one line with its label. */
export function Field({ name, label, id = name, hint, ...input }: Labelled & InputRules) {
  return (
    <>
      <Label id={id} label={label} hint={hint} />
      {/* Preact types each kind of input apart. */}
      <input {...(input as { type?: 'text' })} id={id} name={name} {...described(id, hint)} />
    </>
  );
}

/** A field of several lines. */
export function LongField({
  name,
  label,
  id = name,
  hint,
  value,
  ...area
}: Labelled & TextRules & { rows?: number }) {
  return (
    <>
      <Label id={id} label={label} hint={hint} />
      <textarea rows={4} {...area} id={id} name={name} {...described(id, hint)}>
        {value}
      </textarea>
    </>
  );
}

/** A choice of one of several. */
export function Choice({
  name,
  label,
  id = name,
  hint,
  chosen,
  options,
}: Labelled & { chosen: string; options: readonly Option[] }) {
  return (
    <>
      <Label id={id} label={label} hint={hint} />
      <select id={id} name={name} {...described(id, hint)}>
        <Options options={options} chosen={chosen} />
      </select>
    </>
  );
}

/** A select whose label is hidden, as in a row of a table. */
export function RowChoice({
  name,
  label,
  chosen,
  options,
}: {
  name: string;
  label: string;
  chosen: string;
  options: readonly Option[];
}) {
  return (
    <select name={name} aria-label={label}>
      <Options options={options} chosen={chosen} />
    </select>
  );
}

/** Something that is on or off. The field is sent where it is on. */
export function Tick({
  name,
  label,
  id = name,
  hint,
  checked,
  value,
}: Labelled & { checked: boolean; value?: string }) {
  return (
    <div class="member-tick">
      <label for={id}>
        <input type="checkbox" id={id} name={name} value={value} checked={checked} {...described(id, hint)} />
        <span>{label}</span>
      </label>
      {hint !== undefined && (
        <p class="member-hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
    </div>
  );
}

/**
 * The button that sends a form.
 * @param does name of the action.
 * @param whom what the action is for, where several buttons of a page have the same words.
 */
export function Submit({
  does,
  label,
  whom,
  kind = 'secondary',
}: {
  does: string;
  label: string;
  whom?: string;
  kind?: 'primary' | 'secondary' | 'danger';
}) {
  const name = whom === undefined ? {} : { 'aria-label': `${label}: ${whom}` };
  return (
    <button type="submit" name="do" value={does} class={`button button-${kind} button-medium`} {...name}>
      {label}
    </button>
  );
}

/** A form that is one button: what it acts on goes with it. */
export function ButtonForm({
  action,
  fields,
  ...button
}: Parameters<typeof Submit>[0] & { action: string; fields?: Record<string, string> }) {
  return (
    <PostForm action={action} class="member-actions">
      <Hidden fields={fields} />
      <Submit {...button} />
    </PostForm>
  );
}

/**
 * Something that destroys: it says what will be lost, and is done with a second button.
 * @param summary words of the first.
 * @param children what will be lost, and whether it can be taken back.
 */
export function Danger({
  summary,
  action,
  does,
  label,
  whom,
  fields,
  children,
}: {
  summary: string;
  action: string;
  does: string;
  label: string;
  whom?: string;
  fields?: Record<string, string>;
  children: ComponentChildren;
}) {
  return (
    <details class="member-danger">
      <summary aria-label={whom === undefined ? undefined : `${summary}: ${whom}`}>{summary}</summary>
      <PostForm action={action}>
        <Hidden fields={fields} />
        {children}
        <Submit does={does} label={label} whom={whom} kind="danger" />
      </PostForm>
    </details>
  );
}

/** Values that a form sends with its fields. */
export function Hidden({ fields = {} }: { fields?: Record<string, string> }) {
  return (
    <>
      {Object.entries(fields).map(([name, value]) => (
        <input type="hidden" name={name} value={value} />
      ))}
    </>
  );
}

/** A text to hand on, with a button that copies it where scripts run (bundle `forms`). */
export function Copyable({ label, value }: { label: string; value: string }) {
  return (
    <div class="copyable">
      <input readOnly value={value} aria-label={label} dir="ltr" />
      <button type="button" class="button button-secondary" data-copy hidden aria-label={`Copy: ${label}`}>
        Copy
      </button>
    </div>
  );
}

/** A text of several lines to hand on, with a button that copies it where scripts run (bundle `forms`). */
export function CopyableText({ label, value }: { label: string; value: string }) {
  return (
    <div class="copyable-text">
      <pre tabIndex={0} role="region" aria-label={label} dir="ltr">
        {value}
      </pre>
      <button type="button" class="button button-secondary" data-copy hidden aria-label={`Copy: ${label}`}>
        Copy
      </button>
    </div>
  );
}

/** An empty list, which says what to do first. */
export function Empty({ children }: { children: ComponentChildren }) {
  return <div class="app-empty">{children}</div>;
}

function Options({ options, chosen }: { options: readonly Option[]; chosen: string }) {
  return (
    <>
      {options.map(([value, title]) => (
        <option value={value} selected={value === chosen}>
          {title}
        </option>
      ))}
    </>
  );
}

function Label({ id, label, hint }: { id: string; label: string; hint?: ComponentChildren }) {
  return (
    <>
      <label for={id}>{label}</label>
      {hint !== undefined && (
        <p class="member-hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
    </>
  );
}

const described = (id: string, hint: ComponentChildren) =>
  hint === undefined ? {} : { 'aria-describedby': `${id}-hint` };

/** A part of a page of settings, with its heading. */
export function Section({
  title,
  isDangerous = false,
  children,
}: {
  title: string;
  isDangerous?: boolean;
  children: ComponentChildren;
}) {
  return (
    <section class={isDangerous ? 'member-section member-section-danger' : 'member-section'}>
      <h2>{title}</h2>
      {children}
    </section>
  );
}
