import GithubSlugger from 'github-slugger';
import type { Element, Root } from 'hast';
import { defaultHandlers, type Handle, type State, toMdast } from 'hast-util-to-mdast';
import type { Root as MarkdownRoot, RootContent } from 'mdast';
import { gfmToMarkdown } from 'mdast-util-gfm';
import { toMarkdown } from 'mdast-util-to-markdown';
import { blockHandlers } from './block-handlers.js';
import { elementsOf, findElement, rebuild, textProperty, words } from './hast-tools.js';
import { footnoteHandlers, readFootnotes } from './footnotes.js';
import { gitFormat, inlineHtml } from './markdown-nodes.js';
import { tidyHtml } from './tidy-html.js';
import { withoutEmpty } from './without-empty.js';

/** Writes addresses of a page as they are in the folder of the import. */
export interface Addresses {
  link(href: string): string;
  /** Undefined leaves the image out. */
  image(src: string): string | undefined;
}

/** The content of a page as Markdown of the Git format. */
export function htmlToMarkdown(body: Root, addresses: Addresses): string {
  const tree = withoutEmpty(rewriteAddresses(tidyHtml(body), addresses));
  const notes = readFootnotes(tree);
  const mdast = toMdast(tree, {
    document: true,
    handlers: { ...blockHandlers, ...headingHandlers(), ...inlineHandlers, ...footnoteHandlers(notes) },
  }) as MarkdownRoot;
  return toMarkdown(mdast, { ...gitFormat, extensions: [gfmToMarkdown()] });
}

/** Links that run programs and images that cannot be kept go; their words stay. */
function rewriteAddresses(tree: Root, addresses: Addresses): Root {
  return rebuild(tree, (element) => {
    const { tagName } = element;
    if (tagName === 'img') {
      const src = textProperty(element, 'src') ?? textProperty(element, 'dataSrc');
      const target = src && addresses.image(src);
      const alt = textProperty(element, 'alt');
      return target ? [{ ...element, properties: { src: target, ...(alt ? { alt } : {}) } }] : [];
    }
    const href = tagName === 'a' ? textProperty(element, 'href') : undefined;
    if (href === undefined) return undefined;
    const inner = rewriteAddresses({ type: 'root', children: element.children }, addresses)
      .children as never[];
    // Links without words are marks for the mouse.
    const isEmpty = words(element) === '' && !findElement(element, (one) => one.tagName === 'img');
    if (isEmpty) return [];
    if (/^(javascript|data|vbscript):/i.test(href)) return inner;
    const { properties } = element;
    return [{ ...element, properties: { ...properties, href: addresses.link(href) }, children: inner }];
  });
}

/** Headings keep the id that links elsewhere may use, where their words would give another. */
function headingHandlers(): Record<string, Handle> {
  const slugger = new GithubSlugger();
  const heading: Handle = (state, element) => {
    const depth = Number(element.tagName.charAt(1)) as 1 | 2 | 3 | 4 | 5 | 6;
    const children = state.all(element) as never[];
    const id = textProperty(element, 'id');
    const usual = slugger.slug([...plainTexts(element)].join(''));
    const isKept = id !== undefined && id !== usual && /^[-a-z0-9.+_]+$/.test(id);
    const anchor = isKept ? [inlineHtml(` <a href="#${id}" id="${id}">`), inlineHtml('</a>')] : [];
    return { type: 'heading', depth, children: [...children, ...anchor] as never[] };
  };
  return Object.fromEntries(['h1', 'h2', 'h3', 'h4', 'h5', 'h6'].map((name) => [name, heading]));
}

function* plainTexts(element: Element): Generator<string> {
  for (const child of element.children) {
    if (child.type === 'text') yield child.value;
    if (child.type === 'element') yield* plainTexts(child);
  }
}

/** Marks that HTML has and Markdown lacks. */
const marked: Handle = (state: State, element: Element) => {
  const { tagName } = element;
  return [inlineHtml(`<${tagName}>`), ...state.all(element), inlineHtml(`</${tagName}>`)] as RootContent[];
};

const inlineHandlers: Record<string, Handle> = {
  sub: marked,
  sup: marked,
  kbd: marked,
  input: (state, element) =>
    // Lists of tasks are the only place where a box says something.
    element.properties['type'] === 'checkbox' ? undefined : defaultHandlers.input(state, element),
  span: (state, element) => {
    const tex = textProperty(element, 'dataTex');
    return tex === undefined ? state.all(element) : inlineHtml(`$$${tex}$$`);
  },
};

/** True when a piece of HTML has any content to read. */
export function hasContent(body: Root): boolean {
  return (
    [...elementsOf(body)].some((element) =>
      ['img', 'iframe', 'video', 'table', 'hr'].includes(element.tagName),
    ) ||
    body.children.some((child) => child.type === 'text' && child.value.trim() !== '') ||
    [...elementsOf(body)].some((element) =>
      element.children.some((child) => child.type === 'text' && child.value.trim() !== ''),
    )
  );
}
