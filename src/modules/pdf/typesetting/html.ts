import type { Element, ElementContent } from 'hast';
import { asText, BLOCK_ELEMENTS, sanitizeHtml } from '#modules/rendering/index.js';
import { body, call, callOf, Code, type Content, quoted, lines } from './code.js';
import { findPicture } from './pictures.js';
import { linked, printable } from './references.js';
import type { TypesettingState } from './typesetting-state.js';

/** Raw HTML, made harmless: its words with the looks a file can give them. */
export function htmlBlocks(html: string, state: TypesettingState): Content {
  return flow(sanitizeHtml(html), state, 0);
}

/** Raw HTML inside of a line; a tag that is not closed there leaves nothing but its words. */
export function htmlInlines(html: string, state: TypesettingState): Content {
  return sanitizeHtml(html).flatMap((node) => inline(node, state, 0));
}

const MAX_DEPTH = 12;

/** Blocks stand alone; what stands between them becomes paragraphs. */
function flow(nodes: readonly ElementContent[], state: TypesettingState, depth: number): Content {
  const out: Content = [];
  let line: Content = [];
  const close = (): void => {
    if (line.length > 0) out.push(call('p', [body(line)]));
    line = [];
  };
  for (const node of nodes) {
    if (node.type === 'element' && BLOCK_ELEMENTS.has(node.tagName)) {
      close();
      out.push(...block(node, state, depth + 1));
    } else if (node.type !== 'text' || node.value.trim() !== '' || line.length > 0)
      line.push(...inline(node, state, depth));
  }
  close();
  return out;
}

function block(node: Element, state: TypesettingState, depth: number): Content {
  if (depth > MAX_DEPTH) return [call('p', [quoted(words(node))])];
  const children = (): Content => flow(node.children, state, depth);
  switch (node.tagName) {
    case 'hr':
      return [call('rule', [])];
    case 'ul':
    case 'ol': {
      const items = node.children.filter((child): child is Element => child.type === 'element');
      const bodies = items.map((item) => body(flow(item.children, state, depth)));
      if (bodies.length === 0) return [];
      return [
        node.tagName === 'ul' ? call('items', [true, ...bodies]) : call('numbers', [true, 1, ...bodies]),
      ];
    }
    case 'blockquote':
      return [call('quotation', [body(children())])];
    case 'pre':
      return [call('listing', [null, false, [], false, words(node).replace(/\n$/, '').split('\n')])];
    case 'table':
      return table(node, state, depth);
    case 'h1':
    case 'h2':
    case 'h3':
    case 'h4':
    case 'h5':
    case 'h6':
    case 'dt':
    case 'summary':
      return [
        call('p', [callOf('strong', [body(node.children.flatMap((child) => inline(child, state, depth)))])]),
      ];
    default:
      return node.properties.align === 'center' || node.tagName === 'center'
        ? [call('aligned', [new Code('center'), body(children())])]
        : children();
  }
}

function table(node: Element, state: TypesettingState, depth: number): Content {
  const rows = rowsOf(node).map((row) =>
    row.children.filter(
      (child): child is Element => child.type === 'element' && /^t[dh]$/.test(child.tagName),
    ),
  );
  const count = Math.max(0, ...rows.map((row) => row.length));
  if (count === 0 || count > 30) return count === 0 ? [] : [call('p', [quoted(words(node))])];
  const cells = rows.flatMap((row) =>
    Array.from({ length: count }, (_, index) => {
      const cell = row[index];
      const content = body(cell ? flow(cell.children, state, depth) : []);
      return cell?.tagName === 'th' ? callOf('strong', [content]) : content;
    }),
  );
  const widths = Array.from({ length: count }, () => new Code('1fr'));
  return [call('records', [widths, widths.map(() => ['left', 'top']), null, ...cells])];
}

function rowsOf(node: Element): Element[] {
  return node.children.flatMap((child) => {
    if (child.type !== 'element') return [];
    return child.tagName === 'tr' ? [child] : rowsOf(child);
  });
}

const LOOKS: Record<string, (content: Code) => Code> = {
  b: (content) => callOf('strong', [content]),
  strong: (content) => callOf('strong', [content]),
  th: (content) => callOf('strong', [content]),
  i: (content) => callOf('emph', [content]),
  em: (content) => callOf('emph', [content]),
  cite: (content) => callOf('emph', [content]),
  dfn: (content) => callOf('emph', [content]),
  var: (content) => callOf('emph', [content]),
  u: (content) => callOf('underline', [content]),
  ins: (content) => callOf('underline', [content]),
  s: (content) => callOf('strike', [content]),
  strike: (content) => callOf('strike', [content]),
  del: (content) => callOf('strike', [content]),
  sub: (content) => callOf('sub', [content]),
  sup: (content) => callOf('super', [content]),
  code: (content) => call('inline-code-long', [content]),
  samp: (content) => call('inline-code-long', [content]),
  tt: (content) => call('inline-code-long', [content]),
  kbd: (content) => call('keyboard', [content]),
  mark: (content) => call('mark', [null, 'yellow', content]),
};

function inline(node: ElementContent, state: TypesettingState, depth: number): Content {
  if (node.type === 'text') return lines(node.value.replace(/\s+/g, ' '), state.longestWord);
  if (node.type !== 'element') return [];
  if (depth > MAX_DEPTH) return [quoted(words(node))];
  if (BLOCK_ELEMENTS.has(node.tagName)) return block(node, state, depth + 1);
  if (node.tagName === 'br') return [new Code('linebreak()')];
  if (node.tagName === 'img') return image(node, state);
  const children = node.children.flatMap((child) => inline(child, state, depth + 1));
  if (children.length === 0) return [];
  const href = node.tagName === 'a' ? printable(String(node.properties.href ?? '')) : null;
  if (href !== null) return [linked({ places: [], href, kind: 'url' }, body(children))];
  const look = Object.hasOwn(LOOKS, node.tagName) ? LOOKS[node.tagName] : undefined;
  return look ? [look(body(children))] : children;
}

function image(node: Element, state: TypesettingState): Content {
  const url = asText(node.properties.src) ?? '';
  const found = findPicture({ ref: { kind: 'url', url } }, state);
  const alt = asText(node.properties.alt) ?? printable(url) ?? state.words.notFound;
  return [call('inline-picture', [found?.path ?? '', alt, false])];
}

function words(node: ElementContent): string {
  if (node.type === 'text') return node.value;
  return node.type === 'element' ? node.children.map(words).join('') : '';
}
