/**
 * Scopes that a credential may be limited to. A route names the one scope it needs; a token without scopes has all of
 * them. Scopes that the published contract has for integrations keep its names.
 */
export const SCOPES = [
  'user:read',
  'user:write',
  'organization:read',
  'organization:write',
  'members:read',
  'members:write',
  'teams:read',
  'teams:write',
  'permissions:read',
  'permissions:write',
  'space:metadata:read',
  'space:metadata:write',
  'space:content:read',
  'space:content:write',
  'space:comments:read',
  'space:comments:write',
  'space:git:sync',
  'collection:read',
  'collection:write',
  'openapi:read',
  'openapi:write',
  'site:metadata:read',
  'site:metadata:write',
  'site:visitor:auth',
  'site:adaptive:read',
  'site:adaptive:write',
  'site:views:read',
  'site:script:inject',
  'site:script:cookies',
  'page:feedback:read',
  'conversations:ingest',
  'conversations:read',
  'integration:read',
  'integration:write',
  'installation:operate',
] as const;

export type Scope = (typeof SCOPES)[number];
