import { AUDIT_ACTIONS } from './audit-actions.js';

/** The action that people take most often by far. */
export const SIGN_IN = 'user.signed-in';

/** Actions that belong together: the beginnings of their ids. Those that no group names belong to `organization`. */
const GROUPS = {
  organization: { label: 'Settings of the organization', beginnings: [] },
  people: {
    label: 'Members, teams and invitations',
    beginnings: ['member.', 'invitation.', 'invite-link.', 'team.'],
  },
  credentials: {
    label: 'Sign-in, tokens and identity providers',
    beginnings: ['user.', 'token.', 'saml-', 'oidc-', 'scim'],
  },
  content: {
    label: 'Spaces and content',
    beginnings: [
      'collection.',
      'space.',
      'change-request.',
      'comment',
      'import.',
      'translation.',
      'openapi-',
    ],
  },
  sites: { label: 'Sites', beginnings: ['site.'] },
  integrations: { label: 'Integrations and webhooks', beginnings: ['integration.', 'webhook.'] },
} as const satisfies Record<string, { label: string; beginnings: readonly string[] }>;

/** A group of actions of the audit log. */
export type AuditGroup = keyof typeof GROUPS;

export const AUDIT_GROUPS = Object.keys(GROUPS) as AuditGroup[];

/** The words for a group. */
export function auditGroupLabel(group: AuditGroup): string {
  return GROUPS[group].label;
}

/** Ids of the actions of a group. */
export function actionsOfGroup(group: AuditGroup): string[] {
  return Object.keys(AUDIT_ACTIONS).filter((action) => groupOf(action) === group);
}

function groupOf(action: string): AuditGroup {
  const found = AUDIT_GROUPS.find((group) =>
    GROUPS[group].beginnings.some((beginning) => action.startsWith(beginning)),
  );
  return found ?? 'organization';
}
