import { Injectable } from '@nestjs/common';
import { type JSONDocument, type PageMeta, serializePage } from '#modules/documents/index.js';
import { OpenApiBlocks, type UsedVersions } from '#modules/openapi/index.js';
import { IntegrationBlocks } from '../../integration-blocks.js';
import { PublishedContent, type PublishedPlace } from '../../published-content.js';
import type { NavigationPage } from '../../space-navigation.js';
import { markdownHref } from './markdown-address.js';
import { plainDocument } from './plain-document.js';
import { link, paragraph, text } from './plain-nodes.js';

export interface MarkdownText {
  text: string;
  /** Versions of the API specifications that the text says something of. */
  specifications: UsedVersions;
  /** How long what integrations said in it is good; absent where they said nothing. */
  seconds?: number;
}

/** Pages as Markdown, with what the visitor may see and nothing else: the same text that the page is rendered from. */
@Injectable()
export class PageMarkdown {
  constructor(
    private readonly content: PublishedContent,
    private readonly reference: OpenApiBlocks,
    private readonly blocks: IntegrationBlocks,
  ) {}

  /** A page on its own, its description in front matter. */
  async of(place: PublishedPlace, entry: NavigationPage): Promise<MarkdownText> {
    const { title, description } = entry.page;
    const meta: PageMeta = { title, ...(description ? { description } : {}) };
    const { document, ...rest } = await this.plain(place, entry);
    return { text: serializePage(meta, document), ...rest };
  }

  /** A page among others in one text: it says itself where it is from. */
  async section(place: PublishedPlace, entry: NavigationPage): Promise<string> {
    const { title, description } = entry.page;
    const { document } = await this.plain(place, entry);
    const url = new URL(entry.href ?? '', place.siteUrl).href;
    const head = [
      paragraph([text('Source: '), link(url, url)]),
      ...(description ? [paragraph([text(description)])] : []),
    ];
    return serializePage({ title }, { ...document, nodes: [...head, ...document.nodes] });
  }

  private async plain(
    place: PublishedPlace,
    entry: NavigationPage,
  ): Promise<Omit<MarkdownText, 'text'> & { document: JSONDocument }> {
    const stored = await this.content.document(place, entry);
    if (!stored) return { document: { object: 'document', data: {}, nodes: [] }, specifications: new Map() };
    const language = place.space.language ?? undefined;
    const { organizationId } = place.site;
    const filled = await this.reference.expand(this.content.referencePlace(place), stored, language);
    const { spaceId } = place.space;
    const { document, seconds } = await this.blocks.expand({ organizationId, spaceId }, filled.document);
    const context = await this.content.context(place, [], [document], entry.href ?? undefined);
    const plain = plainDocument(document, context, (href) => wholeAddress(href, place));
    return { document: plain, specifications: filled.used, seconds };
  }
}

/** Links to pages of the site lead to their Markdown; everything is whole, because the text is read elsewhere. */
function wholeAddress(href: string, { siteBasePath, siteUrl }: PublishedPlace): string {
  if (href.startsWith('#')) return href;
  const isPage = href.startsWith(siteBasePath) && !href.startsWith(`${siteBasePath}~`);
  try {
    return new URL(isPage ? markdownHref(href) : href, siteUrl).href;
  } catch {
    return href;
  }
}
