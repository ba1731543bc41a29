import { createHash } from 'node:crypto';
import type { PublishedSite } from '#modules/sites/index.js';
import type { ReaderRequest } from '../requests/reader-request.js';

/** Whether search engines may list what this reader sees. Whoever may read any other site still gets everything of it. */
export function isIndexed({ site, visitor }: Pick<ReaderRequest, 'site' | 'visitor'>): boolean {
  return site.visibility === 'public' && visitor.isPreview !== true;
}

/** Whether the site has what is made for AI tools: Markdown, llms.txt, MCP. */
export function servesAgents({ agentsContext }: PublishedSite): boolean {
  return agentsContext !== 'excluded';
}

/** A short name for everything that decides what a reader gets, without saying any of it. */
export function fingerprint(...parts: unknown[]): string {
  return createHash('sha256').update(JSON.stringify(parts)).digest('base64url').slice(0, 22);
}
