import { DEFAULT_CUSTOMIZATION } from './customization-defaults.js';
import { type CustomizationOverrides, isGroup, type SiteCustomization } from './customization-schema.js';

type Settings = Record<string, unknown>;

/** All settings by their path, such as `styling.tint`; `prefix` goes before each. */
export function settingsByPath(settings: object, prefix = '', path = ''): Record<string, unknown> {
  const all: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(settings) as [string, unknown][]) {
    const at = path === '' ? name : `${path}.${name}`;
    if (isGroup(at) && typeof value === 'object' && value !== null)
      Object.assign(all, settingsByPath(value, prefix, at));
    else all[prefix + at] = value;
  }
  return all;
}

/** A site's stored settings, with defaults for what it has none of; all of it is default for null. */
export function effectiveCustomization(stored: CustomizationOverrides | null): SiteCustomization {
  return mergeSettings(DEFAULT_CUSTOMIZATION, stored ?? {});
}

/** The settings of a site with those of one of its spaces over them. */
export function mergeSettings(base: SiteCustomization, overrides: CustomizationOverrides): SiteCustomization {
  return merge(base, overrides, '') as SiteCustomization;
}

/** `overrides` after a change of some of them; null forgets one, or a group of them. */
export function changeOverrides(
  overrides: CustomizationOverrides,
  change: CustomizationOverrides,
): CustomizationOverrides {
  return withoutNull(merge(overrides, change, ''), '');
}

function merge(base: Settings, over: Settings, parent: string): Settings {
  const merged = { ...base };
  for (const [name, value] of Object.entries(over)) {
    const path = parent + name;
    const isInner = isGroup(path) && value !== null;
    merged[name] = isInner ? merge(groupAt(base, name), groupAt(over, name), `${path}.`) : value;
  }
  return merged;
}

function groupAt(settings: Settings, name: string): Settings {
  return (settings[name] ?? {}) as Settings;
}

function withoutNull(settings: Settings, parent: string): Settings {
  const entries = Object.entries(settings).flatMap(([name, value]) => {
    if (value === null) return [];
    if (!isGroup(parent + name)) return [[name, value]];
    const inner = withoutNull(value as Settings, `${parent}${name}.`);
    return Object.keys(inner).length > 0 ? [[name, inner]] : [];
  });
  return Object.fromEntries(entries) as Settings;
}
