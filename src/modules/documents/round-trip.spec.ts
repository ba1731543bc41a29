import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { DocumentBlock, DocumentMark, DocumentNode, JSONDocument } from './document.types.js';
import {
  block,
  codeLines,
  fragment,
  inline,
  leaf,
  textNode,
  voidBlock,
  voidInline,
} from './document-nodes.js';
import {
  documentsEqual,
  normalizeDocument,
  parseMarkdown,
  parsePage,
  serializeMarkdown,
  serializePage,
} from './index.js';

const RUNS = Number(process.env['PROPERTY_RUNS'] ?? 300);

/** Text that looks like syntax, next to ordinary words and characters people paste. */
const traps = fc.constantFrom(
  ...'* ** _ __ ~~ ` `` ``` # ## > + - -- --- 1. 2) | || [x] [ ] ( ) ! ![ ](x) <b> </b> <br> <!-- &amp; &#35; &copy $ $$ : :smile: :+1:'.split(
    ' ',
  ),
  ...[
    '{% hint %}',
    '{% endhint %}',
    '{% if x %}',
    '{{ a }}',
    'https://example.com/a_b',
    'www.example.com',
    'me@example.com',
  ],
  ...[
    'snake_case_word',
    '\\',
    '\\*',
    '\u00a0',
    '\u200b',
    'é',
    '日本語',
    '👍🏽',
    '|a|b|',
    '<String>',
    '[^1]',
    '=',
    '===',
    '~',
    '\t',
    ' ',
    '  ',
  ],
  ...[
    '[x]: y',
    '- [ ] ',
    '***',
    '___',
    'http://',
    '@',
    '%}',
    '{%',
    '<div>',
    '</details>',
    '\u0085',
    '\ufeff',
    '"quoted"',
    "'",
    '%',
    'a*b*c',
  ],
);
const words = fc.oneof(
  fc.constantFrom('word', 'two words', 'a', 'Title Case', '42', 'x.', 'end!'),
  traps,
  fc.string({ maxLength: 6 }),
);
const line = fc
  .array(words, { minLength: 0, maxLength: 4 })
  .map((parts) => parts.join('').replace(/[\n\r]/g, ' '));
const text = fc.oneof(
  { weight: 5, arbitrary: line },
  { weight: 1, arbitrary: fc.tuple(line, line, line).map((lines) => lines.join('\n')) },
);
const name = fc.stringMatching(/^[a-z][a-z0-9-]{0,8}$/);
const flag = fc.boolean();

const color = fc.constantFrom('default', 'green', 'red', '$primary');
const mark: fc.Arbitrary<DocumentMark> = fc.oneof(
  fc
    .constantFrom('bold', 'italic', 'strikethrough', 'code', 'keyboard', 'superscript', 'subscript')
    .map((type) => ({
      object: 'mark' as const,
      type,
    })),
  fc
    .record({ text: color, background: color })
    .map((data) => ({ object: 'mark' as const, type: 'color', data })),
  fc.constant({ object: 'mark' as const, type: 'future', data: { a: '"<|>' } }),
);
const leaves = fc.tuple(text, fc.array(mark, { maxLength: 2 })).map(([words_, marks]) => leaf(words_, marks));
const textual = fc.array(leaves, { minLength: 1, maxLength: 3 }).map((list) => textNode(...list));
const plainTextual = text.map((words_) => textNode(leaf(words_)));

