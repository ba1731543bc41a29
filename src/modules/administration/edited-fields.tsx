import { Hidden, textOf } from '#modules/member-pages/index.js';
import type { SeenValues } from '#modules/sites/index.js';

const BEFORE = 'before.';

/** Fields of a form that the person has changed: their new values, and those that the page showed. */
export interface EditedFields {
  changes: Record<string, unknown>;
  seen: SeenValues;
}

/** The values that a form shows, so that only what is changed is sent on. @param values by the names of their fields. */
export function ShownValues({ values }: { values: Record<string, string | boolean | null> }) {
  const fields = Object.entries(values).map(([name, value]) => [BEFORE + name, textFor(value)] as const);
  return <Hidden fields={Object.fromEntries(fields)} />;
}

/** The values that a form with {@link ShownValues} showed, for showing it again. */
export function shownIn(form: URLSearchParams): Record<string, string> {
  const fields = [...form].filter(([name]) => name.startsWith(BEFORE));
  return Object.fromEntries(fields.map(([name, value]) => [name.slice(BEFORE.length), value]));
}

/**
 * The changes of a form with {@link ShownValues}.
 * @param texts names of its fields; those that end in `?` may be left empty, which removes the value.
 * @param ticks names of its fields that are on or off.
 */
export function readEdited(
  form: URLSearchParams,
  texts: readonly string[],
  ticks: readonly string[] = [],
): EditedFields {
  const edited: EditedFields = { changes: {}, seen: {} };
  const note = (name: string, before: unknown, after: unknown) => {
    if (before === after) return;
    edited.changes[name] = after;
    edited.seen = { ...edited.seen, [name]: before };
  };
  for (const text of texts) {
    const name = text.replace('?', '');
    const orNull = (value: string) => value || (text.endsWith('?') ? null : '');
    const before = form.get(BEFORE + name) ?? '';
    const typed = textOf(form, name);
    note(name, orNull(before), orNull(typed === before.trim() ? before : typed));
  }
  for (const name of ticks) note(name, form.get(BEFORE + name) === 'on', form.has(name));
  return edited;
}

function textFor(value: string | boolean | null): string {
  if (typeof value === 'boolean') return value ? 'on' : '';
  return value ?? '';
}
