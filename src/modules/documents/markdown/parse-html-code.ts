import type { DocumentBlock, DocumentData, DocumentNode } from '../document.types.js';
import { block, leaf, textNode } from '../document-nodes.js';
import { tidyInlines } from '../inline-text.js';
import type { HtmlPlace } from './block-reader.js';
import type { HtmlAttributes } from './html-tag.js';
import { attributesOf, elementsOnly, isElement, type HtmlElement, type HtmlNode } from './html-tree.js';
import { readTagData } from './tag-data.js';
import { TAGS } from './tag-fields.js';

/**
 * `<pre class="language-x"><code class="lang-x">`: the form of code with highlighted lines (`<strong>` around them),
 * annotations and expressions, with other settings in `data-` attributes. `<pre data-markdown>` holds blocks that HTML
 * has no elements for, as Markdown.
 */
export function htmlCode(pre: HtmlElement, place: HtmlPlace): DocumentBlock[] | undefined {
  const { class: style, 'data-markdown': markdown, ...rest } = attributesOf(pre);
  const settings = codeSettings(rest);
  if (!settings) return undefined;
  if (markdown !== undefined) {
    const text = plain(pre.childNodes);
    const isBare = style === undefined && Object.keys(rest).length === 0;
    return text === undefined || !isBare ? undefined : place.reader.markdown(text, place.depth);
  }
  const [code, ...others] = elementsOnly(pre.childNodes) ?? [];
  if (code?.tagName !== 'code' || others.length > 0) return undefined;
  const { class: inner, ...more } = attributesOf(code);
  const syntax = /^lang(?:uage)?-(.+)$/.exec(inner ?? style ?? '')?.[1];
  if (Object.keys(more).length > 0 || (syntax === undefined && (inner ?? style) !== undefined))
    return undefined;
  const lines = codeLines(code.childNodes, place);
  return lines && [block('code', { ...(syntax !== undefined && { syntax }), ...settings }, lines)];
}

/** `data-title`, `data-line-numbers`: the settings that `{% code %}` holds for plain code. Undefined for other attributes. */
function codeSettings(attributes: HtmlAttributes): DocumentData | undefined {
  const named = Object.entries(attributes).map(([attribute, value]) => {
    const name = attribute
      .replace(/^data-/, '')
      .replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
    const isSwitch = value === '' && TAGS.get('code')?.fields?.[name] === 'boolean';
    return { name, value: isSwitch ? 'true' : value, bare: false };
  });
  const { data, others } = readTagData('code', named);
  const isKnown = Object.keys(attributes).every((name) => name.startsWith('data-'));
  return isKnown && Object.keys(others).length === 0 ? data : undefined;
}

function plain(nodes: HtmlNode[]): string | undefined {
  return nodes.every((node) => node.nodeName === '#text')
    ? nodes.map((node) => ('value' in node ? node.value : '')).join('')
    : undefined;
}

interface Line {
  nodes: DocumentNode[];
  highlighted: boolean;
  plain: boolean;
}

function codeLines(nodes: HtmlNode[], place: HtmlPlace): DocumentBlock[] | undefined {
  const lines: Line[] = [{ nodes: [], highlighted: false, plain: false }];
  if (!readLines(nodes, false, lines, place)) return undefined;
  // The model has no lines that are highlighted in part.
  if (lines.some((line) => line.highlighted && line.plain)) return undefined;
  const last = lines.at(-1);
  if (lines.length > 1 && last && last.nodes.length === 0 && !last.highlighted) lines.pop();
  return lines.map((line) =>
    block('code-line', line.highlighted ? { highlighted: true } : {}, tidyInlines(line.nodes)),
  );
}

function readLines(nodes: HtmlNode[], highlighted: boolean, lines: Line[], place: HtmlPlace): boolean {
  const add = (node: DocumentNode): void => {
    const line = lines.at(-1) as Line;
    line.nodes.push(node);
    if (highlighted) line.highlighted = true;
    else line.plain = true;
  };
  for (const node of nodes) {
    if (node.nodeName === '#text' && 'value' in node) {
      node.value
        .replace(/\r\n?/g, '\n')
        .split('\n')
        .forEach((text, at) => {
          if (at > 0) {
            if (highlighted) (lines.at(-1) as Line).highlighted = true;
            lines.push({ nodes: [], highlighted: false, plain: false });
          }
          if (text !== '') add(textNode(leaf(text)));
        });
    } else if (isElement(node) && node.tagName === 'strong' && node.attrs.length === 0 && !highlighted) {
      if (!readLines(node.childNodes, true, lines, place)) return false;
    } else {
      const inline = isElement(node) ? codeInline(node, place) : undefined;
      if (!inline) return false;
      add(inline);
    }
  }
  return true;
}

/** Reads the two kinds of inlines that a line of code may contain. */
function codeInline(element: HtmlElement, place: HtmlPlace): DocumentNode | undefined {
  const attributes = attributesOf(element);
  const isExpression = element.tagName === 'code' && attributes['class'] === 'expression';
  const text = plain(element.childNodes);
  if (text === undefined || text.includes('\n') || !(isExpression || 'data-footnote-ref' in attributes))
    return undefined;
  const phrase = {
    type: 'element' as const,
    name: element.tagName,
    attributes,
    open: '',
    close: '',
    children: [{ type: 'text' as const, value: text }],
  };
  const nodes = place.reader.inlines([phrase]);
  const found = nodes.length === 1 ? nodes[0] : undefined;
  return found?.object === 'inline' && (found.type === 'annotation' || found.type === 'expression')
    ? found
    : undefined;
}
