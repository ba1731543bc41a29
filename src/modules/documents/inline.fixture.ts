import fc from 'fast-check';
import type { DocumentMark, DocumentNode } from './document.types.js';
import { block, fragment, inline, leaf, textNode, voidInline } from './document-nodes.js';

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
export const text = fc.oneof(
  { weight: 5, arbitrary: line },
  { weight: 1, arbitrary: fc.tuple(line, line, line).map((lines) => lines.join('\n')) },
);
export const name = fc.stringMatching(/^[a-z][a-z0-9-]{0,8}$/);
export const flag = fc.boolean();

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
export const plainTextual = text.map((words_) => textNode(leaf(words_)));

export const url = fc.constantFrom(
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
export const ref = fc.oneof(
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
export const fileRef = fc.oneof(
  url.map((address) => ({ kind: 'url', url: address })),
  name.map((file) => ({ kind: 'file', file })),
);
export const optional = <T>(values: Record<string, fc.Arbitrary<T>>) =>
  fc.record(values, { requiredKeys: [] });
export const some = (values: Record<string, fc.Arbitrary<unknown>>) =>
  optional(values) as fc.Arbitrary<Record<string, unknown>>;

export const formula = fc.oneof(
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
export const annotation = fc
  .tuple(fc.oneof(textual, fc.constant(textNode(leaf('1', [{ object: 'mark', type: 'superscript' }])))), text)
  .map(([nodes, body]): DocumentNode => ({
    ...inline('annotation', {}, [nodes]),
    fragments: [fragment({ type: 'annotation-body' }, [block('paragraph', {}, [textNode(leaf(body))])])],
  }));
export const inlines = fc.array(
  fc.oneof(
    { weight: 6, arbitrary: textual },
    { weight: 3, arbitrary: voids },
    { weight: 2, arbitrary: link },
    { weight: 1, arbitrary: annotation },
  ),
  { minLength: 0, maxLength: 4 },
);
