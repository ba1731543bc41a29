import { decodePercent } from '#platform/http/decode-percent.js';
const MAX_HOPS = 50;

export type JsonObject = Record<string, unknown>;

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Returns `value` when it is an object, else an empty one: a specification may hold any value anywhere. */
export function asObject(value: unknown): JsonObject {
  return isObject(value) ? value : {};
}

export function asText(value: unknown): string | undefined {
  return typeof value === 'string' && value.trim() !== '' ? value : undefined;
}

export function asList(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}

/** Follows the reference in `value`, through any number of references; an empty object when one leads nowhere. */
export function resolve(root: object, value: unknown): JsonObject {
  let at = value;
  for (let hops = 0; isObject(at) && typeof at['$ref'] === 'string'; hops++) {
    if (hops === MAX_HOPS) return {};
    const { $ref, ...beside } = at;
    const target = lookUp(root, $ref);
    // OpenAPI 3.1 allows a summary or description beside a reference, which replaces that of the target.
    at = isObject(target) ? { ...target, ...beside } : target;
  }
  return asObject(at);
}

/** The last segment of a reference: the name of a component. */
export function nameOfReference(value: unknown): string | undefined {
  const ref = isObject(value) ? value['$ref'] : undefined;
  return typeof ref === 'string' ? unescape(ref.slice(ref.lastIndexOf('/') + 1)) : undefined;
}

/** Returns the value that a reference names in the specification; undefined when it leads nowhere or outside. */
export function lookUp(root: object, ref: string): unknown {
  let at: unknown = root;
  for (const segment of ref.split('/').slice(1)) {
    const name = unescape(segment);
    if (typeof at !== 'object' || at === null || !Object.hasOwn(at, name)) return undefined;
    at = (at as JsonObject)[name];
  }
  return ref.startsWith('#') ? at : undefined;
}

function unescape(segment: string): string {
  const decoded = segment.includes('%') ? decodePercent(segment) : segment;
  return decoded.includes('~') ? decoded.replaceAll('~1', '/').replaceAll('~0', '~') : decoded;
}
