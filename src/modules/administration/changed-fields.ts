const SHOWN = 'was-';

/**
 * The hidden fields that say what a form was shown with, so that {@link changedFields} finds what the person changed.
 * @param values texts by the names of their fields; a tick is `on` or empty.
 */
export function shownFields(values: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [SHOWN + name, value]));
}

/** The values that a form was shown with, by the names of their fields. */
export function shownIn(form: URLSearchParams): Record<string, string> {
  const fields = [...form].filter(([name]) => name.startsWith(SHOWN));
  return Object.fromEntries(fields.map(([name, value]) => [name.slice(SHOWN.length), value]));
}

/**
 * The fields of a form that differ from what the form was shown with, so that saving one field does not undo what somebody else
 * changed meanwhile in another. Spaces at the ends and the kind of line ends make no difference; a field that the form does not
 * have is left out.
 */
export function changedFields<Name extends string>(
  form: URLSearchParams,
  names: readonly Name[],
): Partial<Record<Name, string>> {
  const changed: Partial<Record<Name, string>> = {};
  for (const name of names) {
    const [typed, shown] = [form.get(name), form.get(SHOWN + name)];
    if (typed === null && shown === null) continue;
    const text = plain(typed);
    if (shown === null || text !== plain(shown)) changed[name] = text;
  }
  return changed;
}

function plain(text: string | null): string {
  return (text ?? '').trim().replaceAll('\r\n', '\n');
}
