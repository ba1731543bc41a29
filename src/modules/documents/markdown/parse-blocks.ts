import type { List, ListItem, Paragraph, RootContent, Table } from 'mdast';
import type { DocumentBlock, DocumentNode } from '../document.types.js';
import { DOCUMENT_LIMITS } from '../document-limits.js';
import { block, codeLines, fragment, leaf, paragraph, textNode, voidBlock } from '../document-nodes.js';
import { tidyInlines } from '../inline-text.js';
import { hiddenRawBlock } from '../raw-source.js';
import { orEmpty, type BlockReader } from './block-reader.js';
import { flowTokens, type DetailsToken, type FlowToken, type OpenToken } from './flow-tokens.js';
import { matchTokens, type FlowItem } from './match-tokens.js';
import { definitionSource, MAX_DEPTH, type ParseState } from './parse-state.js';
import { headingBlock, liftAnchor } from './headings.js';
import { htmlBlocks } from './parse-html.js';
import { markdownPhrases } from './parse-phrases.js';
import { gfmTable } from './parse-table.js';
import { expandableBlock, strayTag, tagBlocks } from './parse-tags.js';
import { phraseNodes } from './phrase-nodes.js';
import { annotation, type Phrase, type PhraseScope } from './phrase.js';
import { settleItems } from '../settle-items.js';
import { containerPlace, type Place, placeOf, withPlace } from '../source/places.js';
import { treeText } from './syntax.js';
import { TAGS } from './tag-fields.js';

/** Turns syntax tree nodes into document blocks. */
export class BlockParser implements BlockReader {
  constructor(readonly state: ParseState) {}

  blocks(nodes: RootContent[], depth: number, line: number): DocumentBlock[] {
    const tokens = flowTokens(nodes, this.state, line);
    return this.items(matchTokens(tokens), depth, undefined);
  }

  markdown(source: string, depth: number): DocumentBlock[] {
    if (depth > MAX_DEPTH || !this.state.mayReparse(source.length)) return textParagraphs(source);
    return this.blocks(this.state.subTree(source).children, depth, 0);
  }

  html(source: string, depth: number, place?: Place): DocumentBlock[] {
    return htmlBlocks(source, this, depth, place);
  }

  inlines(phrases: Phrase[]): DocumentNode[] {
    return tidyInlines(phraseNodes(phrases, [], this.scope()));
  }

  private scope(): PhraseScope {
    return {
      state: this.state,
      inLink: false,
      footnoteBody: (identifier) => this.footnoteBody(identifier),
      convert: phraseNodes,
    };
  }

  /** @param owner type of the block that will contain the blocks. */
  private items(items: FlowItem[], depth: number, owner: string | undefined): DocumentBlock[] {
    const blocks: DocumentBlock[] = [];
    for (const item of items) for (const one of this.item(item, depth)) blocks.push(one);
    return settleItems(blocks, owner);
  }

  private item(item: FlowItem, depth: number): DocumentBlock[] {
    const blocks = this.itemBlocks(item, depth);
    if (!this.state.places) return blocks;
    const isHtml = item.kind === 'token' && item.token.kind === 'html';
    // Elements of a block of HTML have places of their own.
    if (isHtml && blocks.every((one) => placeOf(one))) return blocks;
    return withPlace(
      blocks,
      item.kind === 'token'
        ? item.token.place
        : containerPlace(item.open.place, item.summary?.place, item.close?.place),
    );
  }

  private itemBlocks(item: FlowItem, depth: number): DocumentBlock[] {
    if (item.kind === 'container') {
      const { open } = item;
      // Beyond the limit the tag is kept as source and its content stays on this level.
      if (depth > MAX_DEPTH) return [...this.tooDeepOpen(open), ...this.tooDeep(item.items)];
      if (open.kind === 'details-open') {
        return [expandableBlock(open, item.summary, this.items(item.items, depth + 1, undefined), this)];
      }
      return tagBlocks(open.tag, this.items(item.items, depth + 1, TAGS.get(open.tag.name)?.block), this);
    }
    const { token } = item;
    if (token.kind === 'node') return this.node(token, depth);
    if (token.kind === 'html') return this.html(token.source, depth, token.place);
    if (token.kind === 'open' && token.shape !== 'pair') return tagBlocks(token.tag, undefined, this);
    return strayTag(token, this.state);
  }

  private tooDeepOpen(open: OpenToken | DetailsToken): DocumentBlock[] {
    this.state.warn('too-deep', 'nested too deeply; kept as text', open.line);
    return [paragraph(open.kind === 'open' ? open.tag.source : open.source)];
  }

  private tooDeep(items: FlowItem[]): DocumentBlock[] {
    const blocks: DocumentBlock[] = [];
    const stack = [...items].reverse();
    for (let item = stack.pop(); item; item = stack.pop()) {
      if (item.kind === 'container') {
        for (const one of this.tooDeepOpen(item.open)) blocks.push(one);
        for (let at = item.items.length - 1; at >= 0; at -= 1) stack.push(item.items[at] as FlowItem);
      } else for (const one of this.item(item, MAX_DEPTH + 1)) blocks.push(one);
    }
    return blocks;
  }

