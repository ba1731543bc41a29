import type { IntegrationConfiguration } from '#modules/integrations/index.js';

type Settings = Record<string, unknown>;

/** The names of form fields with a setting begin with this. */
export const SETTING_PREFIX = 'set.';

/** True when an integration lists its settings, so that a form can be made of them; others draw the form themselves. */
export function listsProperties(
  requestedSettings: IntegrationConfiguration | undefined,
): requestedSettings is Exclude<IntegrationConfiguration, { componentId: string }> {
  return requestedSettings !== undefined && 'properties' in requestedSettings;
}

/** Reads the settings from a form. Stored settings that it does not ask for stay; the API refuses wrong values later. */
export function readSettings(
  requestedSettings: IntegrationConfiguration | undefined,
  stored: Settings,
  form: URLSearchParams,
): Settings {
  const settings = new Map(Object.entries(stored));
  for (const [name, { type }] of Object.entries(
    listsProperties(requestedSettings) ? requestedSettings.properties : {},
  )) {
    if (type === 'button') continue;
    const text = (form.get(SETTING_PREFIX + name) ?? '').trim();
    if (type === 'boolean') settings.set(name, text !== '');
    else if (text === '') settings.delete(name);
    else settings.set(name, type === 'number' && !Number.isNaN(Number(text)) ? Number(text) : text);
  }
  return Object.fromEntries(settings);
}
