import { AUDIT_ACTIONS, type AuditEvent, type AuditSource } from '#modules/audit/index.js';

/** The doors that changes come in by, in words. */
export const SOURCE_WORDS: Record<AuditSource, string> = {
  ui: 'In the browser',
  api: 'Through the API',
  integration: 'By an integration',
  workflow: 'By the server',
};

/** Types of things that entries are about, for the filter; an address may name others, too. */
export const TARGET_TYPES = [
  'organization',
  'member',
  'team',
  'space',
  'collection',
  'site',
  'share-link',
  'integration',
  'audit-stream',
] as const;

const SHORT = 300;

/** An action in words. */
export function actionWords(action: string): string {
  return (AUDIT_ACTIONS as Record<string, string>)[action] ?? action;
}

/** The name of a member or type, in words: `defaultRole` is `Default role`, `share-link` is `Share link`. */
export function nameWords(name: string): string {
  const words = name
    .replace(/([a-z])([A-Z])/g, (_, end: string, begin: string) => `${end} ${begin.toLowerCase()}`)
    .replaceAll(/[-_]/g, ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/**
 * A value before or after a change, in words.
 * @param nameOf answers the name of a user or team; null for an unknown one.
 */
export function valueWords(value: unknown, nameOf: (key: string) => string | null): string {
  const words = wordsOf(value, nameOf);
  return words.length > SHORT ? `${words.slice(0, SHORT)}…` : words;
}

function wordsOf(value: unknown, nameOf: (key: string) => string | null): string {
  if (value === undefined || value === null || value === '') return 'nothing';
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (typeof value === 'string') return nameOf(value) ?? timeWords(value);
  if (typeof value !== 'object') return JSON.stringify(value);
  if (Array.isArray(value))
    return value.length === 0 ? 'nothing' : value.map((item) => wordsOf(item, nameOf)).join(', ');
  const members = Object.entries(value);
  return members.length === 0
    ? 'nothing'
    : members.map(([name, item]) => `${memberWords(name, nameOf)}: ${wordsOf(item, nameOf)}`).join('; ');
}

/** The name of a member of a value: an id of somebody, or the name of a setting. */
export function memberWords(name: string, nameOf: (key: string) => string | null): string {
  return nameOf(name) ?? nameWords(name);
}

function timeWords(value: string): string {
  return /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?Z$/.test(value)
    ? `${value.slice(0, 16).replace('T', ' ')} UTC`
    : value;
}

/** Ids of users and teams in the changes of entries: of `user:<id>` and `team:<id>`, and of the users whom merge rules name. */
export function keysIn(events: readonly AuditEvent[]): { users: string[]; teams: string[] } {
  const text = JSON.stringify(events.map(({ changes }) => changes));
  const find = (kind: string) => [
    ...new Set([...text.matchAll(new RegExp(`"${kind}:([\\w-]{1,64})"`, 'g'))].map(([, id]) => id!)),
  ];
  const named = [...text.matchAll(/"users":\[([^\]]*)\]/g)].flatMap(
    ([, ids = '']) => ids.match(/[\w-]{1,64}/g) ?? [],
  );
  return { users: [...new Set([...find('user'), ...named])], teams: find('team') };
}
