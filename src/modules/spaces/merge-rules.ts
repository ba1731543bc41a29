import { Members, type SpaceMergeRules, usersInMergeRules } from '#modules/organizations/index.js';
import { BadRequest } from '#platform/http/errors.js';

/** @throws BadRequest for rules that name users who are not members. */
export async function requireRulesOfMembers(
  members: Members,
  organizationId: string,
  rules: SpaceMergeRules,
): Promise<void> {
  const users = usersInMergeRules(rules);
  const known = await members.findMemberIds(organizationId, users);
  const strangers = users.filter((id) => !known.has(id));
  if (strangers.length > 0) {
    throw new BadRequest(
      `mergeRules: these users are not members of the organization: ${strangers.join(', ')}.`,
    );
  }
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
