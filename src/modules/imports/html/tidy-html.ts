import type { Element, ElementContent, Root } from 'hast';
import {
  classesOf,
  elementsOf,
  findElement,
  isElement,
  isNamed,
  rebuild,
  textProperty,
  words,
} from './hast-tools.js';
import { isAnchor } from './main-content.js';

const HEADING = /^h[1-6]$/;
/** Language names that mean plain text. */
const NO_LANGUAGE = /^(default|none|text|plaintext|plain|txt|notranslate|nohighlight|auto)$/i;
const LANGUAGE =
  /(?:^|\s)(?:(?:language|lang|highlight-source|highlight)-|sourceCode\s+|brush:\s*)([a-z][\w+#-]*)/i;

/**
 * Brings markup of the many generators into one form: code blocks as `pre` with a language, formulas as their source,
 * anchors on their headings, and nothing that only makes sense in a browser.
 */
export function tidyHtml(body: Root): Root {
  // The title of a page is the one heading of the first level.
  const shift = [...elementsOf(body)].some((element) => element.tagName === 'h1') ? 1 : 0;
  return rebuild(body, (element, ancestors) => {
    if (isNamed(element, 'table')) return codeInTable(element, ancestors);
    if (isNamed(element, 'pre')) return [codeBlock(element, ancestors)];
    if (HEADING.test(element.tagName)) return [heading(element, ancestors, shift)];
    if (isNamed(element, 'picture')) return elementsNamed(element, 'img').slice(0, 1);
    if (isMath(element)) return formula(element);
    return undefined;
  });
}

/** Numbered lines are often laid out as a table, with the code in its second column. */
function codeInTable(table: Element, ancestors: readonly Element[]): ElementContent[] | undefined {
  const blocks = elementsNamed(table, 'pre');
  const code = blocks.at(-1);
  const isLaidOut = /highlight|rouge|linenos|code/i.test(classesOf(table)) && blocks.length > 0;
  return isLaidOut && code ? [codeBlock(code, [...ancestors, table])] : undefined;
}

function codeBlock(pre: Element, ancestors: readonly Element[]): Element {
  const code = elementsNamed(pre, 'code')[0];
  const places = [...(code ? [code] : []), pre, ...[...ancestors].reverse().slice(0, 3)];
  const language = places.map(languageOf).find((found) => found !== undefined);
  const text = linesOf(pre).replace(/^\n/, '').trimEnd();
  return {
    type: 'element',
    tagName: 'pre',
    properties: language ? { dataLanguage: language } : {},
    children: [{ type: 'text', value: text }],
  };
}

function languageOf(element: Element): string | undefined {
  const named = ['dataLanguage', 'dataLang', 'dataSyntax']
    .map((name) => textProperty(element, name))
    .find(Boolean);
  const found = named ?? LANGUAGE.exec(classesOf(element))?.[1];
  return found === undefined || NO_LANGUAGE.test(found) ? undefined : found.toLowerCase();
}

/** Text of code, in which a line may be a line break, a separate element, or a break element. */
function linesOf(node: Element): string {
  let text = '';
  for (const child of node.children) {
    if (child.type === 'text') text += child.value;
    if (child.type !== 'element' || isNamed(child, 'button', 'style', 'script')) continue;
    if (child.tagName === 'br') text += '\n';
    else {
      const inner = linesOf(child);
      const isLine = isNamed(child, 'div', 'p', 'li', 'tr');
      text += isLine && text !== '' && !text.endsWith('\n') ? `\n${inner}` : inner;
    }
  }
  return text;
}

/** The heading with the id that links use: its own, that of an anchor in it, or that of the section it opens. */
function heading(element: Element, ancestors: readonly Element[], shift: number): Element {
  const anchors = [...elementsOf(element)].filter((one) => textProperty(one, 'id') !== undefined);
  const parent = ancestors.at(-1);
  const opens =
    parent && isNamed(parent, 'section', 'div') && parent.children.find((one) => isElement(one)) === element;
  const id =
    textProperty(element, 'id') ??
    anchors.map((one) => textProperty(one, 'id')).find(Boolean) ??
    (opens ? textProperty(parent, 'id') : undefined);
  const inner = rebuild(element, (one) => (isAnchor(one) ? [] : undefined));
  const tagName = `h${Math.min(6, Number(element.tagName.charAt(1)) + shift)}`;
  return { ...inner, tagName, properties: id ? { id: id.replace(/^user-content-/, '') } : {} };
}

function isMath(element: Element): boolean {
  return /(^|\s)(katex(-display)?|MathJax|math)(\s|$)/.test(classesOf(element)) || element.tagName === 'math';
}

/** Formulas carry their source with them; one without it stays what it looks like. */
function formula(element: Element): ElementContent[] | undefined {
  const source = findElement(element, (one) => textProperty(one, 'encoding') === 'application/x-tex');
  const tex = source && words(source);
  if (!tex) return undefined;
  const isBlock = /display/.test(classesOf(element)) || textProperty(element, 'display') === 'block';
  return [
    {
      type: 'element',
      tagName: isBlock ? 'div' : 'span',
      properties: { dataTex: tex },
      children: isBlock ? [] : [{ type: 'text', value: tex }],
    },
  ];
}

function elementsNamed(element: Element, name: string): Element[] {
  return [...elementsOf(element)].filter((one) => one.tagName === name);
}
