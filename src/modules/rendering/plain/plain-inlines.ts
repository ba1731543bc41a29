import {
  dataOf,
  type DocumentInline,
  type DocumentMark,
  type DocumentNode,
  type InlineOf,
} from '#modules/documents/index.js';
import { asText, fragmentOf, nodesOf } from '../model/document-data.js';
import { emojiCharacters } from '#platform/typography/emoji.js';
import { rawInline, rawSource } from '../model/raw-source.js';
import { refLabel } from '../model/references.js';
import { type InlineRenderers, rendererOf } from '../model/renderer-of.js';
import { image, inline, link, text } from './plain-nodes.js';
import type { PlainState } from './plain-state.js';

/** Marks for which Markdown, or the HTML that it allows everywhere, has a form. */
const MARKS = new Set(['bold', 'italic', 'strikethrough', 'code', 'keyboard', 'superscript', 'subscript']);

/** Inline nodes with only the features that every reader of Markdown knows. */
export function plainInlines(nodes: readonly DocumentNode[], state: PlainState): DocumentNode[] {
  return nodes.flatMap((node): DocumentNode[] => {
    if (node.object === 'text') {
      return [{ ...node, leaves: node.leaves.map((leaf) => ({ ...leaf, marks: plainMarks(leaf.marks) })) }];
    }
    if (node.object === 'block') return plainInlines(nodesOf(node), state);
    // Raw tags and comments are left out; the words between them stay.
    if (rawInline(node) !== undefined) return [];
    return (rendererOf(FORMS, node) ?? unknownInline)(node, state);
  });
}

function plainMarks(marks: readonly DocumentMark[] | undefined): DocumentMark[] {
  return (marks ?? []).filter(({ type }) => MARKS.has(type)).map(({ type }) => ({ object: 'mark', type }));
}

/** Plain forms of inlines that Markdown has no form for: their content without their look. */
const FORMS: InlineRenderers<PlainState, DocumentNode[]> = {
  link: (node, state) => {
    const { ref } = dataOf(node);
    const target = state.link(ref);
    if (!target) return inner(node, state);
    const shown = nodesOf(node).length > 0 ? inner(node, state) : [text(refLabel(ref, target))];
    return [inline('link', { ref: { kind: 'url', url: target.href } }, shown)];
  },
  emoji: (node) => {
    const { code = '' } = dataOf(node);
    return [text(emojiCharacters(code) ?? (code === '' ? '' : `:${code}:`))];
  },
  icon: () => [],
  'inline-math': (node) => [{ ...node, data: { formula: dataOf(node).formula ?? '' } }],
  'inline-image': (node, state) => {
    const data = dataOf(node);
    const url = state.image(data);
    const alt = data.alt || data.caption || '';
    return url === null ? words(alt) : [image(url, alt)];
  },
  mention: reference,
  button: reference,
  annotation: (node, state) => {
    const body = state.blocks(fragmentOf(node, 'annotation-body'));
    if (body.length === 0) return inner(node, state);
    const fragment = { object: 'fragment' as const, type: 'annotation-body', nodes: body };
    return [{ ...inline('annotation', {}, inner(node, state)), fragments: [fragment] }];
  },
  expression: (node) => [text(dataOf(node).expression ?? '', 'code')],
};

function reference(node: InlineOf<'mention' | 'button'>, state: PlainState): DocumentNode[] {
  const data = dataOf(node);
  const target = state.link(data.ref);
  const label = asText(data.label) ?? (target ? refLabel(data.ref, target) : '');
  return target ? [link(target.href, label)] : words(label);
}

function unknownInline(node: DocumentInline, state: PlainState): DocumentNode[] {
  const children = inner(node, state);
  return children.length > 0 ? children : [text(rawSource(node) ?? node.type, 'code')];
}

function inner(node: DocumentInline, state: PlainState): DocumentNode[] {
  return plainInlines(nodesOf(node), state);
}

function words(label: string): DocumentNode[] {
  return label === '' ? [] : [text(label)];
}
