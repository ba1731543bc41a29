import { createHash } from 'node:crypto';
import { type DependencyRef, type Json, type SourceDependencies } from '#modules/content/index.js';
import { storableJson } from '#platform/database/storable-json.js';

/** Stored source of pages or of a document. */
export interface IntegrationSource {
  /** `integration:<name>:<source>` */
  type: string;
  props: Record<string, Json>;
  dependencies: Record<string, { ref: DependencyRef }>;
}

/** A source is not written as it must be; the message names the member and what is wrong with it. */
export class InvalidSource extends Error {}

const MAX_PROPS_SIZE = 16 * 1024;
const DEEPEST_PROPS = 20;
const MAX_DEPENDENCIES = 20;
const NAME = /^(?!__proto__$)[\w.-]{1,64}$/;

/** Name of the integration and id of its source; undefined for a type of another kind. */
export function partsOf(type: string): { name: string; sourceId: string } | undefined {
  const [, name, sourceId] = /^integration:([^:]+):([^:]+)$/.exec(type) ?? [];
  return name === undefined || sourceId === undefined ? undefined : { name, sourceId };
}

/**
 * A source that somebody gave, without what is not its own (the `value` of a dependency).
 * @param at path of the source, for the error sentence.
 * @throws InvalidSource
 */
export function readSource(given: unknown, at: string, known: SourceDependencies): IntegrationSource {
  const { type, props, dependencies = {} } = asObject(given, at);
  if (typeof type !== 'string' || !partsOf(type))
    throw new InvalidSource(`${at}.type must be integration:<name>:<source>.`);
  const own = asObject(props ?? {}, `${at}.props`);
  if (!isFlatterThan(own, DEEPEST_PROPS))
    throw new InvalidSource(`${at}.props are nested deeper than ${DEEPEST_PROPS} levels.`);
  const kept = storableJson(own);
  if (Buffer.byteLength(kept) > MAX_PROPS_SIZE)
    throw new InvalidSource(`${at}.props: at most ${MAX_PROPS_SIZE / 1024} KB can be kept.`);
  const named = Object.entries(asObject(dependencies, `${at}.dependencies`));
  if (named.length > MAX_DEPENDENCIES)
    throw new InvalidSource(`${at}.dependencies: there can be ${MAX_DEPENDENCIES} at most.`);
  const refs = named.map(([name, dependency]): [string, { ref: DependencyRef }] => {
    if (!NAME.test(name))
      throw new InvalidSource(
        `${at}.dependencies: names are letters, digits, dots, hyphens and underscores, 64 at most.`,
      );
    const path = `${at}.dependencies.${name}`;
    const ref = known.read(asObject(dependency, path)['ref']);
    if (typeof ref === 'string') throw new InvalidSource(`${path}.ref ${ref}.`);
    return [name, { ref }];
  });
  const source = { type, props: JSON.parse(kept) as Record<string, Json> };
  return { ...source, dependencies: Object.fromEntries(refs) };
}

/** All that is depended on. */
export function refsOf({ dependencies }: Pick<IntegrationSource, 'dependencies'>): DependencyRef[] {
  return Object.values(dependencies).map(({ ref }) => ref);
}

/**
 * Names a state of a source: which was computed when, and by what. What is computed later sorts later, as what is computed is
 * the newest there is.
 */
export function seedOf(state: string, now: Date): string {
  return `${now.toISOString()} ${state}`;
}

/** The state and the time that a seed names; empty, and null, for a page that was never computed. */
export function readSeed(seed: string): { state: string; at: Date | null } {
  const [time = '', state = ''] = seed.split(' ');
  return { state, at: time === '' ? null : new Date(time) };
}

/** Short and equal for equal values, whatever the order of their members: what is stored has another. */
export function digestOf(value: unknown): string {
  return createHash('sha256')
    .update(JSON.stringify(sorted(value)))
    .digest('base64url')
    .slice(0, 20);
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  const members = Object.entries(value).map(([name, inner]) => [name, sorted(inner)] as const);
  return members.toSorted(([a], [b]) => (a < b ? -1 : 1));
}

function isFlatterThan(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return true;
  return levels > 0 && Object.values(value).every((inner) => isFlatterThan(inner, levels - 1));
}

function asObject(value: unknown, at: string): Record<string, unknown> {
  if (typeof value === 'object' && value !== null && !Array.isArray(value))
    return value as Record<string, unknown>;
  throw new InvalidSource(`${at} must be an object.`);
}
