import type { Element, Root } from 'hast';
import { fromHtml } from 'hast-util-from-html';
import { visit } from 'unist-util-visit';

/** HTML read by a real parser, the way a browser would read it. */
export function parseHtml(html: string): Root {
  return fromHtml(html, { fragment: !/^<!doctype/i.test(html) });
}

/** All elements with this tag, and this class when one is given, in document order. */
export function elements(tree: Root | Element, tag?: string, className?: string): Element[] {
  const found: Element[] = [];
  visit(tree, 'element', (element) => {
    const classes = element.properties.className;
    const hasClass = className === undefined || (Array.isArray(classes) && classes.includes(className));
    if ((tag === undefined || element.tagName === tag) && hasClass) found.push(element);
  });
  return found;
}

/** The words below a node. */
export function textOf(tree: Root | Element): string {
  let words = '';
  visit(tree, 'text', (node) => {
    words += node.value;
  });
  return words;
}