  private node(token: FlowToken & { kind: 'node' }, depth: number): DocumentBlock[] {
    const { node, line } = token;
    if (depth > MAX_DEPTH && 'children' in node) {
      this.state.warn('too-deep', 'nested too deeply; kept as text', line);
      return textParagraphs(treeText(node));
    }
    switch (node.type) {
      case 'paragraph':
        return this.paragraph(node);
      case 'heading':
        return [liftAnchor(headingBlock(node.depth, this.phrasing(node.children)))];
      case 'thematicBreak':
        return [voidBlock('divider', {})];
      case 'blockquote':
        return [
          block('blockquote', {}, orEmpty(this.blocks(node.children, depth + 1, token.base), paragraph)),
        ];
      case 'list':
        return [this.list(node, depth, token.base)];
      case 'code':
        return [codeBlock(node.value, node.lang, node.meta)];
      case 'math':
        return [voidBlock('math', { formula: [node.meta, node.value].filter((part) => part).join('\n') })];
      case 'table':
        return this.table(node, line);
      case 'definition':
        return this.state.usedDefinitions.has(node.identifier)
          ? []
          : [hiddenRawBlock(definitionSource(node))];
      case 'footnoteDefinition':
        return this.unusedFootnote(node.identifier, node.label ?? node.identifier);
      default:
        return textParagraphs(treeText(node));
    }
  }

  /** Each row of a table gets as many cells as the longest row, so a short text can describe more cells than the limit. */
  private table(node: Table, line: number): DocumentBlock[] {
    const width = node.children.reduce((most, row) => Math.max(most, row.children.length), 1);
    if (width * node.children.length <= DOCUMENT_LIMITS.cells)
      return [gfmTable(node, (children) => this.phrasing(children))];
    this.state.warn('too-large', `a table of more than ${DOCUMENT_LIMITS.cells} cells; kept as text`, line);
    const rows = node.children.map((row) => `| ${row.children.map((cell) => treeText(cell)).join(' | ')} |`);
    return [codeBlock(rows.join('\n'), 'markdown')];
  }

  private phrasing(children: Paragraph['children']): DocumentNode[] {
    return this.inlines(markdownPhrases(children, this.state));
  }

  private paragraph(node: Paragraph): DocumentBlock[] {
    const phrases = markdownPhrases(node.children, this.state);
    const shown = phrases.filter((phrase) => !(phrase.type === 'text' && phrase.value.trim() === ''));
    const only = shown.length === 1 ? shown[0] : undefined;
    if (only?.type === 'image') {
      const { alt, title } = only;
      const captions = title ? [fragment({ fragment: 'caption' }, [paragraph(title)])] : [];
      const image = voidBlock('image', { ref: this.state.file(only.url), ...(alt && { alt }) }, captions);
      return [block('images', {}, [image])];
    }
    if (only?.type === 'math') return [voidBlock('math', { formula: only.formula })];
    if (
      only?.type === 'element' &&
      only.name === 'span' &&
      only.attributes['hidden'] === '' &&
      only.children.length === 0
    )
      return [];
    return [block('paragraph', {}, this.inlines(phrases))];
  }

  private list(node: List, depth: number, base: number): DocumentBlock {
    const isTasks = !node.ordered && node.children.some((item) => typeof item.checked === 'boolean');
    const items = node.children.map((item) => this.listItem(item, depth + 1, base));
    if (isTasks) return block('list-tasks', {}, items);
    if (!node.ordered) return block('list-unordered', {}, items);
    const start = node.start ?? 1;
    return block('list-ordered', start === 1 ? {} : { start }, items);
  }

  private listItem(item: ListItem, depth: number, base: number): DocumentBlock {
    const nodes = this.blocks(item.children, depth, base);
    const data = typeof item.checked === 'boolean' ? { checked: item.checked } : {};
    const made = block('list-item', data, orEmpty(nodes, paragraph));
    return withPlace([made], this.state.places?.of(item))[0]!;
  }

  private footnoteBody(identifier: string): DocumentBlock[] | undefined {
    const { state } = this;
    const definition = state.footnotes.get(identifier);
    if (!definition || state.openFootnotes.includes(identifier) || state.openFootnotes.length >= 3)
      return undefined;
    if (!state.mayAnnotate(identifier)) return undefined;
    state.usedFootnotes.add(identifier);
    state.openFootnotes.push(identifier);
    const body = this.blocks(definition.children, MAX_DEPTH - 10, 0);
    state.openFootnotes.pop();
    return orEmpty(body, paragraph);
  }

  /** A footnote without a reference is shown in place. */
  private unusedFootnote(identifier: string, label: string): DocumentBlock[] {
    if (this.state.usedFootnotes.has(identifier)) return [];
    const body = this.footnoteBody(identifier);
    if (!body) return [];
    const sign = textNode(leaf(label, [{ object: 'mark', type: 'superscript' }]));
    return [block('paragraph', {}, [annotation([sign], body)])];
  }
}

export function codeBlock(text: string, lang?: string | null, meta?: string | null): DocumentBlock {
  return block('code', { ...(lang && { syntax: lang }), ...(meta && { meta }) }, codeLines(text.split('\n')));
}

function textParagraphs(text: string): DocumentBlock[] {
  return text
    .split(/\n+/)
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .map((line) => paragraph(line));
}
