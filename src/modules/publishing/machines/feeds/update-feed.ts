import { micromark } from 'micromark';
import { gfm, gfmHtml } from 'micromark-extension-gfm';
import { x } from 'xastscript';
import {
  type BlockOf,
  type DocumentBlock,
  formOf,
  type JSONDocument,
  plainText,
  serializeMarkdown,
} from '#modules/documents/index.js';
import { blocksOf, dateOfUpdate, nodesOf } from '#modules/rendering/index.js';
import { allowed, textElement, xmlDocument } from '../xml.js';

/** Title and addresses of a feed. */
export interface FeedView {
  title: string;
  description: string;
  /** Address of the page with the updates. */
  pageUrl: string;
  feedUrl: string;
  language?: string;
}

interface FeedItem {
  title: string;
  url: string;
  id: string;
  date?: Date;
  html: string;
}

/**
 * The updates of a document as RSS 2.0.
 * @param document with anchors.
 * @param plain makes a document plain, with absolute addresses.
 */
export function updateFeed(
  feed: FeedView,
  document: JSONDocument,
  plain: (document: JSONDocument) => JSONDocument,
): string {
  const blocks = document.nodes.filter(({ type }) => type === 'updates');
  const items = blocks
    .flatMap((block) => blocksOf(block, 'update'))
    .map((update, at) => itemOf(update, at, feed, plain));
  const newest = items.flatMap(({ date }) => date ?? []).sort((a, b) => b.getTime() - a.getTime())[0];
  return xmlDocument(
    x('rss', { version: '2.0', 'xmlns:atom': 'http://www.w3.org/2005/Atom' }, [
      x('channel', [
        textElement('title', feed.title),
        textElement('link', feed.pageUrl),
        textElement('description', feed.description),
        x('atom:link', { href: feed.feedUrl, rel: 'self', type: 'application/rss+xml' }),
        ...(feed.language ? [textElement('language', feed.language)] : []),
        ...(newest ? [textElement('lastBuildDate', newest.toUTCString())] : []),
        ...items.map(({ title, url, id, date, html }) =>
          x('item', [
            textElement('title', title),
            textElement('link', url),
            x('guid', { isPermaLink: 'false' }, allowed(id)),
            ...(date ? [textElement('pubDate', date.toUTCString())] : []),
            textElement('description', html),
          ]),
        ),
      ]),
    ]),
  );
}

function itemOf(
  update: BlockOf<'update'>,
  at: number,
  { pageUrl, language }: FeedView,
  plain: (document: JSONDocument) => JSONDocument,
): FeedItem {
  const { date, shown } = dateOfUpdate(update, 'full', language);
  const blocks = nodesOf(update).filter((node): node is DocumentBlock => node.object === 'block');
  const heading = blocks.find(({ type }) => formOf(type)?.level);
  const anchor = heading?.meta?.id;
  const url = anchor === undefined ? pageUrl : `${pageUrl}#${encodeURIComponent(anchor)}`;
  const body = plain({ object: 'document', data: {}, nodes: blocks.filter((block) => block !== heading) });
  return {
    title: plainText(heading?.nodes ?? []).trim() || shown || `#${at + 1}`,
    url,
    // Feed readers recognize updates by the id, so it must not change with the title.
    id: `${pageUrl}#${update.key ?? anchor ?? at}`,
    ...(date ? { date } : {}),
    html: micromark(serializeMarkdown(body), { extensions: [gfm()], htmlExtensions: [gfmHtml()] }),
  };
}
