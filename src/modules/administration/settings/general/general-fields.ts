import type { Organization } from '#modules/organizations/index.js';
import { changedFields, shownFields } from '../../changed-fields.js';
import { GUEST } from '../../people/role-choices.js';

/** Settings that forms of the page change; each with its text in a form, and how a body of the API calls it. */
const FIELDS = {
  title: { shown: (now: Organization) => now.title, read: (text: string) => text },
  hostname: { shown: (now: Organization) => now.hostname, read: (text: string) => text },
  emailDomains: {
    shown: (now: Organization) => now.emailDomains.join('\n'),
    read: (text: string) => text.split(/[\s,;]+/).filter((line) => line !== ''),
  },
  defaultRole: {
    shown: (now: Organization) => now.defaultRole ?? GUEST,
    read: (text: string) => (text === GUEST ? null : text),
  },
  defaultContent: {
    shown: (now: Organization) => now.defaultSiteId ?? '',
    read: (text: string) => (text === '' ? null : { type: 'site', site: text }),
  },
  inviteLinks: { shown: (now: Organization) => tick(now.inviteLinks), read: isTicked },
  ai: { shown: (now: Organization) => tick(now.ai), read: isTicked },
  sso: { shown: (now: Organization) => tick(now.sso), read: isTicked },
} as const;

/** Names of the settings that forms of the page change. */
export type GeneralField = keyof typeof FIELDS;

/** The text of a setting in a form. */
export function shownValue(now: Organization, name: GeneralField): string {
  return FIELDS[name].shown(now);
}

/** Hidden fields that say what the settings of a form were when it was made. */
export function valuesBefore(now: Organization, names: readonly GeneralField[]): Record<string, string> {
  return shownFields(Object.fromEntries(names.map((name) => [name, shownValue(now, name)])));
}

/** The members of a body that a form asks for: only what the person changed. */
export function readGeneral(form: URLSearchParams): Record<string, unknown> {
  const changed = Object.entries(changedFields(form, Object.keys(FIELDS) as GeneralField[]));
  return Object.fromEntries(changed.map(([name, text]) => [name, FIELDS[name as GeneralField].read(text)]));
}

function tick(isOn: boolean): string {
  return isOn ? 'on' : '';
}

function isTicked(text: string): boolean {
  return text === 'on';
}
