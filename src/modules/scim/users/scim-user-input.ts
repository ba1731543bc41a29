import { isEmailAddress, normalizeEmail } from '#modules/users/index.js';
import type { PatchOperation } from '../protocol/patch-operations.js';
import { isObject, type JsonObject, lowerNames, readBoolean, readText } from '../protocol/read-value.js';
import { ScimError } from '../protocol/scim.errors.js';

const MAX_DISPLAY_NAME = 64;

/** The attributes of a user that a request names; null takes one away. */
export interface ScimUserInput {
  userName?: string;
  externalId?: string | null;
  displayName?: string;
  formatted?: string;
  givenName?: string | null;
  familyName?: string | null;
  email?: string;
  active?: boolean;
}

const READ_ONLY = new Set(['id', 'meta', 'schemas', 'groups']);
/** Attributes of SCIM that nothing here stands for. Providers send them by default. */
const IGNORED = new Set([
  ...['nickname', 'profileurl', 'title', 'usertype', 'preferredlanguage', 'locale', 'timezone', 'password'],
  ...['phonenumbers', 'ims', 'photos', 'addresses', 'entitlements', 'roles', 'x509certificates'],
]);

/** The attributes of a whole user, as POST and PUT send it; others than ours are left out. @throws ScimError */
export function readScimUser(body: JsonObject): ScimUserInput {
  const members = lowerNames(body);
  const name = members.get('name');
  return {
    userName: readText(members.get('username'), 'userName'),
    externalId: readText(members.get('externalid'), 'externalId') ?? null,
    displayName: readDisplayName(members.get('displayname')),
    ...(isObject(name) ? readName(name) : {}),
    email: readEmails(members.get('emails')),
    active: readBoolean(members.get('active'), 'active'),
  };
}

/** The attributes that the operations of a PATCH lead to, the later ones over the earlier. @throws ScimError */
export function readUserPatch(operations: readonly PatchOperation[]): ScimUserInput {
  return Object.assign({}, ...operations.map(readOperation)) as ScimUserInput;
}

function readOperation(operation: PatchOperation): ScimUserInput {
  const { op, attribute, part } = operation;
  const value = op === 'remove' ? null : operation.value;
  switch (attribute) {
    case 'username':
      return { userName: required(readText(value, 'userName'), 'userName') };
    case 'externalid':
      return { externalId: readText(value, 'externalId') ?? null };
    case 'displayname':
      return { displayName: required(readDisplayName(value), 'displayName') };
    case 'active':
      return { active: required(readBoolean(readSingle(value), 'active'), 'active') };
    case 'name':
      return readName(part === undefined ? (isObject(value) ? value : {}) : { [part]: value });
    case 'emails':
      return readEmailOperation(operation);
  }
  if (READ_ONLY.has(attribute)) throw new ScimError('mutability', `${attribute}: it cannot be changed.`);
  if (IGNORED.has(attribute)) return {};
  throw new ScimError('invalidPath', `path: a user has no attribute "${attribute.slice(0, 100)}".`);
}

function required<T>(value: T | undefined, name: string): T {
  if (value === undefined) throw new ScimError('invalidValue', `${name}: it cannot be taken away.`);
  return value;
}

/** Some clients send a list of one value. */
function readSingle(value: unknown): unknown {
  const first: unknown = Array.isArray(value) && value.length === 1 ? value[0] : value;
  return isObject(first) && 'value' in first ? first['value'] : first;
}

function readDisplayName(value: unknown): string | undefined {
  return readText(value, 'displayName', 1_000)?.slice(0, MAX_DISPLAY_NAME).trim();
}

function readName(name: JsonObject): ScimUserInput {
  const members = lowerNames(name);
  const read: ScimUserInput = {};
  if (members.has('formatted')) read.formatted = readDisplayName(members.get('formatted'));
  if (members.has('givenname')) read.givenName = readText(members.get('givenname'), 'name.givenName') ?? null;
  if (members.has('familyname'))
    read.familyName = readText(members.get('familyname'), 'name.familyName') ?? null;
  return read;
}

function readEmailOperation({ op, part, selected, value }: PatchOperation): ScimUserInput {
  // There is one address, of work; it stays until there is another.
  if (op === 'remove') return {};
  const isOther = selected?.by === 'type' && String(selected.value).toLowerCase() !== 'work';
  if (isOther || (part !== undefined && part !== 'value')) return {};
  return { email: readEmails(value) };
}

/** The address among several: the primary one, else that of work, else the first. @throws ScimError */
function readEmails(value: unknown): string | undefined {
  if (value === undefined || value === null) return undefined;
  const listed: unknown[] = Array.isArray(value) ? value : [value];
  const emails = listed.map((item) => (isObject(item) ? lowerNames(item) : new Map([['value', item]])));
  const chosen =
    emails.find((email) => readBoolean(email.get('primary'), 'emails.primary') === true) ??
    emails.find((email) => String(email.get('type')).toLowerCase() === 'work') ??
    emails[0];
  const text = readText(chosen?.get('value'), 'emails.value');
  return text === undefined ? undefined : requireAddress(text, 'emails.value');
}

/** The address in its one form. @throws ScimError */
export function requireAddress(text: string, name: string): string {
  const email = normalizeEmail(text);
  if (!isEmailAddress(email))
    throw new ScimError('invalidValue', `${name}: "${text.slice(0, 100)}" is no mail address.`);
  return email;
}
