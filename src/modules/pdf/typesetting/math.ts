import type { Element, ElementContent } from 'hast';
import { fromHtml } from 'hast-util-from-html';
import { katex } from '#platform/typography/katex.js';
import { body, call, callOf, Code, type Content, quoted } from './code.js';

/** Longer formulas are shown as their source: typesetting time grows faster than the text. */
const MAX_LENGTH = 5_000;
const MAX_DEPTH = 40;

/**
 * A TeX formula. The same library reads it as on published pages, so both understand the same commands; its MathML
 * becomes calls of the typesetter's functions. A formula with an error shows its source.
 */
export function typesetMath(formula: string, display: boolean): Content {
  const content = formula.length > MAX_LENGTH ? null : convert(formula, display);
  if (content === null || content.length === 0) return [call('inline-code', [formula])];
  return [call(display ? 'formula' : 'inline-formula', [body(content)])];
}

function convert(formula: string, displayMode: boolean): Content | null {
  try {
    const markup = katex().renderToString(formula, {
      displayMode,
      output: 'mathml',
      throwOnError: true,
      trust: false,
      strict: 'ignore',
      maxSize: 50,
      maxExpand: 500,
    });
    const math = find(fromHtml(markup, { fragment: true }).children, 'semantics');
    const main = math?.children.find((child): child is Element => child.type === 'element');
    return main ? element(main, 0) : null;
  } catch {
    return null;
  }
}

function find(nodes: readonly ElementContent[] | readonly unknown[], name: string): Element | undefined {
  for (const node of nodes as readonly ElementContent[]) {
    if (node.type !== 'element') continue;
    const found = node.tagName === name ? node : find(node.children, name);
    if (found) return found;
  }
  return undefined;
}

type ElementTypesetter = (node: Element, parts: Element[], depth: number) => Content;

const math = (
  name: string,
  ...args: Parameters<typeof callOf> extends [string, ...infer Rest] ? Rest : never
) => callOf(`math.${name}`, ...args);

const ELEMENTS: Record<string, ElementTypesetter> = {
  mi: (node) => identifier(node),
  mn: (node) => [styled(node, quoted(textOf(node)))],
  mo: (node) => operator(node),
  mtext: (node) => [quoted(textOf(node).replaceAll('\u00a0', ' '))],
  mspace: (node) => [new Code(`h(${em(node.properties.width)}em)`)],
  mfrac: (node, [top, bottom], depth) =>
    node.properties.linethickness === '0px'
      ? [math('vec', [part(top, depth), part(bottom, depth)], { delim: null })]
      : [math('frac', [part(top, depth), part(bottom, depth)])],
  msqrt: (node, _, depth) => [math('sqrt', [body(row(node, depth))])],
  mroot: (_, [base, index], depth) => [math('root', [part(index, depth), part(base, depth)])],
  msub: (_, [base, below], depth) => [attach(base, { br: below }, depth)],
  msup: (_, [base, above], depth) => [attach(base, { tr: above }, depth)],
  msubsup: (_, [base, below, above], depth) => [attach(base, { br: below, tr: above }, depth)],
  munder: (_, [base, below], depth) => [overOrUnder(base, below, 'under', depth)],
  mover: (_, [base, above], depth) => [overOrUnder(base, above, 'over', depth)],
  munderover: (_, [base, below, above], depth) => [attach(base, { b: below, t: above }, depth)],
  mtable: (node, rows, depth) => [table(node, rows, depth)],
  menclose: (node, _, depth) => [
    String(node.properties.notation ?? '').includes('strike')
      ? math('cancel', [body(row(node, depth))])
      : callOf('box', [body(row(node, depth))], { stroke: new Code('0.5pt'), inset: new Code('3pt') }),
  ],
  mphantom: (node, _, depth) => [callOf('hide', [body(row(node, depth))])],
  annotation: () => [],
};

function element(node: Element, depth: number): Content {
  if (depth > MAX_DEPTH) return [quoted(textOf(node))];
  const typesetter = Object.hasOwn(ELEMENTS, node.tagName) ? ELEMENTS[node.tagName] : undefined;
  return typesetter ? typesetter(node, elementsOf(node), depth + 1) : row(node, depth + 1);
}

/** Elements side by side; those between two matching fences become a pair that grows with its content. */
function row(node: Element, depth: number): Content {
  const parts = elementsOf(node);
  const [first] = parts;
  const last = parts.at(-1);
  const content = parts.flatMap((child) => element(child, depth));
  const isFenced = parts.length > 1 && [first, last].some((child) => child?.properties.fence === 'true');
  return isFenced ? [math('lr', [body(content)])] : content;
}

