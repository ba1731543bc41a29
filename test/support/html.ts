import type { Element, Root } from 'hast';
import { fromParse5 } from 'hast-util-from-parse5';
import { parse, parseFragment } from 'parse5';
import { visit } from 'unist-util-visit';

/** HTML read by a real parser, the way a browser without scripts would read it. */
export function parseHtml(html: string): Root {
  // Without source positions, which nobody needs and which take a third of the parsing time.
  const options = { scriptingEnabled: false };
  return fromParse5(/^<!doctype/i.test(html) ? parse(html, options) : parseFragment(html, options)) as Root;
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
