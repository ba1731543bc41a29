/**
 * The fields of a form that differ from what the form was shown with, so that saving one field does not undo what somebody else
 * changed meanwhile in another. The form says what it showed in hidden fields named `was-{field}`.
 */
export function changedFields<Name extends string>(
  form: URLSearchParams,
  names: readonly Name[],
): Partial<Record<Name, string>> {
  const changed: Partial<Record<Name, string>> = {};
  for (const name of names) {
    const value = form.get(name)?.trim();
    if (value !== undefined && value !== form.get(`was-${name}`)) changed[name] = value;
  }
  return changed;
}

/** The hidden fields with which {@link changedFields} compares. */
export function shownFields(values: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [`was-${name}`, value]));
}
