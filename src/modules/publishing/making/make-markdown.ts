import {
  documentReferences,
  type JSONDocument,
  type PageMeta,
  serializePage,
} from '#modules/documents/index.js';
import { markdownHref } from '../machines/markdown/markdown-address.js';
import { link, paragraph, plainDocument, text } from '#modules/rendering/index.js';
import { fillDocument } from './fill-document.js';
import type { PageSource } from './page-source.js';

export interface MarkdownForm {
  title: string;
  description?: string;
  /** Address of the page, which a page among others in one text states. */
  from?: string;
  /** Base path of the site, with slashes at both ends, and its absolute address. */
  siteBasePath: string;
  siteUrl: string;
  /** Language of texts from specifications. */
  language?: string;
}

/** Makes Markdown from a document as the reader may see it. */
export async function makeMarkdown(
  stored: JSONDocument,
  form: MarkdownForm,
  source: PageSource,
): Promise<string> {
  const document = await fillDocument(stored, source, form.language);
  const context = await source.context(documentReferences(document).map(({ ref }) => ref));
  const plain = plainDocument(document, context, (href) => wholeAddress(href, form));
  return writeMarkdown(plain, form);
}

/** A page with its title and description and a document that is plain already. */
export function writeMarkdown(plain: JSONDocument, { title, description, from }: MarkdownForm): string {
  if (from === undefined) {
    const meta: PageMeta = { title, ...(description ? { description } : {}) };
    return serializePage(meta, plain);
  }
  const head = [
    paragraph([text('Source: '), link(from, from)]),
    ...(description ? [paragraph([text(description)])] : []),
  ];
  return serializePage({ title }, { ...plain, nodes: [...head, ...plain.nodes] });
}

const TOO_LARGE =
  'This page is too large to be written as Markdown. Its authors can split it into several pages.';

/** A sentence for a document that takes too long. */
export function noMarkdown(form: MarkdownForm): string {
  return writeMarkdown({ object: 'document', data: {}, nodes: [paragraph([text(TOO_LARGE)])] }, form);
}

/** Links to pages of the site lead to their Markdown; all are absolute, because the text is read elsewhere. */
function wholeAddress(href: string, { siteBasePath, siteUrl }: MarkdownForm): string {
  if (href.startsWith('#')) return href;
  const isPage = href.startsWith(siteBasePath) && !href.startsWith(`${siteBasePath}~`);
  try {
    return new URL(isPage ? markdownHref(href) : href, siteUrl).href;
  } catch {
    return href;
  }
}