const url = fc.constantFrom(
  ...[
    'https://example.com',
    'https://example.com/a?b=c&d=e',
    'page.md',
    '../x/README.md#part',
    '',
    'a b.png',
    'a(b).png',
  ],
  ...['<x>', 'x|y', 'back\\slash', 'a&amp;b', '#here', 'mailto:a@b.c', '"q"', 'ünï', '%20', 'a*b_c_'],
);
const ref = fc.oneof(
  url.map((address) => ({ kind: 'url', url: address })),
  name.map((page) => ({ kind: 'page', page })),
  fc.record({ kind: fc.constant('page'), page: name, space: name }),
  fc.record({ kind: fc.constant('anchor'), anchor: text.filter((one) => one !== '' && !one.includes('\n')) }),
  fc.record({ kind: fc.constant('anchor'), anchor: name, page: name, space: name }),
  name.map((file) => ({ kind: 'file', file })),
  name.map((space) => ({ kind: 'space', space })),
  name.map((user) => ({ kind: 'user', user })),
  name.map((collection) => ({ kind: 'collection', collection })),
  name.map((tag) => ({ kind: 'tag', tag })),
);
const fileRef = fc.oneof(
  url.map((address) => ({ kind: 'url', url: address })),
  name.map((file) => ({ kind: 'file', file })),
);
const optional = <T>(values: Record<string, fc.Arbitrary<T>>) => fc.record(values, { requiredKeys: [] });
const some = (values: Record<string, fc.Arbitrary<unknown>>) =>
  optional(values) as fc.Arbitrary<Record<string, unknown>>;

const formula = fc.oneof(
  fc.constantFrom('x^2', 'a|b', '\\frac{1}{2}', ' a ', '$', 'a$b', 'x\ny', '`', '', ' ', '\\'),
  text,
);
const voids: fc.Arbitrary<DocumentNode> = fc.oneof(
  fc.constantFrom('1f600', '2764-fe0f', '1f6e0', '1f44d', 'zz').map((code) => voidInline('emoji', { code })),
  fc
    .tuple(name, some({ color: fc.constant('$info') }))
    .map(([icon, more]) => voidInline('icon', { icon, ...more })),
  formula.map((one) => voidInline('inline-math', { formula: one })),
  fc
    .tuple(
      fileRef,
      some({ refDark: fileRef, alt: text, caption: text, size: fc.constantFrom('line', 'original') }),
    )
    .map(([one, more]) => voidInline('inline-image', { ref: one, ...more })),
  fc.tuple(ref, some({ text })).map(([one, more]) => voidInline('mention', { ref: one, ...more })),
  text.map((expression) => voidInline('expression', { expression })),
  fc
    .tuple(
      text,
      fc.constantFrom('primary', 'secondary'),
      ref,
      some({ icon: name, size: fc.constantFrom('small', 'large') }),
    )
    .map(([label, kind, one, more]) => voidInline('button', { label, kind, ref: one, ...more })),
  fc
    .tuple(text, text)
    .map(([label, query]) =>
      voidInline('button', { label, kind: 'primary', action: { action: 'ask', query } }),
    ),
  fc.constant(voidInline('future', { a: 1, b: '<x y="z">' })),
);
const link = fc
  .tuple(ref, fc.array(fc.oneof(textual, voids), { maxLength: 2 }), some({ title: text }))
  .map(([one, nodes, more]) => inline('link', { ref: one, ...more }, nodes));
const annotation = fc
  .tuple(fc.oneof(textual, fc.constant(textNode(leaf('1', [{ object: 'mark', type: 'superscript' }])))), text)
  .map(([nodes, body]): DocumentNode => ({
    ...inline('annotation', {}, [nodes]),
    fragments: [fragment({ type: 'annotation-body' }, [block('paragraph', {}, [textNode(leaf(body))])])],
  }));
const inlines = fc.array(
  fc.oneof(
    { weight: 6, arbitrary: textual },
    { weight: 3, arbitrary: voids },
    { weight: 2, arbitrary: link },
    { weight: 1, arbitrary: annotation },
  ),
  { minLength: 0, maxLength: 4 },
);

const paragraph = fc
  .tuple(inlines, some({ align: fc.constantFrom('start', 'center', 'end') }))
  .map(([nodes, data]) => block('paragraph', data, nodes));
const id = fc.stringMatching(/^[-a-z0-9.+_]{1,8}$/);
const heading = fc
  .tuple(
    fc.constantFrom('heading-1', 'heading-2', 'heading-3'),
    inlines,
    some({ id, align: fc.constantFrom('center', 'end'), level: fc.constantFrom(1, 5, 6) }),
  )
  .map(([type, nodes, data]) => block(type, data, nodes));
