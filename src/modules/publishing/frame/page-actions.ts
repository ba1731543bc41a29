import { customizationOf } from '#modules/sites/index.js';
import { MCP_PATH } from '../machines/mcp/mcp-path.js';
import { servesAgents } from '../machines/site-for-machines.js';
import type { PageActionsView } from '../pages/page-actions.js';
import type { PublishedPlace } from '../published-content.js';

/** Assistants that take a question in their address. Nothing is sent before the reader follows the link. */
const ASSISTANTS = [
  { name: 'ChatGPT', address: 'https://chatgpt.com/?hints=search&q=' },
  { name: 'Claude', address: 'https://claude.ai/new?q=' },
];

/**
 * Actions that the settings of the site offer on a page.
 * @param url preferred address of the page.
 */
export function pageActions(
  place: PublishedPlace,
  markdownHref: string | undefined,
  url: string,
): PageActionsView {
  const { site, space, siteUrl } = place;
  const { pageActions: wanted } = customizationOf(site, space);
  // An assistant cannot read a site that is not public.
  const isOpen = site.visibility === 'public' && wanted.externalAI;
  const question = `Read ${url} and answer questions about it.`;
  return {
    ...(wanted.markdown && markdownHref !== undefined ? { markdownHref } : {}),
    assistants: isOpen
      ? ASSISTANTS.map(({ name, address }) => ({ name, href: address + encodeURIComponent(question) }))
      : [],
    ...(wanted.mcp && site.siteId !== '' && site.visibility === 'public' && servesAgents(site)
      ? { mcpUrl: siteUrl + MCP_PATH }
      : {}),
  };
}
