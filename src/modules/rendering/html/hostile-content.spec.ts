import { describe, expect, it } from 'vitest';
import {
  type DocumentBlock,
  normalizeDocument,
  parseMarkdown,
  serializeMarkdown,
} from '#modules/documents/index.js';
import { documentOf } from '../../../../test/support/document-nodes.js';
import {
  hostileAddresses,
  hostileContexts,
  hostileLinks,
  hostilePayloads,
  hostileRefs,
  hostileText,
} from '../../../../test/support/hostile-documents.js';
import { parseHtml, textOf } from '../../../../test/support/html.js';
import { pageHarms } from '../../../../test/support/page-audit.js';
import { renderDocument } from './render-document.js';

/** Words that only describe the structure may be written another way: a fence, a reference, <img> for <image>. */
const BUILT = new Set(['image', 'href', 'pre', 'class', 'lang']);

const ofMarkdown = (markdown: string): DocumentBlock[] => parseMarkdown(markdown).document.nodes;

/** Everything that could run, load, send or restyle on a page that has only these blocks. */
async function harms(blocks: DocumentBlock[]): Promise<string[]> {
  const document = normalizeDocument(documentOf(...blocks));
  const html = await renderDocument(document, { resolveRef: () => null, file: () => null });
  return pageHarms(pageOf(html));
}

function pageOf(body: string): string {
  return `<!doctype html><title>x</title><header class="site-header"></header><main>${body}</main>`;
}

it('the audit of pages finds harmful markup', () => {
  expect(pageHarms(pageOf('fine <img src="data:image/png;base64,x"> <a href="/x">x</a>'))).toEqual([]);
  const harmful = [
    '<script>1</script>',
    '<svg onload=x></svg>',
    '<a href="java\nscript:x">x</a>',
    '<img src="data:image/svg+xml,x">',
    '<form></form>',
    '<p style="position:fixed">x</p>',
    '<meta http-equiv=refresh>',
    '<iframe></iframe>',
    '<div class="site-header"></div><header class="site-header"></header>',
  ];
  expect(harmful.filter((html) => pageHarms(pageOf(html)).length === 0)).toEqual([]);
});

describe.each(hostilePayloads)('the hostile text %j', (payload) => {
  it('keeps its words in Markdown', () => {
    const kept = decoded(serializeMarkdown(parseMarkdown(payload).document));
    const words = decoded(payload).match(/[a-z0-9]{2,}/g) ?? [];
    expect(words.filter((word) => !BUILT.has(word) && !kept.includes(word))).toEqual([]);
  });

  it.each([
    ['as Markdown', ofMarkdown],
    [
      'in lines, lists, cells, titles, hints and captions',
      (text: string) => ofMarkdown(hostileContexts(text)),
    ],
    ['in titles, labels, languages, names and anchors of a document', hostileText],
  ])('is harmless %s', async (_, write) => {
    expect(await harms(write(payload))).toEqual([]);
  });
});

describe.each(hostileAddresses)('the hostile address %j', (address) => {
  it.each([
    ['in links, images, files, cards and embeds in Markdown', (url: string) => ofMarkdown(hostileLinks(url))],
    ['in references of a document', hostileRefs],
  ])('leads nowhere %s', async (_, write) => {
    expect(await harms(write(address))).toEqual([]);
  });
});

/** Text in lower case without its character references, which may be written another way. */
function decoded(source: string): string {
  return textOf(parseHtml(`<textarea>${source.replaceAll('<', '&lt;')}</textarea>`)).toLowerCase();
}
