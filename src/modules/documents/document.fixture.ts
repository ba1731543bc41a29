import fc from 'fast-check';
import type { DocumentBlock, JSONDocument } from './document.types.js';
import { block, codeLines, fragment, voidBlock } from './document-nodes.js';
import {
  annotation,
  fileRef,
  flag,
  formula,
  inlines,
  name,
  plainTextual,
  ref,
  some,
  text,
  url,
} from './inline.fixture.js';
import { cards, grid, length } from './table.fixture.js';

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
  { weight: 1, arbitrary: fc.constant(voidBlock('divider', { a: [1, { b: '%} " \n' }] })) },
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

/** Documents of every block, inline and mark type, with text chosen to be mistaken for syntax. */
export const arbitraryDocument = fc
  .array(blocks, { minLength: 1, maxLength: 2 })
  .map((lists): JSONDocument => ({ object: 'document', data: {}, nodes: lists.flat() }));
