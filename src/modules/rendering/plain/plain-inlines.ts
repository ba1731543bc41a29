import type { DocumentInline, DocumentMark, DocumentNode } from '#modules/documents/index.js';
import { asText, dataOf, fragmentOf, nodesOf } from '../model/document-data.js';
import { emojiCharacters } from '../model/emoji.js';
import { rawHtml, rawSource } from '../html/raw-html.js';
import { refLabel } from '../model/references.js';
import { image, inline, link, text } from './plain-nodes.js';
import type { PlainState } from './plain-state.js';

/** Marks that Markdown, or the HTML that it allows everywhere, has a form for. */
const MARKS = new Set(['bold', 'italic', 'strikethrough', 'code', 'keyboard', 'superscript', 'subscript']);

/** Inline nodes with only what every reader of Markdown knows. */
export function plainInlines(nodes: readonly DocumentNode[], state: PlainState): DocumentNode[] {
  return nodes.flatMap((node): DocumentNode[] => {
    if (node.object === 'text') {
      return [{ ...node, leaves: node.leaves.map((leaf) => ({ ...leaf, marks: plainMarks(leaf.marks) })) }];
    }
    if (node.object === 'block') return plainInlines(nodesOf(node), state);
    // Tags and comments around words: the words stay.
    if (rawHtml(node) !== undefined) return [];
    return plainInline(node, state);
  });
}

function plainMarks(marks: readonly DocumentMark[] | undefined): DocumentMark[] {
  return (marks ?? []).filter(({ type }) => MARKS.has(type)).map(({ type }) => ({ object: 'mark', type }));
}

function plainInline(node: DocumentInline, state: PlainState): DocumentNode[] {
  const data = dataOf(node);
  const inner = (): DocumentNode[] => plainInlines(nodesOf(node), state);
  switch (node.type) {
    case 'link': {
      const target = state.link(data.ref);
      if (!target) return inner();
      const words = nodesOf(node).length > 0 ? inner() : [text(refLabel(data.ref, target))];
      return [inline('link', { ref: { kind: 'url', url: target.href } }, words)];
    }
    case 'emoji': {
      const code = asText(data.code) ?? '';
      return [text(emojiCharacters(code) ?? (code === '' ? '' : `:${code}:`))];
    }
    case 'icon':
      return [];
    case 'inline-math':
      return [{ ...node, data: { formula: asText(data.formula) ?? '' } }];
    case 'inline-image': {
      const url = state.image(data);
      const alt = asText(data.alt) ?? asText(data.caption) ?? '';
      return url === null ? words(alt) : [image(url, alt)];
    }
    case 'mention':
    case 'button': {
      const target = state.link(data.ref);
      const label = asText(data.label) ?? (target ? refLabel(data.ref, target) : '');
      return target ? [link(target.href, label)] : words(label);
    }
    case 'annotation': {
      const body = state.blocks(fragmentOf(node, 'annotation-body'));
      if (body.length === 0) return inner();
      const fragment = { object: 'fragment' as const, type: 'annotation-body', nodes: body };
      return [{ ...inline('annotation', {}, inner()), fragments: [fragment] }];
    }
    case 'expression':
      return [text(asText(data.expression) ?? '', 'code')];
    default: {
      const children = inner();
      return children.length > 0 ? children : [text(rawSource(node) ?? node.type, 'code')];
    }
  }
}

function words(label: string): DocumentNode[] {
  return label === '' ? [] : [text(label)];
}
