import type { Element, Root } from 'hast';
import type { Handle } from 'hast-util-to-mdast';
import { decodePercent } from '#platform/http/decode-percent.js';
import { elementsOf, isElement, rebuild, textProperty, words } from './hast-tools.js';

/** Ids of footnotes as converters of documents and of Markdown make them. */
const NOTE = /^(?:user-content-)?(?:fn|footnote|endnote)[-:_]?(\d+|[\w-]+)$/i;
const REFERENCE = /^(?:user-content-)?(?:fnref|footnote-ref|endnote-ref|fn-ref|ref)/i;

/** Labels of the footnotes that are there and referred to, by their id. */
export type Footnotes = ReadonlyMap<string, string>;

export function readFootnotes(tree: Root): Footnotes {
  const elements = [...elementsOf(tree)];
  const defined = new Set(
    elements.filter((one) => one.tagName === 'li').flatMap((one) => textProperty(one, 'id') ?? []),
  );
  const notes = new Map<string, string>();
  for (const element of elements) {
    const id = targetOf(element);
    if (id === undefined || notes.has(id) || !defined.has(id) || !NOTE.test(id) || REFERENCE.test(id))
      continue;
    notes.set(id, String(notes.size + 1));
  }
  return notes;
}

/** Writes footnotes as Markdown does, with their text as definitions. */
export function footnoteHandlers(notes: Footnotes): Record<string, Handle> {
  if (notes.size === 0) return {};
  const labelOf = (element: Element): string | undefined => notes.get(targetOf(element) ?? '');
  const list: Handle = (state, element, parent) => {
    const items = element.children.filter((child): child is Element => isElement(child, 'li'));
    const areNotes = items.length > 0 && items.every((item) => notes.has(textProperty(item, 'id') ?? ''));
    if (!areNotes) return state.handlers['ul']?.(state, element, parent);
    return items.map((item) => {
      const label = notes.get(textProperty(item, 'id') ?? '') as string;
      const text = rebuild(item, (one) => (leadsBack(one) ? [] : undefined));
      return {
        type: 'footnoteDefinition',
        identifier: label,
        label,
        children: state.toFlow(state.all(text)) as never[],
      };
    });
  };
  return {
    ol: list,
    a: (state, element, parent) => {
      const label = labelOf(element);
      if (label !== undefined) return { type: 'footnoteReference', identifier: label, label };
      return defaultLink(state, element, parent);
    },
    sup: (state, element) => {
      const only = element.children.filter((child) => child.type !== 'text' || child.value.trim() !== '');
      const [link] = only;
      const isNote = only.length === 1 && isElement(link, 'a') && labelOf(link) !== undefined;
      return isNote
        ? state.all(element)
        : [{ type: 'html', value: '<sup>' }, ...state.all(element), { type: 'html', value: '</sup>' }];
    },
    h2: (state, element, parent) =>
      textProperty(element, 'id') === 'footnote-label' ? [] : state.handlers['h3']?.(state, element, parent),
  };
}

const defaultLink: Handle = (state, element) => {
  const url = textProperty(element, 'href');
  const children = state.all(element);
  return url === undefined ? children : { type: 'link', url, title: null, children: children as never[] };
};

function targetOf(element: Element): string | undefined {
  const href = element.tagName === 'a' ? textProperty(element, 'href') : undefined;
  return href?.startsWith('#') ? decodePercent(href.slice(1)) : undefined;
}

function leadsBack(element: Element): boolean {
  return REFERENCE.test(targetOf(element) ?? '') && /^\W*$/.test(words(element));
}