const codeText = fc.array(
  fc.oneof(text, fc.constantFrom('', '```', '~~~', '    indented', '{% endcode %}', '</code></pre>', '\t')),
  { maxLength: 4 },
);
const codeData = some({
  syntax: fc.oneof(name, fc.constantFrom('c++', 'two words', 'a`b')),
  title: text,
  overflow: fc.constantFrom('scroll', 'wrap'),
  lineNumbers: flag,
  fullWidth: flag,
  expandable: flag,
  collapsedLineCount: fc.nat(30),
  meta: text,
});
const code = fc.tuple(codeText, codeData).map(([lines, data]) => block('code', data, codeLines(lines)));
const highlighted = fc
  .tuple(codeText, fc.array(flag), codeData, fc.option(annotation))
  .map(([lines, flags, data, note]) => {
    const nodes = codeLines(lines).map((one, at) => ({
      ...one,
      data: flags[at] ? { highlighted: true } : {},
    }));
    if (note && nodes[0]) nodes[0] = { ...nodes[0], nodes: [...(nodes[0].nodes ?? []), note] };
    return block('code', data, nodes);
  });
const length = fc.oneof(
  fc.nat(2000),
  fc.record({ unit: fc.constantFrom('%', 'px'), value: fc.nat(100) }),
  fc.constant(213.6796875),
);
const caption = fc
  .option(fc.array(plainTextual, { maxLength: 1 }))
  .map((nodes) => (nodes ? [fragment({ fragment: 'caption' }, [block('paragraph', {}, nodes)])] : []));
const image = fc
  .tuple(fileRef, some({ refDark: fileRef, alt: text, width: length, height: length }), caption)
  .map(([one, more, captions]) => voidBlock('image', { ref: one, ...more }, captions));
const leafBlocks: fc.Arbitrary<DocumentBlock> = fc.oneof(
  { weight: 6, arbitrary: paragraph },
  { weight: 2, arbitrary: heading },
  { weight: 1, arbitrary: code },
  { weight: 1, arbitrary: highlighted },
  { weight: 1, arbitrary: fc.constant(voidBlock('divider', {})) },
  { weight: 1, arbitrary: formula.map((one) => voidBlock('math', { formula: one })) },
  {
    weight: 1,
    arbitrary: fc
      .tuple(
        fc.array(image, { minLength: 1, maxLength: 2 }),
        some({ align: fc.constantFrom('left', 'right', 'center'), fullWidth: flag, withFrame: flag }),
      )
      .map(([nodes, data]) => block('images', data, nodes)),
  },
  {
    weight: 1,
    arbitrary: fc.tuple(fileRef, caption).map(([one, captions]) => voidBlock('file', { ref: one }, captions)),
  },
  {
    weight: 1,
    arbitrary: fc
      .tuple(fileRef, caption)
      .map(([one, captions]) => voidBlock('drawing', { ref: one }, captions)),
  },
  {
    weight: 1,
    arbitrary: fc
      .tuple(url, some({ fullWidth: flag }), caption)
      .map(([one, data, captions]) => voidBlock('embed', { url: one, ...data }, captions)),
  },
  { weight: 1, arbitrary: ref.map((one) => voidBlock('content-ref', { ref: one })) },
  {
    weight: 1,
    arbitrary: fc
      .tuple(fileRef, text, some({ expanded: flag, fullWidth: flag }))
      .map(([one, path, more]) => voidBlock('swagger', { ref: one, path, method: 'get', ...more })),
  },
  {
    weight: 1,
    arbitrary: fc
      .tuple(name, text)
      .map(([spec, path]) =>
        voidBlock('openapi-operation', { ref: { kind: 'openapi', spec }, path, method: 'post' }),
      ),
  },
  {
    weight: 1,
    arbitrary: fc
      .tuple(name, fc.array(name))
      .map(([spec, schemas]) =>
        voidBlock('openapi-schemas', { ref: { kind: 'openapi', spec }, schemas, grouped: true }),
      ),
  },
  {
    weight: 1,
    arbitrary: name.map((spec) =>
      voidBlock('openapi-webhook', { ref: { kind: 'openapi', spec }, name: 'hook', method: 'post' }),
    ),
  },
  {
    weight: 1,
    arbitrary: name.map((one) =>
      voidBlock('reusable-content', { ref: { kind: 'reusable-content', reusableContent: one } }),
    ),
  },
  {
    weight: 1,
    arbitrary: fc
      .tuple(name, fc.dictionary(fc.oneof(name, text), fc.jsonValue({ maxDepth: 1 })))
      .map(([one, props]) =>
        voidBlock('integration', {
          integration: one,
          block: 'view',
          props: JSON.parse(JSON.stringify(props)) as object,
        }),
      ),
  },
  { weight: 1, arbitrary: fc.constant(voidBlock('future', { a: [1, { b: '%} " \n' }] })) },
);

