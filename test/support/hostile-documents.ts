import type { DocumentBlock } from '../../src/modules/documents/index.js';
import { block, codeBlock, fragment, heading, inline, paragraph, text } from './document-nodes.js';
import { HOSTILE_ADDRESSES, HOSTILE_HTML } from './hostile-payloads.js';

/** Texts with a NUL are refused, which a separate test covers. */
const isStorable = (payload: string): boolean => !payload.includes('\0');

export const hostileAddresses = HOSTILE_ADDRESSES.filter(isStorable);
export const hostilePayloads = Object.values(HOSTILE_HTML).flat().filter(isStorable);

/** Markdown that has the payload in lines, lists, cells, titles, hints, captions and notes. */
export function hostileContexts(payload: string): string {
  const line = payload.replaceAll('\n', ' ');
  const cell = line.replaceAll('|', '\\|');
  return [
    `a ${line} b`,
    `## a ${line} b`,
    `* ${line}\n* b`,
    `> ${line}`,
    `| a ${cell} | b |\n| --- | --- |\n| ${cell} | \`${cell}\` |`,
    `<table><thead><tr><th>${line}</th></tr></thead><tbody><tr><td>${line}</td></tr></tbody></table>`,
    `{% hint style="info" %}\n${payload}\n{% endhint %}`,
    `<details><summary>${line}</summary>\n\n${payload}\n\n</details>`,
    `<figure><img src="x.png" alt=""><figcaption>${line}</figcaption></figure>`,
    `[^1]\n\n[^1]: ${line}`,
  ].join('\n\n');
}

/** Markdown that names the address at each possible place. */
export function hostileLinks(address: string): string {
  const quoted = address.replaceAll('"', '&quot;');
  const line = address.replaceAll('\n', '&#10;');
  return [
    `[x](<${line.replace(/[<>]/g, '\\$&')}>) ![x](<${line.replace(/[<>]/g, '\\$&')}> "t") <${line}>`,
    `<a href="${quoted}">x</a> <a href='${line}'>x</a> <a href="${quoted}" class="button primary">x</a> <img src="${quoted}" alt="x">`,
    `<div><a href="${quoted}">x</a><img src="${quoted}"><video src="${quoted}" poster="${quoted}"></video><iframe src="${quoted}"></iframe></div>`,
    `{% embed url="${quoted}" %}`,
    `{% content-ref url="${quoted}" %}\n[x](${quoted})\n{% endcontent-ref %}`,
    `{% file src="${quoted}" %}`,
    `{% openapi src="${quoted}" path="/x" method="get" %}\n{% endopenapi %}`,
    `{% @evil/block data-url="${quoted}" url="${quoted}" %}`,
    `<table data-view="cards"><thead><tr><th>x</th><th data-card-target data-type="content-ref"></th><th data-card-cover data-type="image"></th></tr></thead><tbody><tr><td>x</td><td><a href="${quoted}">x</a></td><td><a href="${quoted}">x</a></td></tr></tbody></table>`,
  ].join('\n\n');
}

