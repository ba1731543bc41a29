import type { IntegrationConfiguration } from '#modules/integrations/index.js';

type Settings = Record<string, unknown>;

/** Prefix of the fields of settings in forms. */
export const SETTING = 'set.';

/** True when a form can be made of an integration's configuration, because it does not draw one itself. */
export function isForm(
  asked: IntegrationConfiguration | undefined,
): asked is Exclude<IntegrationConfiguration, { componentId: string }> {
  return asked !== undefined && 'properties' in asked;
}

/** The settings as filled in; those that the form does not ask for stay. What is wrong is left for the API to refuse. */
export function readSettings(
  asked: IntegrationConfiguration | undefined,
  stored: Settings,
  form: URLSearchParams,
): Settings {
  const settings = new Map(Object.entries(stored));
  for (const [name, { type }] of Object.entries(isForm(asked) ? asked.properties : {})) {
    if (type === 'button') continue;
    const text = (form.get(SETTING + name) ?? '').trim();
    if (type === 'boolean') settings.set(name, text !== '');
    else if (text === '') settings.delete(name);
    else settings.set(name, type === 'number' && !Number.isNaN(Number(text)) ? Number(text) : text);
  }
  return Object.fromEntries(settings);
}
