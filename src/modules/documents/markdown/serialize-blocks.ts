import type { DocumentBlock } from '../document.types.js';
import { isValidBlock } from '../node-rules.js';
import type { ValidBlock } from '../catalogue/node-data.js';
import { isAnchorId, headingDepth } from './headings.js';
import { blockDigest } from '../block-digest.js';
import { childBlocks, isEmptyParagraph } from '../document-nodes.js';
import { rawSourceOf } from '../raw-source.js';
import { longestRun } from './escape.js';
import { openTag } from './html-tag.js';
import { inlineMarkdown, paragraphMarkdown, readOne } from './inline-markdown.js';
import { onlyKeys, stringAttributes } from './inline-html.js';
import { codeMarkdown } from './serialize-code.js';
import { blockHtml, figureHtml, imagesHtml, inlineHtml, type OtherBlocks } from './serialize-html.js';
import type { SerializeState } from './serialize-state.js';
import { tableHtml, type TableParts, tableParts } from './serialize-html-table.js';
import { tableMarkdown } from './serialize-table.js';
import { jsonTag, openingTag, tagMarkdown } from './serialize-tags.js';

/** Writes blocks as Markdown. */
export class BlockWriter {
  private readonly others: OtherBlocks = {
    markdown: (blocks) => this.blocks(blocks),
    table: (table) => tableHtml(table, this.state, this.others),
  };

  constructor(private readonly state: SerializeState) {}

  /** @param inList true for the content of a list item, where `***` could be read as a bullet. */
  blocks(blocks: DocumentBlock[], inList = false): string {
    return this.parts(blocks, inList).join('\n\n');
  }

  /** The text of each block. */
  parts(blocks: DocumentBlock[], inList = false): string[] {
    let previous: { kind: string; marker: string } | undefined;
    return blocks.map((block) => {
      const kind = listKind(block);
      if (kind === undefined) {
        previous = undefined;
        return this.block(block, inList);
      }
      // Two lists in a row are one list, unless they use different markers.
      const [first, second] = kind === 'ordered' ? this.state.signs.ordered : this.state.signs.unordered;
      const marker = previous?.kind === kind && previous.marker === first ? second : first;
      previous = { kind, marker };
      return this.orJson(block, () => this.list(block, marker));
    });
  }

  /** The pieces of a table in HTML; undefined when HTML cannot express all of it. */
  tableParts(table: DocumentBlock): TableParts | undefined {
    return this.state.attempt(() => tableParts(table, this.state, this.others));
  }

  private block(block: DocumentBlock, inList: boolean): string {
    return this.orJson(block, () => this.known(block, inList));
  }

  /** A block that has no other written form becomes JSON, and its footnotes are dropped. */
  private orJson(block: DocumentBlock, write: () => string | undefined): string {
    const written = this.state.attempt(write);
    return written ?? jsonTag(block);
  }

  private known(block: DocumentBlock, inList: boolean): string | undefined {
    const { state } = this;
    const { others } = this;
    const raw = rawSourceOf(block);
    if (raw !== undefined) return this.raw(block, raw);
    if (!isValidBlock(block)) return undefined;
    switch (block.type) {
      case 'paragraph':
        return this.paragraph(block);
      case 'heading-1':
      case 'heading-2':
      case 'heading-3':
        return this.heading(block);
      case 'divider':
        return onlyKeys(block.data, []) ? (inList ? '___' : '***') : undefined;
      case 'blockquote':
        return onlyKeys(block.data, []) ? this.quote(block) : undefined;
      case 'code':
        return this.code(block);
      case 'math':
        return this.math(block);
      case 'images':
        return imagesHtml(block, state, others);
      case 'drawing':
        return figureHtml(block, state, others);
      case 'table':
        return tableMarkdown(block, state, others);
      case 'expandable':
        return this.expandable(block);
      default:
        return tagMarkdown(block, state, (nodes) => this.blocks(nodes));
    }
  }

  /** Raw source as it is, if it reads back as the same block: clients may have changed it. */
  private raw(block: DocumentBlock, source: string): string | undefined {
    const back = source !== '' ? readOne(source) : undefined;
    return back && blockDigest(back) === blockDigest(block) ? source : undefined;
  }

  private paragraph(block: ValidBlock): string | undefined {
    if (!onlyKeys(block.data, [])) return blockHtml(block, this.state, this.others);
    return isEmptyParagraph(block) ? '<p></p>' : paragraphMarkdown(block, this.state);
  }

  private heading(block: ValidBlock<`heading-${1 | 2 | 3}`>): string | undefined {
    const { id, align } = block.data;
    if (!onlyKeys(block.data, ['id', 'align', 'level'])) return undefined;
    if (align !== undefined) return blockHtml(block, this.state, this.others);
    if (id !== undefined && !isAnchorId(id)) return undefined;
    const text = inlineMarkdown(block.nodes ?? [], { state: this.state, inHeading: true });
    const anchor = id === undefined ? '' : ` ${openTag('a', { href: `#${id}`, id })}</a>`;
    const line = text + anchor;
    return '#'.repeat(headingDepth(block)) + (line === '' ? '' : ` ${line}`);
  }

  private quote(block: DocumentBlock): string {
    const nodes = childBlocks(block.nodes);
    if (nodes.length === 1 && nodes.every(isEmptyParagraph)) return '>';
    return prefixed(this.blocks(nodes), '> ', '> ');
  }