/** A document with the payload in every member that holds words. */
export function hostileText(payload: string): DocumentBlock[] {
  const words = payload;
  const plain = { type: 'text', title: words, textAlignment: 'left' };
  return [
    heading(1, words),
    block('heading-2', { id: words }, [text(words, 'bold', 'code')]),
    paragraph(
      text(
        words,
        'keyboard',
        { object: 'mark', type: words },
        { object: 'mark', type: 'color', data: { text: words, background: words } },
      ),
      inline('emoji', { code: words }),
      inline('icon', { icon: words, color: words }),
      inline('inline-math', { formula: words }),
      inline('expression', { expression: words }),
      inline('button', {
        label: words,
        kind: 'primary',
        icon: words,
        action: { action: 'ask', query: words },
      }),
      inline('link', { ref: { kind: 'url', url: 'https://example.com' }, title: words }, [text(words)]),
      inline('inline-image', { ref: { kind: 'url', url: '/x.png' }, alt: words, caption: words }),
    ),
    codeBlock(words, { title: words, syntax: words }),
    codeBlock(words, { syntax: 'html', raw: 'html' }),
    codeBlock(words, { syntax: 'markdown', raw: 'markdown' }),
    paragraph('x ', inline('expression', { expression: "''", raw: words }), ' y'),
    block('hint', { style: 'info', icon: words }, [paragraph(words)]),
    block('tabs', {}, [block('tabs-item', { title: words, icon: words, id: words }, [paragraph(words)])]),
    block('expandable', {}, undefined, {
      fragments: [
        fragment('expandable-title', paragraph(words)),
        fragment('expandable-body', paragraph(words)),
      ],
    }),
    block('stepper', {}, [block('stepper-step', { icon: words }, [paragraph(words)])]),
    block('math', { formula: words }),
    block('openapi-operation', { ref: { kind: 'openapi', spec: words }, path: words, method: words }),
    block('openapi-schemas', { ref: { kind: 'openapi', spec: words }, schemas: [words], title: words }),
    block('integration', { integration: words, block: words, props: { [words.slice(0, 20)]: words } }),
    block('prompt', { description: words, icon: words }, [codeBlock(words)]),
    block('updates', {}, [
      block('update', { date: '2026-01-01T00:00:00.000Z', tags: [{ kind: 'tag', tag: words }] }, [
        paragraph(words),
      ]),
    ]),
    block('if', { expression: words }, [paragraph(words)]),
    block(
      'table',
      {
        view: { type: 'grid', columns: ['a', 's'], hideHeader: false, columnWidths: { a: 100 } },
        definition: {
          a: { ...plain, id: 'a', verticalAlignment: words },
          s: {
            id: 's',
            type: 'select',
            title: words,
            multiple: false,
            options: [{ value: 'o', label: words, color: words }],
          },
        },
        records: { r: { orderIndex: words, values: { a: 'f', s: ['o', words] } } },
      },
      undefined,
      { fragments: [{ object: 'fragment', fragment: 'f', nodes: [paragraph(words)] }] },
    ),
  ];
}

/** A document that names the address at each possible reference. */
export function hostileRefs(url: string): DocumentBlock[] {
  const ref = { kind: 'url', url };
  return [
    paragraph(
      inline('link', { ref }, [text('x')]),
      inline('mention', { ref, text: url }),
      inline('button', { label: 'x', kind: 'primary', ref }),
      inline('inline-image', { ref, refDark: ref, alt: 'x' }),
      inline('link', { ref: { kind: 'anchor', anchor: url } }, [text('x')]),
      inline('link', { ref: { kind: 'page', page: url } }, [text('x')]),
      inline('link', { ref: { kind: 'file', file: url } }, [text('x')]),
    ),
    block('content-ref', { ref }),
    block('embed', { url }),
    block('file', { ref }),
    block('drawing', { ref }),
    block('images', {}, [block('image', { ref, refDark: ref, alt: 'x' })]),
    block('swagger', { ref, path: url, method: 'get' }),
    block('integration', { integration: 'x', block: 'y', props: {}, url }),
    block('table', {
      view: {
        type: 'cards',
        columns: ['t', 'i', 'f'],
        cardSize: 'medium',
        targetDefinition: 't',
        coverDefinition: 'i',
        coverDefinitionDark: 'i',
      },
      definition: {
        t: { id: 't', type: 'content-ref', title: 'T' },
        i: { id: 'i', type: 'image', title: 'I' },
        f: { id: 'f', type: 'files', title: 'F' },
      },
      records: { r: { orderIndex: 'a', values: { t: ref, i: { ref, alt: 'x' }, f: [url, `url:${url}`] } } },
    }),
    block('table', {
      view: { type: 'grid', columns: ['t', 'i'], hideHeader: false },
      definition: {
        t: { id: 't', type: 'content-ref', title: 'T' },
        i: { id: 'i', type: 'image', title: 'I' },
      },
      records: { r: { orderIndex: 'a', values: { t: ref, i: ref } } },
    }),
  ];
}
