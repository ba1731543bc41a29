import type { Standing } from '#modules/organizations/index.js';
import { organizationVerdict } from '#modules/organizations/index.js';
import type { Actor } from '#platform/http/actor.js';
import { ALLOWED, atLeast, denied, HIDDEN, type Verdict } from '#platform/http/verdict.js';

/**
 * May somebody of this standing read what readers asked support? Whoever may edit content: it is them that it is for, and
 * conversations are of people who wrote to nobody else.
 */
export function readConversationsVerdict(standing: Standing): Verdict {
  if (standing === undefined) return HIDDEN;
  if (atLeast(standing, 'edit')) return ALLOWED;
  return denied('Conversations are for members with the role "edit" or a stronger one in the organization.');
}

/**
 * May the actor hand in conversations? An installation of an integration may where it is installed: that its token has the scope
 * is what the administrator agreed to. For people it is `permissions.ingestConversations`.
 */
export function ingestConversationsVerdict(
  { memberships, installationId }: Pick<Actor, 'memberships' | 'installationId'>,
  organizationId: string,
): Verdict {
  const standing = memberships.get(organizationId);
  if (installationId !== undefined && standing !== undefined) return ALLOWED;
  return organizationVerdict(standing, 'ingestConversations');
}
