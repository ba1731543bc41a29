import { describe, expect, it } from 'vitest';
import {
  type ContentRef,
  type DocumentBlock,
  documentReferences,
  type JSONDocument,
  parseMarkdown,
  walkNodes,
} from '#modules/documents/index.js';
import { confineDocument } from './confine-document.js';

const OWN = { pages: new Set(['p']), files: new Set(['f']), reusableContents: new Set(['r']) };
const confined = (document: JSONDocument): JSONDocument => confineDocument(document, OWN);
const block = (type: string, data: object): DocumentBlock =>
  ({ object: 'block', type, isVoid: true, data }) as DocumentBlock;
const documentOf = (...nodes: DocumentBlock[]): JSONDocument => ({ object: 'document', data: {}, nodes });
const refsOf = (document: JSONDocument): ContentRef[] => documentReferences(document).map(({ ref }) => ref);

describe('a text of a fork', () => {
  it('leads to what the folder has, and to addresses', () => {
    const { document } = parseMarkdown(
      '[a](bindery:page/p) [b](bindery:page/p#x) [c](#x) [d](https://example.com) ![e](bindery:file/f)\n',
    );
    expect(confined(document)).toEqual(document);
  });

  it.each([
    'bindery:page/other',
    'bindery:page/p?space=s',
    'bindery:page/other#x',
    'bindery:anchor/x?space=s',
    'bindery:file/other',
    'bindery:file/f?space=s',
    'bindery:space/s',
    'bindery:user/u',
    'bindery:collection/c',
    'bindery:reusable-content/other',
    'bindery:tag/t?space=s',
    'bindery:openapi/o',
  ])('does not lead to %s', (address) => {
    for (const text of [
      `[a](${address})`,
      `> * [a](${address} "mention")`,
      `{% content-ref url="${address}" %}\n{% endcontent-ref %}`,
      `| A |\n| --- |\n| [a](${address}) |`,
      `<a href="${address}" class="button primary">A</a>`,
      `{% include "${address}" %}`,
    ])
      for (const ref of refsOf(confined(parseMarkdown(text).document)))
        expect(ref).toMatchObject({ kind: 'url' });
  });

  it('shows no block that something else fills', () => {
    const spec = { kind: 'openapi', spec: 'inner' };
    const document = documentOf(
      block('integration', { integration: 'i', block: 'b', props: { url: 'https://inner' } }),
      block('swagger', { ref: spec, path: '/', method: 'get' }),
      block('openapi-operation', { ref: { kind: 'file', file: 'f' } }),
      block('openapi-schemas', { ref: spec, schemas: ['A'] }),
      block('openapi-webhook', { ref: spec, name: 'w' }),
      block('embed', { url: 'https://example.com' }),
      block('reusable-content', { ref: { kind: 'reusable-content', reusableContent: 'other' } }),
      block('reusable-content', { ref: { kind: 'url', url: 'x.md' } }),
      block('blockquote', {}),
    );
    const inner = documentOf({ ...block('blockquote', {}), isVoid: false, nodes: document.nodes });
    for (const one of [document, inner]) {
      const types = [...walkNodes(confined(one).nodes)].flatMap((node) => ('type' in node ? node.type : []));
      expect(new Set(types)).toEqual(new Set(['paragraph', 'blockquote']));
    }
  });

  it('keeps its own reusable contents', () => {
    const own = documentOf(
      block('reusable-content', { ref: { kind: 'reusable-content', reusableContent: 'r' } }),
    );
    expect(confined(own)).toEqual(own);
  });

  it('asks no other host for pictures', () => {
    const { document } = parseMarkdown(
      '![a](https://example.com/a.png)\n\nWords ![b](https://example.com/b.png) here.\n\n<figure><img src="https://example.com/c.png" alt="c"></figure>\n\n<table data-view="cards"><thead><tr><th></th><th data-hidden data-card-cover data-type="files"></th></tr></thead><tbody><tr><td>A <a href="https://example.com/x">link</a></td><td><a href="https://example.com/d.png">d</a></td></tr></tbody></table>\n',
    );
    const urls = refsOf(confined(document)).map((ref) => (ref.kind === 'url' ? ref.url : ''));
    expect(urls.filter((url) => url.endsWith('.png'))).toEqual([]);
    expect(urls).toContain('https://example.com/x');
    const types = [...walkNodes(confined(document).nodes)].flatMap((node) =>
      'type' in node ? node.type : [],
    );
    expect(types.filter((type) => type.includes('image'))).toEqual([]);
  });
});