function part(node: Element | undefined, depth: number): Code {
  return node ? body(element(node, depth)) : quoted('');
}

function attach(base: Element | undefined, places: Record<string, Element | undefined>, depth: number): Code {
  const named = Object.entries(places).map(([place, node]) => [place, part(node, depth)] as const);
  return math('attach', [part(base, depth)], Object.fromEntries(named));
}

const ACCENTS: Record<string, string> = {
  ...{ '^': '\u0302', ˆ: '\u0302', '~': '\u0303', '˜': '\u0303', '¯': '\u0304', ˉ: '\u0304', '.': '\u0307' },
  ...{ '˙': '\u0307', '¨': '\u0308', '´': '\u0301', ˊ: '\u0301', '`': '\u0300', ˋ: '\u0300', ˇ: '\u030c' },
  ...{ '˘': '\u0306', '˚': '\u030a', '⃗': '\u20d7', '→': '\u20d7' },
};
const OVER: Record<string, string> = { '‾': 'overline', '⏞': 'overbrace', '―': 'overline', '⏜': 'overparen' };
const UNDER: Record<string, string> = {
  '‾': 'underline',
  '⏟': 'underbrace',
  _: 'underline',
  '⏝': 'underparen',
};

function overOrUnder(
  base: Element | undefined,
  sign: Element | undefined,
  side: 'over' | 'under',
  depth: number,
): Code {
  const mark = sign?.tagName === 'mo' ? textOf(sign) : '';
  const line = (side === 'over' ? OVER : UNDER)[mark];
  if (line !== undefined) return math(line, [part(base, depth)]);
  const accent = side === 'over' ? ACCENTS[mark] : undefined;
  if (accent !== undefined) return math('accent', [part(base, depth), accent]);
  return math('attach', [callOf('math.limits', [part(base, depth)])], {
    [side === 'over' ? 't' : 'b']: part(sign, depth),
  });
}

function table(node: Element, rows: Element[], depth: number): Code {
  const sides = String(node.properties.columnalign ?? 'center').split(' ');
  const cells = rows.map((line) => elementsOf(line).map((cell) => body(row(cell, depth))));
  // Lines that meet at a sign: `a &= b`.
  const isAligned = sides[0] === 'right' && sides[1] === 'left';
  const written = isAligned
    ? cells.map((line) => [
        body(line.flatMap((cell, index) => [...(index > 0 ? [call('meet', [])] : []), cell])),
      ])
    : cells;
  const side = ['left', 'right'].find((name) => name === sides[0]);
  return math('mat', written, {
    delim: null,
    align: isAligned ? undefined : side && new Code(side),
    'row-gap': new Code('0.5em'),
  });
}

function identifier(node: Element): Content {
  const name = textOf(node);
  if (isWord(name)) return [math('op', [name])];
  return name === '' ? [] : [styled(node, call('sign', [name]))];
}

/** True for more than one character; a character may be two units long. */
function isWord(text: string): boolean {
  return Array.from(text).length > 1;
}

/** Signs that are no sign on paper: function application, invisible times. */
const INVISIBLE = /^[\u2061-\u2064]*$/;

function operator(node: Element): Content {
  const sign = textOf(node);
  if (INVISIBLE.test(sign)) return [];
  if (isWord(sign)) return [math('op', [sign])];
  return [call('sign', [sign])];
}

const VARIANTS: Record<string, string> = {
  normal: 'upright',
  bold: 'bold',
  italic: 'italic',
  'double-struck': 'bb',
  script: 'cal',
  fraktur: 'frak',
  'sans-serif': 'sans',
  monospace: 'mono',
};

function styled(node: Element, content: Code): Code {
  const variant = String(node.properties.mathvariant ?? '');
  if (variant === 'bold-italic') return math('bold', [math('italic', [content])]);
  const look = VARIANTS[variant];
  if (look === 'bold') return math('bold', [math('upright', [content])]);
  return look === undefined ? content : math(look, [content]);
}

function em(width: unknown): number {
  const amount = Number.parseFloat(typeof width === 'string' ? width : '');
  return Number.isFinite(amount) ? Math.max(-2, Math.min(5, amount)) : 0.25;
}

function elementsOf(node: Element): Element[] {
  return node.children.filter((child): child is Element => child.type === 'element');
}

function textOf(node: Element): string {
  return node.children
    .map((child) => (child.type === 'text' ? child.value : child.type === 'element' ? textOf(child) : ''))
    .join('');
}
