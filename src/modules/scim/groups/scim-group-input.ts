import type { PatchOperation } from '../protocol/patch-operations.js';
import { isObject, type JsonObject, lowerNames, readText } from '../protocol/read-value.js';
import { ScimError } from '../protocol/scim.errors.js';

/** Of a title of a team. */
const MAX_TITLE = 64;
const MAX_MEMBERS = 20_000;
const ID = /^\w{1,64}$/;

/** The attributes of a group that a request names. */
export interface ScimGroupInput {
  title?: string;
  externalId?: string | null;
  /** Makes the members after the change of those before it. */
  members?: (before: ReadonlySet<string>) => ReadonlySet<string>;
}

/** The attributes of a whole group, as POST and PUT send it. @throws ScimError */
export function readScimGroup(body: JsonObject): ScimGroupInput {
  const names = lowerNames(body);
  const ids = names.has('members') ? readMembers(names.get('members')) : undefined;
  return {
    title: readText(names.get('displayname'), 'displayName', MAX_TITLE),
    externalId: readText(names.get('externalid'), 'externalId') ?? null,
    ...(ids === undefined ? {} : { members: () => new Set(ids) }),
  };
}

/** The attributes that the operations of a PATCH lead to, one after the other. @throws ScimError */
export function readGroupPatch(operations: readonly PatchOperation[]): ScimGroupInput {
  const input: ScimGroupInput = {};
  const steps: ((members: Set<string>) => void)[] = [];
  for (const operation of operations) {
    const { op, attribute, value } = operation;
    if (attribute === 'members') steps.push(memberStep(operation));
    else if (attribute === 'externalid')
      input.externalId = (op === 'remove' ? undefined : readText(value, 'externalId')) ?? null;
    else if (attribute !== 'displayname' || op === 'remove') refuse(attribute);
    else {
      input.title = readText(value, 'displayName', MAX_TITLE);
      if (input.title === undefined) throw new ScimError('invalidValue', 'displayName: it is required.');
    }
  }
  if (steps.length > 0)
    input.members = (before) => {
      const members = new Set(before);
      for (const step of steps) step(members);
      return members;
    };
  return input;
}

function refuse(attribute: string): never {
  if (['id', 'meta', 'schemas', 'displayname'].includes(attribute))
    throw new ScimError('mutability', `${attribute}: it cannot be changed so.`);
  throw new ScimError('invalidPath', `path: a group has no attribute "${attribute.slice(0, 100)}".`);
}

function memberStep({ op, selected, value }: PatchOperation): (members: Set<string>) => void {
  if (selected && selected.by !== 'value')
    throw new ScimError('invalidPath', 'path: members are selected by their value.');
  const hasValue = value !== undefined && value !== null;
  if (op === 'remove') {
    if (selected) return (members) => void members.delete(String(selected.value));
    if (!hasValue) return (members) => members.clear();
    const ids = readMembers(value);
    return (members) => ids.forEach((id) => members.delete(id));
  }
  if (selected) throw new ScimError('mutability', 'path: a member is added or removed, never changed.');
  const ids = readMembers(value);
  return (members) => {
    if (op === 'replace') members.clear();
    ids.forEach((id) => members.add(id));
  };
}

function readMembers(value: unknown): string[] {
  if (value === undefined || value === null) return [];
  const listed: unknown[] = Array.isArray(value) ? value : [value];
  if (listed.length > MAX_MEMBERS)
    throw new ScimError('tooMany', `members: send at most ${MAX_MEMBERS} at once.`);
  return listed.map((item) => {
    const id = isObject(item) ? lowerNames(item).get('value') : item;
    if (typeof id !== 'string' || !ID.test(id))
      throw new ScimError('invalidValue', 'members: each has the id of a user as its value.');
    return id;
  });
}