const { blocks } = fc.letrec<{
  blocks: DocumentBlock[];
  one: DocumentBlock;
  container: DocumentBlock;
  item: DocumentBlock;
}>((tie) => ({
  blocks: fc.array(tie('one'), { maxLength: 3, depthIdentifier: 'doc' }),
  one: fc.oneof(
    { depthIdentifier: 'doc', maxDepth: 3, depthSize: 'small' },
    { weight: 4, arbitrary: leafBlocks },
    { weight: 2, arbitrary: tie('container') },
  ),
  item: tie('blocks').map((nodes) => block('list-item', {}, nodes)),
  container: fc.oneof(
    tie('blocks').map((nodes) => block('blockquote', {}, nodes)),
    fc
      .tuple(tie('blocks'), fc.constantFrom('info', 'warning', 'danger', 'success'), some({ icon: name }))
      .map(([nodes, style, more]) => block('hint', { style, ...more }, nodes)),
    fc.array(tie('item'), { minLength: 1, maxLength: 3 }).map((nodes) => block('list-unordered', {}, nodes)),
    fc
      .tuple(fc.array(tie('item'), { minLength: 1, maxLength: 3 }), fc.constantFrom(0, 1, 7, 99))
      .map(([nodes, start]) => block('list-ordered', { start }, nodes)),
    fc.array(fc.tuple(tie('item'), flag), { minLength: 1, maxLength: 3 }).map((items) =>
      block(
        'list-tasks',
        {},
        items.map(([item, checked]) => ({ ...item, data: { checked } })),
      ),
    ),
    fc
      .array(fc.tuple(tie('blocks'), some({ title: text, icon: name })), { minLength: 1, maxLength: 2 })
      .map((items) =>
        block(
          'tabs',
          {},
          items.map(([nodes, data]) => block('tabs-item', data, nodes)),
        ),
      ),
    fc.array(tie('blocks'), { minLength: 1, maxLength: 2 }).map((items) =>
      block(
        'stepper',
        {},
        items.map((nodes) => block('stepper-step', {}, nodes)),
      ),
    ),
    fc
      .array(fc.tuple(tie('blocks'), some({ width: length, verticalAlignment: fc.constant('middle') })), {
        minLength: 1,
        maxLength: 2,
      })
      .map((items) =>
        block(
          'columns',
          {},
          items.map(([nodes, data]) => block('column', data, nodes)),
        ),
      ),
    fc
      .tuple(tie('blocks'), fc.array(fc.oneof(name, fc.constant('a, b')), { maxLength: 2 }))
      .map(([nodes, tags]) =>
        block('updates', { format: 'full' }, [
          block(
            'update',
            { date: '2026-01-02T00:00:00.000Z', tags: tags.map((tag) => ({ kind: 'tag', tag })) },
            nodes,
          ),
        ]),
      ),
    fc.tuple(tie('blocks'), text).map(([nodes, expression]) => block('if', { expression }, nodes)),
    fc
      .tuple(code, text)
      .map(([one, description]) => block('prompt', { description, openInAIProviders: true }, [one])),
    fc
      .tuple(inlines, tie('blocks'), some({ defaultExpanded: fc.constant(true) }))
      .map(([title, body, data]) =>
        voidBlock('expandable', data, [
          fragment({ type: 'expandable-title', fragment: 'expandable-title' }, [
            block('paragraph', {}, title),
          ]),
          fragment({ type: 'expandable-body', fragment: 'expandable-body' }, body),
        ]),
      ),
    fc
      .tuple(
        fc.array(fc.array(tie('blocks'), { minLength: 2, maxLength: 2 }), { maxLength: 2 }),
        flag,
        fc.tuple(text, text),
        some({ width: fc.nat(300) }),
      )
      .map(([rows, hideHeader, titles, { width }]) =>
        grid(rows, hideHeader, titles, width as number | undefined),
      ),
    fc.array(inlines, { minLength: 1, maxLength: 3 }).map((cells) =>
      grid(
        cells.map((nodes) => [[block('paragraph', {}, nodes)]]),
        false,
        ['Only'],
        undefined,
      ),
    ),
    cards(),
  ),
}));