  private code(block: ValidBlock<'code'>): string | undefined {
    const { attributes, ...data } = block.data;
    const written = codeMarkdown({ ...block, data }, this.state);
    if (!written) return undefined;
    if (Object.keys(written.left).length === 0 && attributes === undefined) return written.source;
    const open = openingTag('code', written.left, stringAttributes(attributes));
    return open && `${open}\n${written.source}\n{% endcode %}`;
  }

  private math(block: ValidBlock<'math'>): string | undefined {
    const { formula } = block.data;
    if (formula === undefined || !onlyKeys(block.data, ['formula'])) return undefined;
    const fence = '$'.repeat(Math.max(2, longestRun(formula, '$') + 1));
    return `${fence}\n${formula}\n${fence}`;
  }

  private expandable(block: ValidBlock<'expandable'>): string | undefined {
    const { defaultExpanded, attributes, summaryAttributes, ...rest } = block.data;
    const [title, body] = block.fragments ?? [];
    const line = title?.nodes.length === 1 ? title.nodes[0] : undefined;
    if (
      !line ||
      !body ||
      line.type !== 'paragraph' ||
      !onlyKeys(line.data, []) ||
      Object.keys(rest).length > 0
    )
      return undefined;
    if (defaultExpanded === false) return undefined;
    const html = isEmptyParagraph(line) ? '' : inlineHtml(line.nodes ?? [], this.state);
    if (html === undefined || /<\/?(?:summary|details)\b/i.test(html)) return undefined;
    const open = openTag('details', { ...stringAttributes(attributes), open: defaultExpanded });
    const summary = `${openTag('summary', stringAttributes(summaryAttributes))}${html}</summary>`;
    const inner =
      body.nodes.length === 1 && body.nodes.every(isEmptyParagraph) ? '' : `${this.blocks(body.nodes)}\n\n`;
    return `${open}\n\n${summary}\n\n${inner}</details>`;
  }

  private list(list: DocumentBlock, marker: string): string | undefined {
    const items = childBlocks(list.nodes);
    const isKnown = items.every((item) => item.type === 'list-item' && onlyKeys(item.data, ['checked']));
    if (items.length === 0 || !isKnown || !onlyKeys(list.data, list.type === 'list-ordered' ? ['start'] : []))
      return undefined;
    const start = typeof list.data['start'] === 'number' ? list.data['start'] : 1;
    if (start + items.length > 999_999_999) return undefined;
    const isTight = items.every((item) =>
      childBlocks(item.nodes).every((one, at) =>
        at === 0 ? one.type === 'paragraph' : listKind(one) !== undefined,
      ),
    );
    return items
      .map((item, at) =>
        this.item(item, list.type === 'list-ordered' ? `${start + at}${marker} ` : `${marker} `),
      )
      .join(isTight ? '\n' : '\n\n');
  }

  private item(item: DocumentBlock, bullet: string): string {
    const nodes = childBlocks(item.nodes);
    const { checked } = item.data;
    const box = typeof checked === 'boolean' ? `[${checked ? 'x' : ' '}] ` : '';
    const [first, ...rest] = nodes;
    // A box belongs to the text after it; without such text, an empty element replaces the text.
    const holder =
      box !== '' &&
      (first?.type !== 'paragraph' ||
        isEmptyParagraph(first) ||
        !onlyKeys(first.data, []) ||
        rawSourceOf(first) !== undefined);
    if (box === '' && nodes.length === 1 && nodes.every(isEmptyParagraph)) return bullet.trimEnd();
    const isEmptyTask = holder && nodes.length === 1 && first !== undefined && isEmptyParagraph(first);
    const head = holder ? `${isEmptyTask ? '<span></span>' : '<span hidden></span>'}` : '';
    const body = isEmptyTask ? '' : this.itemBody(holder ? undefined : first, holder ? nodes : rest);
    const content = [head, body].filter((part) => part !== '').join('\n\n');
    return prefixed(box + content, bullet, ' '.repeat(bullet.length));
  }

  /** Nested lists stand directly below their text, unless they would become part of it. */
  private itemBody(first: DocumentBlock | undefined, rest: DocumentBlock[]): string {
    if (!first) return this.blocks(rest, true);
    if (listKind(first) !== undefined) return this.blocks([first, ...rest], true);
    const lead = this.blocks([first], true);
    if (rest.length === 0) return lead;
    const isTight =
      first.type === 'paragraph' &&
      rest.every((one) => listKind(one) !== undefined) &&
      interruptsText(rest[0] as DocumentBlock);
    const gap = isTight && !lead.startsWith('<') ? '\n' : '\n\n';
    return lead + gap + this.blocks(rest, true);
  }
}

/** A list can follow a line of text directly only when its first item is not empty and its numbers start at 1. */
export function interruptsText(list: DocumentBlock): boolean {
  if (listKind(list) === undefined) return false;
  const item = childBlocks(list.nodes)[0];
  const first = childBlocks(item?.nodes)[0];
  return (
    list.data['start'] === undefined &&
    first !== undefined &&
    first.type === 'paragraph' &&
    !isEmptyParagraph(first)
  );
}

function listKind(block: DocumentBlock): 'ordered' | 'unordered' | undefined {
  if (block.type === 'list-ordered') return 'ordered';
  return block.type === 'list-unordered' || block.type === 'list-tasks' ? 'unordered' : undefined;
}

/** Prefixes lines: `first` on the first, `rest` on the others; blank lines get no trailing blanks. */
function prefixed(text: string, first: string, rest: string): string {
  return text
    .split('\n')
    .map((line, at) => {
      const prefix = at === 0 ? first : rest;
      return line === '' ? prefix.trimEnd() : prefix + line;
    })
    .join('\n');
}
