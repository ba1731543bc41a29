/** Every action that the audit log knows, and how people read it. Ids are stable: they are stored. */
export const AUDIT_ACTIONS = {
  'organization.created': 'Organization created',
  'organization.updated': 'Organization settings changed',
  'member.added': 'Member added',
  'member.updated': 'Member changed',
  'member.removed': 'Member removed',
  'user.signed-in': 'Signed in',
  'token.created': 'Personal token created',
  'token.revoked': 'Personal token revoked',
  'team.created': 'Team created',
  'team.updated': 'Team changed',
  'team.deleted': 'Team deleted',
} as const satisfies Record<string, string>;

export type AuditAction = keyof typeof AUDIT_ACTIONS;