function grid(
  rows: DocumentBlock[][][],
  hideHeader: boolean,
  titles: string[],
  width: number | undefined,
): DocumentBlock {
  const ids = titles.map((_, at) => `col-${9 - at}`);
  return voidBlock(
    'table',
    {
      view: {
        type: 'grid',
        columns: ids,
        hideHeader,
        ...(width !== undefined && { columnWidths: { [ids[0] as string]: width } }),
      },
      definition: Object.fromEntries(
        ids.map((one, at) => [
          one,
          { id: one, type: 'text', title: titles[at], textAlignment: at % 2 ? 'center' : 'left' },
        ]),
      ),
      records: Object.fromEntries(
        rows.map((row, at) => [
          `rec${at}`,
          {
            orderIndex: `a${at}`,
            values: Object.fromEntries(row.map((_, index) => [ids[index], `f${at}-${index}`])),
          },
        ]),
      ),
    },
    rows.flatMap((row, at) => row.map((nodes, index) => fragment({ fragment: `f${at}-${index}` }, nodes))),
  );
}

function cards(): fc.Arbitrary<DocumentBlock> {
  const values = optional<unknown>({
    n: fc.integer(),
    b: flag,
    f: fc.array(name, { maxLength: 2 }),
    u: fc.array(name, { maxLength: 2 }),
    r: ref,
    i: fc.oneof(fileRef, fc.record({ ref: fileRef, objectFit: fc.constant('cover'), alt: text })),
    s: fc.constantFrom(['o1'], ['o1', 'o2']),
    x: fc.nat(5),
  });
  return fc
    .tuple(fc.array(values, { maxLength: 3 }), fc.constantFrom('medium', 'large'), text)
    .map(([rows, cardSize, label]) => {
      const definition = {
        n: { id: 'n', type: 'number', title: 'N' },
        b: { id: 'b', type: 'checkbox', title: '' },
        f: { id: 'f', type: 'files', title: 'Files' },
        u: { id: 'u', type: 'users', title: 'Users', multiple: true },
        r: { id: 'r', type: 'content-ref', title: 'Target' },
        i: { id: 'i', type: 'image', title: 'Cover' },
        s: {
          id: 's',
          type: 'select',
          title: 'S',
          multiple: true,
          options: [
            { value: 'o1', label, color: 'red' },
            { value: 'o2', label: 'Two', color: 'blue' },
          ],
        },
        x: { id: 'x', type: 'rating', title: 'X', max: 5 },
      };
      const records = Object.fromEntries(
        rows.map((row, at) => [`r${at}`, { orderIndex: `a${at}`, values: row }]),
      );
      const view = {
        type: 'cards',
        cardSize,
        columns: ['s', 'n', 'b', 'f', 'u', 'x'],
        targetDefinition: 'r',
        coverDefinition: 'i',
        wrap: false,
      };
      return voidBlock('table', { view, definition, records, fullWidth: true }, []);
    });
}

const documents = fc
  .array(blocks, { minLength: 1, maxLength: 2 })
  .map((lists): JSONDocument => ({ object: 'document', data: {}, nodes: lists.flat() }));

describe('round trip', () => {
  it('document → Markdown → document is equal', () => {
    fc.assert(
      fc.property(documents, (document) => {
        const wanted = normalizeDocument(document);
        const markdown = serializeMarkdown(document);
        const back = parseMarkdown(markdown).document;
        expect(documentsEqual(wanted, back), difference(markdown, wanted, back)).toBe(true);
        expect(serializeMarkdown(back)).toBe(markdown);
      }),
      { numRuns: RUNS },
    );
  }, 600_000);

  it('any text parses, and what it parses to round-trips', () => {
    fc.assert(
      fc.property(markdownText(), (markdown) => {
        const first = parsePage(markdown);
        const written = serializePage(first.meta, first.document);
        const second = parsePage(written);
        expect(
          documentsEqual(first.document, second.document),
          difference(written, first.document, second.document),
        ).toBe(true);
        expect(second.meta).toEqual(first.meta);
        expect(serializePage(second.meta, second.document)).toBe(written);
        expect(parsePage(markdown)).toEqual(first);
      }),
      { numRuns: RUNS * 2 },
    );
  }, 600_000);
});

