import { nameToEmoji } from 'gemoji';
import { fromHtml } from 'hast-util-from-html';
import type { Element, Nodes } from 'hast';
import { micromark } from 'micromark';
import { gfm, gfmHtml } from 'micromark-extension-gfm';
import { parse as parseYaml } from 'yaml';
import { decodePercent } from '#platform/http/decode-percent.js';

/** Number of occurrences of each thing a reader or a machine could miss in a text: words, links, images, attributes, … */
export type Inventory = Map<string, number>;

/**
 * Takes stock of a Git-format page on its own, through HTML, sharing nothing with the converter it is meant to check:
 * `{% tags %}` and front matter are taken out line by line, the rest is rendered as plain GFM and walked as HTML.
 */
export function takeInventory(markdown: string): Inventory {
  const found: Inventory = new Map();
  const source = markdown.replace(/^\uFEFF/, '').replace(/\r\n?/g, '\n');
  const front = /^---[ \t]*\n([\s\S]*?)\n?---[ \t]*(?:\n|$)/.exec(source);
  const body = front ? source.slice(front[0].length) : source;
  if (front) countFrontMatter(front[1] ?? '', found);
  const html = micromark(takeTags(body, found), {
    extensions: [gfm()],
    htmlExtensions: [gfmHtml()],
    allowDangerousHtml: true,
    allowDangerousProtocol: true,
  });
  countNodes(fromHtml(html, { fragment: true }).children, [], found);
  return found;
}

/** Items that occur more often in the first inventory than in the second. */
export function missing(before: Inventory, after: Inventory): string[] {
  const lost: string[] = [];
  for (const [item, count] of before) {
    const left = count - (after.get(item) ?? 0);
    if (left > 0) lost.push(left > 1 ? `${item} (${left} times)` : item);
  }
  return lost;
}

function count(item: string, found: Inventory): void {
  found.set(item, (found.get(item) ?? 0) + 1);
}

function countFrontMatter(text: string, found: Inventory): void {
  try {
    countValues(parseYaml(text), 'front matter', found);
  } catch {
    countText(text, [], found);
  }
}

function countValues(value: unknown, path: string, found: Inventory): void {
  if (value === null || typeof value !== 'object') count(`${path} = ${String(value)}`, found);
  else
    for (const [name, one] of Object.entries(value))
      countValues(one, `${path}.${name === 'variables' ? 'vars' : name}`, found);
}

const TAG = /\{%-?\s*([\w@./-]+)((?:"(?:\\.|[^"\\])*"|[^"])*?)-?%\}/g;

