import { AUDIT_GROUPS, AUDIT_SOURCES } from '#modules/audit/index.js';
import type { AskedFilter } from '#modules/organizations/index.js';
import { BadRequest } from '#platform/http/errors.js';
import { endOfDay, startOfDay, zoneOf } from './zoned-days.js';

/** Fields of the filter, as its address has them; the empty text for what does not matter. */
const NAMES = [
  'who',
  'actor',
  'group',
  'type',
  'target',
  'source',
  'address',
  'from',
  'to',
  'zone',
  'sign-ins',
] as const;
const MOST_CHARACTERS = 255;

export type FilterField = (typeof NAMES)[number];
export type TypedFilter = Record<FilterField, string>;

/** The filter of an address. */
export function typedFilter(query: URLSearchParams): TypedFilter {
  const values = NAMES.map(
    (name) => [name, (query.get(name) ?? '').trim().slice(0, MOST_CHARACTERS)] as const,
  );
  return Object.fromEntries(values) as TypedFilter;
}

/** The members of an address that have a value. @param changes values in place of those of the filter. */
export function filterQuery(typed: TypedFilter, changes: Partial<TypedFilter> = {}): Record<string, string> {
  const all: TypedFilter = { ...typed, ...changes };
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== ''));
}

/**
 * The filter as the log takes it.
 * @param actor id of the user who has the mail address in `who`; undefined where nobody is asked for.
 * @throws BadRequest for a day that does not exist.
 */
export function askedFilter(typed: TypedFilter, actor: string | undefined): AskedFilter {
  const zone = zoneOf(typed.zone);
  const group = AUDIT_GROUPS.find((known) => known === typed.group);
  const source = AUDIT_SOURCES.find((known) => known === typed.source);
  const { from, to, type, target, address } = typed;
  const asked: AskedFilter = {
    ...given('actor', actor ?? typed.actor),
    ...given('target', target),
    ...given('targetType', type),
    ...given('address', address),
    ...(group === undefined ? {} : { group }),
    ...(source === undefined ? {} : { source }),
    ...(from === '' ? {} : { from: startOfDay(from, zone, 'From').toISOString() }),
    ...(to === '' ? {} : { to: endOfDay(to, zone, 'To').toISOString() }),
    // There are so many of them that nobody would find anything else.
    ...(showsSignIns(typed) ? {} : { signIns: false }),
  };
  if (asked.from !== undefined && asked.to !== undefined && asked.from > asked.to)
    throw new BadRequest('From: the first day is after the last one.');
  return asked;
}

/** True where entries about people who signed in are among the others. */
export function showsSignIns(typed: TypedFilter): boolean {
  return typed['sign-ins'] !== '' || typed.group === 'credentials';
}

function given<Name extends string>(name: Name, value: string): { [key in Name]?: string } {
  return (value === '' ? {} : { [name]: value }) as { [key in Name]?: string };
}
