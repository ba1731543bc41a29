import { parse } from 'scim2-parse-filter';
import { isObject, type JsonObject, lowerNames } from './read-value.js';
import { ScimError } from './scim.errors.js';

/** One change of one attribute. */
export interface PatchOperation {
  op: 'add' | 'replace' | 'remove';
  /** Name of the attribute in lower case. */
  attribute: string;
  /** The part of the attribute that its path names, in lower case. */
  part?: string;
  /** The value that its filter compares with, such as an id of a member. */
  selected?: { by: string; value: unknown };
  value: unknown;
}

/** A value without a path may repeat them; nobody wants to change them. */
const REPEATED = new Set(['id', 'meta', 'schemas']);
const MAX_OPERATIONS = 1_000;
/** Characters of a path; longer ones would only keep the parser of filters busy. */
const MAX_PATH = 1_000;
/** An attribute, a filter of its values in brackets, and a part of them. */
const PATH = /^(\$?\w[\w-]*)(\[.*\])?(?:\.([\w-]+))?$/s;
const CORE_PREFIX = /^urn:ietf:params:scim:schemas:core:2\.0:(?:user|group):/i;

/**
 * Reads the operations of a PATCH (RFC 7644, 3.5.2). One without a path becomes one for each attribute of its value; names and operations
 * are read without case; attributes of extensions are left out.
 * @throws ScimError
 */
export function readPatch(body: JsonObject): PatchOperation[] {
  const operations = lowerNames(body).get('operations');
  if (!Array.isArray(operations) || operations.length > MAX_OPERATIONS)
    throw new ScimError('invalidSyntax', `Operations: send a list of at most ${MAX_OPERATIONS}.`);
  return operations.flatMap((operation: unknown) => readOperation(operation));
}

function readOperation(operation: unknown): PatchOperation[] {
  if (!isObject(operation)) throw new ScimError('invalidSyntax', 'Operations: each is an object.');
  const members = lowerNames(operation);
  const op = String(members.get('op')).toLowerCase();
  if (op !== 'add' && op !== 'replace' && op !== 'remove')
    throw new ScimError('invalidSyntax', 'op: write add, replace or remove.');
  const [path, value] = [members.get('path'), members.get('value')];
  if (path !== undefined && path !== null && path !== '') return readPath(op, path, value);
  if (op === 'remove') throw new ScimError('noTarget', 'path: say what to remove.');
  if (!isObject(value)) throw new ScimError('invalidValue', 'value: send an object where there is no path.');
  return Object.entries(value)
    .filter(([name]) => !REPEATED.has(name.toLowerCase()))
    .flatMap(([name, member]) => readPath(op, name, member));
}

function readPath(op: PatchOperation['op'], path: unknown, value: unknown): PatchOperation[] {
  if (typeof path !== 'string' || path.length > MAX_PATH)
    throw new ScimError('invalidPath', `path: write a text of at most ${MAX_PATH} characters.`);
  const local = path.replace(CORE_PREFIX, '');
  if (/^urn:/i.test(local)) return [];
  const [, attribute, filter, part] = PATH.exec(local) ?? [];
  if (attribute === undefined)
    throw new ScimError('invalidPath', `path: "${path.slice(0, 100)}" names no attribute.`);
  const selected = filter === undefined ? undefined : readSelection(filter.slice(1, -1));
  return [{ op, attribute: attribute.toLowerCase(), part: part?.toLowerCase(), selected, value }];
}

function readSelection(text: string): NonNullable<PatchOperation['selected']> {
  try {
    const filter = parse(text);
    if (filter.op === 'eq')
      return {
        by: (filter as { attrPath: string }).attrPath.toLowerCase(),
        value: (filter as { compValue: unknown }).compValue,
      };
  } catch {
    // Said below.
  }
  throw new ScimError('invalidPath', 'path: write a filter such as [type eq "work"].');
}
