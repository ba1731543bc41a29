import { createHash } from 'node:crypto';
import type { PublishedSite } from '#modules/sites/index.js';
import type { ReaderRequest } from '../requests/reader-request.js';

/** True if search engines may list the content that this reader sees. Other sites still answer their readers in full. */
export function isIndexed({ site, visitor }: Pick<ReaderRequest, 'site' | 'visitor'>): boolean {
  return site.visibility === 'public' && visitor.isPreview !== true;
}

/** True if the site serves AI tools with Markdown, llms.txt and MCP. */
export function servesAgents({ agentsContext }: PublishedSite): boolean {
  return agentsContext !== 'excluded';
}

/** A fingerprint of all values that decide an answer, without revealing any of them. */
export function fingerprint(...parts: unknown[]): string {
  return createHash('sha256').update(JSON.stringify(parts)).digest('base64url').slice(0, 22);
}
