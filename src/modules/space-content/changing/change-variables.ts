import type { Variables, VariableValue } from '#modules/content/index.js';
import { BadRequest } from '#platform/http/errors.js';

const MAX_VARIABLES = 500;
const MAX_VALUE_LENGTH = 256;
/** Names that expressions can write after a dot; in brackets also with hyphens or dots. */
const NAME = /^[\p{L}_][\p{L}\p{N}_.-]{0,99}$/u;
const FORBIDDEN = new Set(['constructor', 'prototype', '__proto__']);

/**
 * Variables after a change of some: variables that the change does not name stay, null removes one.
 * @param at path of the change in the request, for error messages.
 * @throws BadRequest naming the invalid variable.
 */
export function patchVariables(before: Variables, change: Record<string, unknown>, at: string): Variables {
  const variables = new Map(Object.entries(before));
  for (const [name, value] of Object.entries(change)) {
    if (value === null) variables.delete(name);
    else variables.set(checkedName(name, at), checkedValue(value, `${at}.${name}`));
  }
  if (variables.size > MAX_VARIABLES)
    throw new BadRequest(`${at}: there can be at most ${MAX_VARIABLES} variables.`);
  return Object.fromEntries(variables);
}

function checkedName(name: string, at: string): string {
  if (NAME.test(name) && !FORBIDDEN.has(name)) return name;
  throw new BadRequest(
    `${at}: "${name.slice(0, 100)}" cannot be the name of a variable; start with a letter and use at most 100 letters, digits, hyphens, dots and underscores.`,
  );
}

function checkedValue(value: unknown, at: string): VariableValue {
  if (typeof value === 'boolean' || (typeof value === 'number' && Number.isFinite(value))) return value;
  if (typeof value === 'string' && value.length <= MAX_VALUE_LENGTH && !value.includes('\0')) return value;
  throw new BadRequest(`${at} must be a text of at most ${MAX_VALUE_LENGTH} characters, a number, true, false, or null to remove it.`); // prettier-ignore
}
