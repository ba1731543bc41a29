import type { ElementContent } from 'hast';
import { h } from 'hastscript';
import {
  colorName,
  type DocumentLeaf,
  type DocumentMark,
  type DocumentText,
} from '#modules/documents/index.js';
import { asText } from '../model/document-data.js';

/** Element of each mark, innermost first. Code comes last because it encloses all others. */
const ELEMENTS: readonly [type: string, tag: string][] = [
  ['superscript', 'sup'],
  ['subscript', 'sub'],
  ['strikethrough', 's'],
  ['italic', 'em'],
  ['bold', 'strong'],
  ['color', 'span'],
  ['keyboard', 'kbd'],
  ['code', 'code'],
];

/** A text node: its leaves with their marks, line breaks as `<br>`. */
export function renderText(node: DocumentText): ElementContent[] {
  return (node.leaves ?? []).flatMap(renderLeaf);
}

/** Classes for the text and background colour of a mark, an icon or a tag; unknown colours give none. */
export function colorClasses(text: unknown, background: unknown): string[] {
  const [color, back] = [colorName(text), colorName(background)];
  return [...(color ? [`color-${color}`] : []), ...(back ? [`back-${back}`] : [])];
}

function renderLeaf(leaf: DocumentLeaf): ElementContent[] {
  const text = asText(leaf.text);
  if (!text) return [];
  const marks = new Map((leaf.marks ?? []).map((mark) => [mark.type, mark]));
  return ELEMENTS.reduce<ElementContent[]>((children, [type, tag]) => {
    const mark = marks.get(type);
    return mark ? [h(tag, markProperties(mark), children)] : children;
  }, withBreaks(text));
}

function markProperties(mark: DocumentMark): Record<string, string> {
  if (mark.type !== 'color') return {};
  const data = mark.data ?? {};
  return { class: colorClasses(data.text, data.background).join(' ') };
}

function withBreaks(text: string): ElementContent[] {
  return text
    .split('\n')
    .flatMap((line, index): ElementContent[] => [
      ...(index > 0 ? [h('br')] : []),
      ...(line === '' ? [] : [{ type: 'text' as const, value: line }]),
    ]);
}
