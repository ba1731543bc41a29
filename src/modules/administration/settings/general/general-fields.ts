import type { Organization } from '#modules/organizations/index.js';
import { textOf } from '#modules/member-pages/index.js';
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

/** Prefix of the fields that say what a form was made of. */
const BEFORE = 'was.';

/** The text of a setting in a form. */
export function shownValue(now: Organization, name: GeneralField): string {
  return FIELDS[name].shown(now);
}

/** Hidden fields that say what the settings of a form were when it was made. */
export function valuesBefore(now: Organization, names: readonly GeneralField[]): Record<string, string> {
  return Object.fromEntries(names.map((name) => [BEFORE + name, shownValue(now, name)]));
}

/**
 * The members of a body that a form asks for: only those that it has and that differ from what it was made of, so that it takes back
 * nothing that somebody else changed meanwhile.
 */
export function changedFields(form: URLSearchParams): Record<string, unknown> {
  const names = (Object.keys(FIELDS) as GeneralField[]).filter((name) => form.has(BEFORE + name));
  const changed = names.flatMap((name) => {
    const typed = textOf(form, name).replaceAll('\r\n', '\n');
    const before = textOf(form, BEFORE + name).replaceAll('\r\n', '\n');
    return typed === before ? [] : [[name, FIELDS[name].read(typed)] as const];
  });
  return Object.fromEntries(changed);
}

function tick(isOn: boolean): string {
  return isOn ? 'on' : '';
}

function isTicked(text: string): boolean {
  return text === 'on';
}
