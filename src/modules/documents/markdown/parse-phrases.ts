import type { PhrasingContent } from 'mdast';
import { isVoidHtmlName } from './html-names.js';
import { readHtmlTag, type HtmlTag } from './html-tag.js';
import type { Phrase } from './phrase.js';
import type { ParseState } from './parse-state.js';
import { treeText } from './syntax.js';

const MAX_INLINE_DEPTH = 80;

/** Reads the inline content of a Markdown node. HTML tags are paired; tags without a partner stay as source. */
export function markdownPhrases(nodes: PhrasingContent[], state: ParseState, depth = 0): Phrase[] {
  if (depth > MAX_INLINE_DEPTH) return nodes.map((node) => ({ type: 'text', value: treeText(node) }));
  const items: Item[] = [];
  for (const node of nodes) {
    if (node.type === 'html') {
      const tag = readHtmlTag(node.value);
      items.push(tag ? { tag, source: node.value } : { phrase: { type: 'raw', source: node.value } });
    } else {
      for (const phrase of markdownPhrase(node, state, depth)) items.push({ phrase });
    }
  }
  return items.some((item) => 'tag' in item)
    ? pairTags(items)
    : items.map((item) => (item as { phrase: Phrase }).phrase);
}

type Item = { phrase: Phrase } | { tag: HtmlTag; source: string };

interface OpenElement {
  tag: HtmlTag;
  source: string;
  children: Phrase[];
}

function pairTags(items: Item[]): Phrase[] {
  const root: Phrase[] = [];
  const stack: OpenElement[] = [];
  const open = new Map<string, number>();
  const into = (): Phrase[] => stack.at(-1)?.children ?? root;
  const pop = (): OpenElement => {
    const top = stack.pop() as OpenElement;
    open.set(top.tag.name, (open.get(top.tag.name) ?? 1) - 1);
    return top;
  };
  const abandon = (): void => {
    const top = pop();
    const children = into();
    children.push({ type: 'raw', source: top.source });
    // Long lists must not be passed as arguments. The stack is limited, so each phrase is copied few times.
    for (const child of top.children) children.push(child);
  };
  for (const item of items) {
    if ('phrase' in item) {
      into().push(item.phrase);
      continue;
    }
    const { tag, source } = item;
    if (!tag.closing) {
      if (isVoidHtmlName(tag.name) || tag.selfClosing) into().push(element(tag, source, '', []));
      else if (stack.length >= MAX_INLINE_DEPTH) into().push({ type: 'raw', source });
      else {
        stack.push({ tag, source, children: [] });
        open.set(tag.name, (open.get(tag.name) ?? 0) + 1);
      }
    } else if ((open.get(tag.name) ?? 0) > 0) {
      while (stack.at(-1)?.tag.name !== tag.name) abandon();
      const top = pop();
      into().push(element(top.tag, top.source, source, top.children));
    } else into().push({ type: 'raw', source });
  }
  while (stack.length > 0) abandon();
  return root;
}

function element(tag: HtmlTag, open: string, close: string, children: Phrase[]): Phrase {
  return { type: 'element', name: tag.name, attributes: tag.attributes, open, close, children };
}

function markdownPhrase(node: PhrasingContent, state: ParseState, depth: number): Phrase[] {
  switch (node.type) {
    case 'text':
      return [{ type: 'text', value: node.value.replace(/(?<![ \t])[ \t]*\r?\n[ \t]*/g, ' ') }];
    case 'strong':
      return [marked('bold', node.children, state, depth)];
    case 'emphasis':
      return [marked('italic', node.children, state, depth)];
    case 'delete':
      return [marked('strikethrough', node.children, state, depth)];
    case 'inlineCode':
      return [{ type: 'code', value: node.value }];
    case 'break':
      return [{ type: 'text', value: '\n' }];
    case 'inlineMath':
      return [{ type: 'math', formula: node.value }];
    case 'expressionCode':
      return [{ type: 'expression', expression: node.value }];
    case 'emojiName':
      return [{ type: 'emoji', code: node.code }];
    case 'image':
      return [image(node.url, node.alt, node.title)];
    case 'link': {
      const children = markdownPhrases(node.children, state, depth + 1);
      return [{ type: 'link', url: node.url, ...titled(node.title), literal: isLiteral(node), children }];
    }
    case 'footnoteReference':
      return [{ type: 'footnote', identifier: node.identifier, label: node.label ?? node.identifier }];
    default:
      return referencePhrase(node, state, depth);
  }
}

function referencePhrase(node: PhrasingContent, state: ParseState, depth: number): Phrase[] {
  if (node.type !== 'linkReference' && node.type !== 'imageReference')
    return [{ type: 'text', value: treeText(node) }];
  const definition = state.definitions.get(node.identifier);
  if (!definition) {
    if (node.type === 'imageReference') return [{ type: 'text', value: `![${node.alt ?? ''}]` }];
    const inner = markdownPhrases(node.children, state, depth + 1);
    return [{ type: 'text', value: '[' }, ...inner, { type: 'text', value: ']' }];
  }
  state.usedDefinitions.add(node.identifier);
  if (node.type === 'imageReference') return [image(definition.url, node.alt, definition.title)];
  const children = markdownPhrases(node.children, state, depth + 1);
  return [{ type: 'link', url: definition.url, ...titled(definition.title), literal: false, children }];
}

function marked(type: string, nodes: PhrasingContent[], state: ParseState, depth: number): Phrase {
  return { type: 'mark', mark: { object: 'mark', type }, children: markdownPhrases(nodes, state, depth + 1) };
}

function image(url: string, alt: string | null | undefined, title: string | null | undefined): Phrase {
  return { type: 'image', url, ...(alt && { alt }), ...titled(title) };
}

function titled(title: string | null | undefined): { title?: string } {
  return title ? { title } : {};
}

/** True for an address in the text without brackets. */
function isLiteral(node: PhrasingContent & { type: 'link' }): boolean {
  const only = node.children.length === 1 ? node.children[0] : undefined;
  const whole = node.position;
  const inner = only?.position;
  return (
    only?.type === 'text' &&
    whole?.start.offset !== undefined &&
    inner !== undefined &&
    whole.start.offset === inner.start.offset
  );
}
