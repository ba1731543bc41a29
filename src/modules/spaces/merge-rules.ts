import {
  Members,
  parseMergeRules,
  type SpaceMergeRules,
  usersInMergeRules,
} from '#modules/organizations/index.js';
import { BadRequest } from '#platform/http/errors.js';

/**
 * Reads the `mergeRules` of a body.
 * @throws BadRequest for anything malformed, for users who are no members, and for custom expressions, which nothing
 * here can evaluate: a rule that is stored and ignored would let through what it forbids.
 */
export async function readMergeRules(
  members: Members,
  organizationId: string,
  input: object,
): Promise<SpaceMergeRules> {
  const rules = parseMergeRules(input);
  if (rules.type === 'rules' && rules.rules.some(({ rule }) => rule === 'custom')) {
    throw new BadRequest('mergeRules: rules with custom expressions are not supported; use the other rules.');
  }
  const users = usersInMergeRules(rules);
  const known = await members.findMemberIds(organizationId, users);
  const strangers = users.filter((id) => !known.has(id));
  if (strangers.length > 0) {
    throw new BadRequest(`mergeRules: these are no members of the organization: ${strangers.join(', ')}.`);
  }
  return rules;
}

/** The rules in an organization that the space moves to: those that name strangers there would never be met. */
export async function transferMergeRules(
  members: Members,
  organizationId: string,
  rules: SpaceMergeRules,
): Promise<SpaceMergeRules> {
  const users = usersInMergeRules(rules);
  const known = await members.findMemberIds(organizationId, users);
  return users.every((id) => known.has(id)) ? rules : { type: 'inherit' };
}
