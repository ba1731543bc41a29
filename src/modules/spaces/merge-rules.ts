import {
  Members,
  parseMergeRules,
  type SpaceMergeRules,
  usersInMergeRules,
} from '#modules/organizations/index.js';
import { BadRequest } from '#platform/http/errors.js';

/**
 * Reads the `mergeRules` of a body.
 * @throws BadRequest for malformed rules, an expression that cannot decide, and users who are not members.
 */
export async function readMergeRules(
  members: Members,
  organizationId: string,
  input: object,
): Promise<SpaceMergeRules> {
  const rules = parseMergeRules(input);
  const users = usersInMergeRules(rules);
  const known = await members.findMemberIds(organizationId, users);
  const strangers = users.filter((id) => !known.has(id));
  if (strangers.length > 0) {
    throw new BadRequest(`mergeRules: these are no members of the organization: ${strangers.join(', ')}.`);
  }
  return rules;
}

/**
 * The rules of a space after its transfer: without users who are not members of the organization, because rules that
 * name them could never be fulfilled.
 */
export async function transferMergeRules(
  members: Members,
  organizationId: string,
  rules: SpaceMergeRules,
): Promise<SpaceMergeRules> {
  const users = usersInMergeRules(rules);
  const known = await members.findMemberIds(organizationId, users);
  return users.every((id) => known.has(id)) ? rules : { type: 'inherit' };
}
