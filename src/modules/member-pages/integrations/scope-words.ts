import type { IntegrationScope } from '#modules/integrations/index.js';

/** Each scope of an integration as what it lets it do. */
const WORDS: Record<IntegrationScope, string> = {
  'space:content:read': 'read the pages of spaces it gets to',
  'space:content:write': 'change the pages of spaces it gets to',
  'space:metadata:read': 'read titles and settings of spaces it gets to',
  'space:metadata:write': 'change titles and settings of spaces it gets to',
  'space:git:sync': 'exchange content with a Git repository',
  'page:feedback:read': 'hear of ratings that readers give',
  'site:metadata:read': 'read the settings of the site',
  'site:views:read': 'hear of each page that readers open',
  'site:script:inject': 'run a script on the pages of the site',
  'site:script:cookies': 'set cookies in the browsers of readers',
  'site:visitor:auth': 'sign readers in',
  'site:adaptive:read': 'read the claims that decide what readers see',
  'site:adaptive:write': 'set the claims that decide what readers see',
  'openapi:read': 'read OpenAPI specifications',
  'openapi:write': 'change OpenAPI specifications',
  'conversations:ingest': 'bring conversations with users',
};

/** The scopes in words. */
export function scopeWords(scopes: readonly IntegrationScope[]): string[] {
  return scopes.map((scope) => WORDS[scope] ?? scope);
}

/** True for an integration that brings a script to the pages of a site. */
export function runsScripts(scopes: readonly IntegrationScope[]): boolean {
  return scopes.includes('site:script:inject');
}
