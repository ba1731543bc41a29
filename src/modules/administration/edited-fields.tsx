import { Hidden, textOf } from '#modules/member-pages/index.js';
import type { SeenValues } from '#modules/sites/index.js';
import { shownFields, shownIn } from './changed-fields.js';

/** Fields of a form that the person has changed: their new values, and those that the page showed. */
export interface EditedFields {
  changes: Record<string, unknown>;
  seen: SeenValues;
}

/** The values that a form shows, so that only what is changed is sent on. @param values by the names of their fields. */
export function ShownValues({ values }: { values: Record<string, string | boolean | null> }) {
  const texts = Object.entries(values).map(([name, value]) => [name, textFor(value)] as const);
  return <Hidden fields={shownFields(Object.fromEntries(texts))} />;
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
  const shown = shownIn(form);
  const edited: EditedFields = { changes: {}, seen: {} };
  const note = (name: string, before: unknown, after: unknown) => {
    if (before === after) return;
    edited.changes[name] = after;
    edited.seen = { ...edited.seen, [name]: before };
  };
  for (const text of texts) {
    const name = text.replace('?', '');
    const orNull = (value: string) => value || (text.endsWith('?') ? null : '');
    const before = shown[name] ?? '';
    const typed = textOf(form, name);
    note(name, orNull(before), orNull(typed === before.trim() ? before : typed));
  }
  for (const name of ticks) note(name, shown[name] === 'on', form.has(name));
  return edited;
}

function textFor(value: string | boolean | null): string {
  if (typeof value === 'boolean') return value ? 'on' : '';
  return value ?? '';
}
