import { parse } from 'yaml';

/** Twice the largest source, which leaves room for YAML aliases but not for aliases that multiply. */
const MAX_CHARACTERS = 20_000_000;
const MAX_MESSAGE_LENGTH = 500;

/** A source that is not a usable specification; the message is a sentence for people. */
export class Unreadable extends Error {}

/**
 * Reads JSON or YAML, and unfolds the aliases of YAML.
 * @param {string} source
 * @throws {Unreadable} for any value but an object
 */
export function parseSource(source) {
  const text = source.replace(/^\uFEFF/, '').trim();
  const value = text.startsWith('{') ? parseJson(text) : parseYaml(text);
  if (isObject(value)) return value;
  throw new Unreadable('The source is neither a JSON nor a YAML object, so it is no specification.');
}

export function isObject(value) {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The first line of the message of an error. */
export function messageOf(error) {
  return (String(error?.message ?? error).split('\n', 1)[0] ?? '').slice(0, MAX_MESSAGE_LENGTH);
}

/** YAML may begin with a brace, too. */
function parseJson(text) {
  try {
    return JSON.parse(text);
  } catch (error) {
    try {
      return parseYaml(text);
    } catch {
      throw new Unreadable(`The source is not valid JSON: ${messageOf(error)}`);
    }
  }
}

function parseYaml(text) {
  try {
    const value = parse(text, { maxAliasCount: 100, logLevel: 'error' });
    if (sizeOf(value, new Map()) > MAX_CHARACTERS)
      throw new Error(`its aliases unfold to more than ${MAX_CHARACTERS / 1_000_000} million characters`);
    // The detour through JSON unfolds aliases and converts dates, symbols and other values that JSON does not have.
    return JSON.parse(JSON.stringify(value) ?? 'null');
  } catch (error) {
    throw new Unreadable(`The source is not valid YAML: ${messageOf(error)}`);
  }
}

/** The approximate length as JSON. A shared part is measured once, and its length counts at each place. */
function sizeOf(value, known) {
  if (typeof value === 'string') return value.length + 2;
  if (typeof value !== 'object' || value === null) return 2;
  const measured = known.get(value);
  if (measured !== undefined) return measured;
  // A value that contains itself is refused later, by `JSON.stringify`.
  known.set(value, 0);
  let size = 2;
  for (const name in value) size += (Array.isArray(value) ? 1 : name.length + 3) + sizeOf(value[name], known);
  known.set(value, size);
  return size;
}
