import { Injectable } from '@nestjs/common';
import type { CallToolResult, ReadResourceResult } from '@modelcontextprotocol/sdk/types.js';
import type { ReaderRequest } from '../../requests/reader-request.js';
import { SiteSearch } from '../../search/site-search.js';
import { SitePages } from '../../site-pages.js';
import { ListedPages } from '../listed-pages.js';
import { llmsText, sectionsOf } from '../llms/llms-text.js';
import { markdownHref, pagePathOf } from '../markdown/markdown-address.js';
import { PageMarkdown } from '../markdown/page-markdown.js';

const PAGES_AT_ONCE = 500;

/** Tools of the Model Context Protocol on a site. They see the site as the reader does, so they need no further checks. */
@Injectable()
export class SiteTools {
  constructor(
    private readonly siteSearch: SiteSearch,
    private readonly pages: SitePages,
    private readonly listed: ListedPages,
    private readonly markdown: PageMarkdown,
  ) {}

  async search(reader: ReaderRequest, query: string, limit: number): Promise<CallToolResult> {
    const { hits } = await this.siteSearch.find(reader, reader.site.spaces, query, { limit });
    const results = hits.map(({ entry, sections }) => ({
      ...this.describe(reader, entry.href, entry.page),
      sections: sections.map(({ title, excerpt }) => ({ title, excerpt })),
    }));
    const shown = results.map(({ title, url, description, sections }) => {
      const parts = sections.map(
        (section) => `${section.title === title ? '' : `### ${section.title}\n\n`}${section.excerpt}`,
      );
      return [`## [${title}](${url})`, ...(description ? [description] : []), ...parts].join('\n\n');
    });
    const text = shown.length > 0 ? shown.join('\n\n') : `No page has the words "${query}".`;
    return { content: [{ type: 'text', text }], structuredContent: { results } };
  }

  async getPage(reader: ReaderRequest, address: string): Promise<CallToolResult> {
    const text = await this.read(reader, address);
    if (text !== null) return { content: [{ type: 'text', text }] };
    const message = `There is no page at "${address}". Find one with searchDocumentation or listPages.`;
    return { content: [{ type: 'text', text: message }], isError: true };
  }

  async listPages(reader: ReaderRequest, cursor: string | undefined): Promise<CallToolResult> {
    const from = /^\d{1,9}$/.test(cursor ?? '0') ? Number(cursor ?? 0) : null;
    if (from === null) {
      const message = `The cursor "${cursor}" is not one that listPages answered.`;
      return { content: [{ type: 'text', text: message }], isError: true };
    }
    const sections = await sectionsOf(reader.site, await this.listed.listBySpace(reader));
    const all = sections.flatMap((section) =>
      section.links.map((link) => ({ ...link, section: section.title })),
    );
    const pages = all.slice(from, from + PAGES_AT_ONCE);
    const next = from + PAGES_AT_ONCE < all.length ? String(from + PAGES_AT_ONCE) : undefined;
    const shown = sections
      .map((section) => ({
        ...section,
        links: section.links.filter((link) => pages.some(({ url }) => url === link.url)),
      }))
      .filter(({ links }) => links.length > 0);
    const notes = next === undefined ? [] : [`There are more pages: ask again with the cursor "${next}".`];
    const text = llmsText({ title: reader.site.title, notes, sections: shown });
    return {
      content: [{ type: 'text', text }],
      structuredContent: { pages, ...(next === undefined ? {} : { nextCursor: next }) },
    };
  }

  /**
   * The Markdown of a page.
   * @throws Error for an address without a page, as the protocol requires.
   */
  async readResource(reader: ReaderRequest, uri: URL): Promise<ReadResourceResult> {
    const text = await this.read(reader, uri.href);
    if (text === null) throw new Error(`There is no page at ${uri.href}.`);
    return { contents: [{ uri: uri.href, mimeType: 'text/markdown', text }] };
  }

  private async read(reader: ReaderRequest, address: string): Promise<string | null> {
    const path = pathBelow(reader, address);
    if (path === null || path.startsWith('~')) return null;
    for (const candidate of [path, pagePathOf(path)]) {
      const located = candidate === null ? null : await this.pages.locate({ ...reader, path: candidate });
      if (located?.entry?.href) return (await this.markdown.of(located.place, located.entry)).text;
    }
    return null;
  }

  private describe(reader: ReaderRequest, href: string, page: { title: string; description?: string }) {
    const url = new URL(markdownHref(href), reader.siteUrl).href;
    return { title: page.title, url, ...(page.description ? { description: page.description } : {}) };
  }
}

/** The path below the site's root for an address in any form; null for an address of another site. */
function pathBelow({ siteUrl, siteBasePath }: ReaderRequest, address: string): string | null {
  try {
    const isBelow = !address.startsWith('/') || !address.startsWith(siteBasePath);
    const relative = isBelow && address.startsWith('/') ? address.slice(1) : address;
    const url = new URL(relative, siteUrl);
    const isOurs = url.origin === new URL(siteUrl).origin && url.pathname.startsWith(siteBasePath);
    return isOurs ? url.pathname.slice(siteBasePath.length).replace(/\/+$/, '') : null;
  } catch {
    return null;
  }
}
