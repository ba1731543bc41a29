export const AUDIT_ACTOR_TYPES = ['user', 'integration', 'installation', 'scim-token', 'system'] as const;
export type AuditActorType = (typeof AUDIT_ACTOR_TYPES)[number];

/** Doors that changes come in by: pages for members, the API, integrations, and jobs of the server itself. */
export const AUDIT_SOURCES = ['ui', 'api', 'integration', 'workflow'] as const;
export type AuditSource = (typeof AUDIT_SOURCES)[number];