/** Counts the tags that stand alone on their lines outside fenced code, and takes them out of the text. */
function takeTags(body: string, found: Inventory): string {
  let fence: string | undefined;
  return body
    .split('\n')
    .map((line) => {
      const mark = /^[\s>*+\d.-]*(`{3,}(?!.*`)|~{3,})/.exec(line)?.[1];
      if (fence !== undefined) {
        if (mark?.startsWith(fence) && /^[\s>]*[`~]+\s*$/.test(line)) fence = undefined;
        return line;
      }
      if (mark) {
        fence = mark;
        return line;
      }
      const start = /^[\s>*+\d.-]*(\\?)\{%/.exec(line);
      if (!start) return line;
      // A tag without its end is kept as text, which is not a loss as long as all of it is there.
      const isText = start[1] !== '';
      return line.replace(TAG, (tag: string, name: string, rest: string) => {
        if (!name.startsWith('end')) countAttributes(name, rest, found);
        return isText ? tag : '\n';
      });
    })
    .join('\n');
}

function countAttributes(tag: string, rest: string, found: Inventory): void {
  count(`{% ${tag} %}`, found);
  if (tag === 'if') count(`if ${rest.trim()}`, found);
  for (const [, name, quoted, bare] of rest.matchAll(/([\w-]+)\s*=\s*(?:"((?:\\.|[^"\\])*)"|([^\s"]+))/g)) {
    // Titles of tabs are words, which are written like those of headings.
    const escaped = tag === 'tab' && name === 'title' ? /\\([!-/:-@[-`{-~])/g : /\\(["\\])/g;
    const value = (quoted ?? bare ?? '').replace(escaped, '$1');
    if (name === 'caption') countText(value, [], found);
    else count(`${tag} ${name}="${value}"`, found);
  }
}

/** Elements whose meaning is in the text they mark; a word counts once for each of them. */
const FORMATS: Record<string, string> = {
  strong: 'bold',
  b: 'bold',
  em: 'italic',
  i: 'italic',
  del: 'struck',
  s: 'struck',
  code: 'code',
  kbd: 'key',
  sup: 'raised',
  sub: 'lowered',
};

const KNOWN = new Set(
  (
    'a abbr address article aside audio b blockquote body br button canvas caption center cite code col colgroup dd del ' +
    'details dfn div dl dt em embed fieldset figcaption figure font footer form h1 h2 h3 h4 h5 h6 head header hr html i ' +
    'iframe img input ins kbd label legend li link main map mark menu meta nav noscript object ol optgroup option output p ' +
    'param picture pre progress q rp rt ruby s samp script section select small source span strike strong style sub summary ' +
    'sup svg table tbody td template textarea tfoot th thead time title tr track tt u ul var video wbr path g rect circle'
  ).split(' '),
);

const INLINE = new Set(
  'a abbr b button cite code del dfn em font i ins kbd mark q s samp small span strong sub sup u var'.split(
    ' ',
  ),
);

function countNodes(nodes: Nodes[], formats: string[], found: Inventory): void {
  // Neighbouring pieces of one word may be marked differently; words are counted over the whole line.
  let line = '';
  const flush = (): void => {
    countText(line, formats, found);
    line = '';
  };
  for (const node of nodes) {
    if (node.type === 'text') line += node.value;
    else if (node.type === 'element') {
      if (INLINE.has(node.tagName) && isOnlyText(node) && !(node.tagName in FORMATS)) line += textOf(node);
      else flush();
      countElement(node, formats, found, line === '');
    }
  }
  flush();
}

function isOnlyText(node: Element): boolean {
  return node.children.every((child) => child.type === 'text');
}

function textOf(node: Element): string {
  return node.children.map((child) => (child.type === 'text' ? child.value : '')).join('');
}

function countElement(node: Element, formats: string[], found: Inventory, descend: boolean): void {
  const { tagName } = node;
  if (!KNOWN.has(tagName)) countText(`<${tagName}>`, [], found);
  countProperties(node, found);
  if (tagName === 'pre') {
    countCode(node, found);
    return;
  }
  if (/^h[1-6]$/.test(tagName)) count(`${tagName}: ${deepText(node).replace(/\s+/g, ' ').trim()}`, found);
  if (!descend) return;
  const format = Object.hasOwn(FORMATS, tagName) && !isIcon(node) ? FORMATS[tagName] : undefined;
  const inside = format === undefined || formats.includes(format) ? formats : [...formats, format].sort();
  countNodes(
    tagName === 'template' && 'content' in node && node.content ? node.content.children : node.children,
    inside,
    found,
  );
}

function isIcon(node: Element): boolean {
  return node.tagName === 'i' && Array.isArray(node.properties['className']);
}

function deepText(node: Nodes): string {
  if (node.type === 'text') return node.value;
  return 'children' in node ? node.children.map(deepText).join('') : '';
}

/** Code must not change in a single character. */
function countCode(pre: Element, found: Inventory): void {
  const language = [pre, ...pre.children]
    .flatMap((one) => (one.type === 'element' ? [one.properties['className'] ?? []].flat() : []))
    .map((name) => /^lang(?:uage)?-(.*)$/.exec(String(name))?.[1])
    .find((name) => name !== undefined);
  count(`code ${language ?? ''}: ${deepText(pre).replace(/\n$/, '')}`, found);
}

function countProperties(node: Element, found: Inventory): void {
  const { tagName, properties } = node;
  const { href, src, alt, id, style, className, ...rest } = properties;
  const place = typeof id === 'string' ? `#${id}` : undefined;
  if (id !== undefined) count(`id ${String(id)}`, found);
  if (typeof href === 'string' && href !== place) count(`link ${decodePercent(href)}`, found);
  if (typeof src === 'string') count(`${tagName === 'img' ? 'image' : tagName} ${decodePercent(src)}`, found);
  if (typeof alt === 'string') countText(alt, [], found);
  for (const [name, value] of Object.entries(rest)) {
    if (IGNORED.has(name) || value === null || value === undefined || value === false) continue;
    count(`${tagName} ${name}="${String(value)}"`, found);
  }
  for (const part of String(style ?? '').split(';')) countStyle(tagName, part.replace(/\s/g, ''), found);
  for (const name of [className ?? []].flat()) {
    if (!String(name).startsWith('lang') && !/task-list|footnote|sr-only/.test(String(name)))
      count(`class ${String(name)}`, found);
  }
}

/** Said by other means in the rewritten text: emoji as names, boxes as `[x]`, alignment of columns as such. */
const IGNORED = new Set([
  'dataGbCustomInline',
  'dataTag',
  'dataCode',
  'type',
  'checked',
  'disabled',
  'align',
  'ariaDescribedBy',
  'ariaLabel',
]);

function countStyle(tagName: string, part: string, found: Inventory): void {
  if (part !== '' && part !== 'text-align:left') count(`${tagName} style ${part}`, found);
}

/** Words, and every sign that is neither word nor blank. */
function countText(text: string, formats: string[], found: Inventory): void {
  const plain = text.replace(/:([\w+-]+):/g, (whole, name: string) =>
    Object.hasOwn(nameToEmoji, name) ? (nameToEmoji[name] as string) : whole,
  );
  for (const part of plain.toLowerCase().match(/[\p{L}\p{N}]+|[^\s\p{L}\p{N}]/gu) ?? []) {
    if (part === '\uFE0F' || part === '$') continue;
    count(`text ${part}`, found);
    for (const format of formats) count(`${format} ${part}`, found);
  }
}
