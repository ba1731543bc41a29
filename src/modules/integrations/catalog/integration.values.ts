import type { Scope } from '#platform/http/scopes.js';

export const RUNTIMES = ['v1', 'v2'] as const;
export type IntegrationRuntime = (typeof RUNTIMES)[number];

/** Kinds of objects on which an integration can be installed, beside the organization. */
export const TARGETS = ['all', 'site', 'space', 'organization'] as const;
export type IntegrationTarget = (typeof TARGETS)[number];

/** `unlisted`: anybody who knows the name finds it. `private`: its organization only. */
export const VISIBILITIES = ['public', 'private', 'unlisted'] as const;
export type IntegrationVisibility = (typeof VISIBILITIES)[number];

export const CATEGORIES = [
  'analytics',
  'collaboration',
  'content',
  'gitsync',
  'marketing',
  'visitor-auth',
  'other',
] as const;
export type IntegrationCategory = (typeof CATEGORIES)[number];

/** Scopes that an integration may ask for. */
export const INTEGRATION_SCOPES = [
  'space:content:read',
  'space:content:write',
  'space:metadata:read',
  'space:metadata:write',
  'space:git:sync',
  'page:feedback:read',
  'site:metadata:read',
  'site:views:read',
  'site:script:inject',
  'site:script:cookies',
  'site:visitor:auth',
  'site:adaptive:read',
  'site:adaptive:write',
  'openapi:read',
  'openapi:write',
  'conversations:ingest',
] as const satisfies Scope[];
export type IntegrationScope = (typeof INTEGRATION_SCOPES)[number];

const WRITING: readonly IntegrationScope[] = [
  'space:content:write',
  'space:metadata:write',
  'space:git:sync',
  'site:adaptive:write',
  'openapi:write',
  'conversations:ingest',
];

/** True when an integration with these scopes changes anything. */
export function writes(scopes: readonly IntegrationScope[]): boolean {
  return scopes.some((scope) => WRITING.includes(scope));
}

/** Names of what is part of the product, now or some day. */
const RESERVED = [
  'webhook',
  'webhooks',
  'bindery',
  'diagram',
  'notifier',
  'installations',
  'installations-status',
];

/** True for names that are reserved, however they are spelled. */
export function isReserved(name: string): boolean {
  return RESERVED.includes(name.toLowerCase());
}