/** Random pieces of syntax, well and badly nested. */
function markdownText(): fc.Arbitrary<string> {
  const pieces = fc.constantFrom(
    ...[
      '{% hint style="info" %}',
      '{% endhint %}',
      '{% tabs %}',
      '{% tab title="A" %}',
      '{% endtab %}',
      '{% endtabs %}',
      '{% if x == "%}" %}',
      '{% endif %}',
    ],
    ...[
      '{% code title="a" %}',
      '{% endcode %}',
      '{% embed url="x" %}',
      '{% endembed %}',
      '{% foo bar %}',
      '{% include "x.md" %}',
      '{% column width="50%" %}',
    ],
    ...[
      '<details>',
      '</details>',
      '<summary>S</summary>',
      '<div>',
      '</div>',
      '<b>',
      '</b>',
      '<kbd>',
      '</kbd>',
      '<u>',
      '</u>',
      '<!-- c -->',
      '<!--',
      '-->',
    ],
    ...[
      '<img src="a.png">',
      '<figure><img src="a.png" alt="x"><figcaption>c</figcaption></figure>',
      '<table><tr><td>x</td></tr></table>',
      '<pre>',
      '</pre>',
    ],
    ...[
      '<a id="x"></a>',
      '<a href="x" class="button primary">B</a>',
      '<p align="center">x</p>',
      '<td>',
      '<String>',
      '<br>',
      '<span>',
      '</span>',
    ],
    ...[
      '\n',
      '\n',
      '\n',
      '\n\n',
      '\n\n',
      '\n\n',
      '  ',
      '    ',
      '\t',
      '\r\n',
      '* ',
      '- ',
      '1. ',
      '2) ',
      '> ',
      '# ',
      '## ',
      '##### ',
      '- [ ] ',
      '- [x] ',
    ],
    ...[
      '**',
      '*',
      '_',
      '__',
      '~~',
      '`',
      '``',
      '```',
      '```js\n',
      '~~~',
      '---',
      '***',
      '===',
      '| a | b |',
      '|---|---|',
      '| - |',
      '$$',
      '$',
      ':smile:',
      '[^1]',
      '[^1]: note',
    ],
    ...[
      '[a](b)',
      '[a][b]',
      '[b]: c',
      '![x](y "z")',
      '[',
      ']',
      '](',
      '<https://a.b>',
      'https://a.b/c',
      'a@b.co',
      'www.a.co',
      '\\',
      '&nbsp;',
      '&lt;',
      '\u00a0',
      '\0',
      '\ufeff',
    ],
    ...['word', 'two words', 'a', '.', '!', '|', '\ud800', '---\na: b\n---\n', '---\na: [\n---\n'],
  );
  return fc.oneof(
    { weight: 8, arbitrary: fc.array(pieces, { maxLength: 14 }).map((parts) => parts.join('')) },
    { weight: 3, arbitrary: fc.array(pieces, { maxLength: 14 }).map((parts) => parts.join('\n')) },
    { weight: 3, arbitrary: fc.array(pieces, { maxLength: 10 }).map((parts) => parts.join('\n\n')) },
    { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 60 }) },
  );
}

/** What a failing run shows: the Markdown, and both documents without what is no content. */
function difference(markdown: string, wanted: JSONDocument, found: JSONDocument): string {
  return ['', markdown, JSON.stringify(strip(wanted.nodes)), JSON.stringify(strip(found.nodes))].join(
    '\n-----\n',
  );
}

/** Without keys and ids, for a readable difference. */
function strip(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(strip);
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([member]) => !['key', 'object', 'isVoid'].includes(member))
      .map(([member, one]) => [member, strip(one)]),
  );
}
