import {
  type DocumentBlock,
  type DocumentInline,
  type DocumentText,
  parseMarkdown,
} from '#modules/documents/index.js';
import { codeBlock, image, link, paragraph, text } from '../plain/plain-nodes.js';
import type { ContentKitElement, ContentKitRoot, TextElement } from './contentkit.schema.js';

type State = Record<string, unknown>;
type Runs = (DocumentText | DocumentInline)[];

/** ContentKit as ordinary blocks of documents: words, code, pictures and links, without controls. */
export function contentKitBlocks(root: ContentKitRoot, state: State): DocumentBlock[] {
  return root.children.flatMap((child) =>
    child.type === 'stepper' ? blocksOf(child.children, state) : blocksOfElement(child, state),
  );
}

/** The code or text of an element: the value itself, or the member of the state that the element names. */
export function boundText(value: string | { $state: string }, state: State): string {
  if (typeof value === 'string') return value;
  const bound = Object.hasOwn(state, value.$state) ? state[value.$state] : '';
  return typeof bound === 'string' || typeof bound === 'number' ? String(bound) : '';
}

/** Blocks from the Markdown of an integration, treated as any Markdown: its HTML is sanitized when it is rendered. */
export function markdownBlocks(markdown: string): DocumentBlock[] {
  return parseMarkdown(markdown).document.nodes;
}

function blocksOf(elements: readonly ContentKitElement[] | undefined, state: State): DocumentBlock[] {
  return (elements ?? []).flatMap((element) => blocksOfElement(element, state));
}

function blocksOfElement(element: ContentKitElement, state: State): DocumentBlock[] {
  switch (element.type) {
    case 'hstack':
    case 'vstack':
    case 'box':
    case 'step':
      return blocksOf(element.children, state);
    case 'card':
      return [
        ...(element.title ? [paragraph([text(element.title, 'bold')])] : []),
        ...hintBlocks(element.hint),
        ...blocksOf(element.children, state),
      ];
    case 'codeblock':
      return [
        ...blocksOf(element.header, state),
        codeBlock(boundText(element.content, state), element.syntax),
        ...blocksOf(element.footer, state),
      ];
    case 'markdown':
      return markdownBlocks(boundText(element.content, state));
    case 'text':
    case 'link':
    case 'image':
      return [paragraph(runs(element))];
    case 'hint':
      return hintBlocks(element.children);
    case 'webframe':
      return [paragraph([link(element.source.url, element.source.url)])];
    case 'divider':
      return [{ object: 'block', type: 'divider', isVoid: true, data: {} }];
    case 'input':
      return blocksOfElement(element.element, state);
    case 'button':
      return pressed(element);
    // Controls have no plain form, except buttons that open an address.
    case 'textinput':
    case 'select':
    case 'switch':
    case 'radio':
    case 'checkbox':
      return [];
  }
}

function pressed(element: Extract<ContentKitElement, { type: 'button' }>): DocumentBlock[] {
  if (element.onPress.action !== '@ui.url.open') return [];
  const url = element.onPress['url'];
  if (typeof url !== 'string' || !/^https?:\/\//i.test(url)) return [];
  return [paragraph([link(url, element.label ?? url)])];
}

function hintBlocks(
  hint: string | readonly (string | Parameters<typeof runs>[0])[] | undefined,
): DocumentBlock[] {
  if (hint === undefined) return [];
  if (typeof hint === 'string') return [paragraph([text(hint, 'italic')])];
  return [paragraph(hint.flatMap((part) => (typeof part === 'string' ? [text(part)] : runs(part))))];
}

function runs(element: TextElement | Extract<ContentKitElement, { type: 'link' | 'image' }>): Runs {
  if (element.type === 'image') return [image(element.source.url, '')];
  if (element.type === 'link') return [link(element.target.url, wordsOf(element.children))];
  const { children, style } = element;
  const mark =
    style === 'code' || style === 'bold' || style === 'italic' || style === 'strikethrough'
      ? style
      : undefined;
  if (typeof children === 'string') return [text(children, mark)];
  return children.flatMap((child) => (typeof child === 'string' ? [text(child, mark)] : runs(child)));
}

function wordsOf(children: string | readonly string[]): string {
  return typeof children === 'string' ? children : children.join('');
}
