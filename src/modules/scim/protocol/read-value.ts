import { ScimError } from './scim.errors.js';

const MAX_TEXT = 254;

export type JsonObject = Record<string, unknown>;

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The members of an object under names in lower case: names of attributes are compared without case. */
export function lowerNames(value: JsonObject): Map<string, unknown> {
  return new Map(Object.entries(value).map(([name, member]) => [name.toLowerCase(), member]));
}

/** A text that the database can keep; undefined when it is absent, null or empty. @throws ScimError */
export function readText(value: unknown, name: string, max = MAX_TEXT): string | undefined {
  if (value === undefined || value === null) return undefined;
  if (typeof value !== 'string') throw new ScimError('invalidValue', `${name}: write a text.`);
  const text = value.trim();
  if (text.length > max || text.includes('\0'))
    throw new ScimError('invalidValue', `${name}: write at most ${max} characters, and no NUL character.`);
  return text === '' ? undefined : text;
}

/** True or false, also as a text: Entra sends `"False"`. @throws ScimError */
export function readBoolean(value: unknown, name: string): boolean | undefined {
  if (value === undefined || value === null) return undefined;
  const word = typeof value === 'string' ? value.toLowerCase() : value;
  if (word === true || word === 'true') return true;
  if (word === false || word === 'false') return false;
  throw new ScimError('invalidValue', `${name}: write true or false.`);
}
