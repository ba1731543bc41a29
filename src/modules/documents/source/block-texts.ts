import { formOf } from '../catalogue/catalogue.js';
import { childBlocks, paragraph } from '../document-nodes.js';
import type { DocumentBlock } from '../document.types.js';
import { splitTags } from '../markdown/join-tags.js';
import type { SerializeContext, Signs } from '../markdown/markdown.types.js';
import { BlockWriter } from '../markdown/serialize-blocks.js';
import type { TableParts } from '../markdown/serialize-html-table.js';
import { footnote, footnotes } from '../markdown/serialize-markdown.js';
import { SerializeState } from '../markdown/serialize-state.js';

/** Stands for the body of a container whose tags are wanted. */
const BODY = 'BODYOFTHECONTAINER';

/** The Markdown of single blocks in the signs of a text. */
export class BlockTexts {
  private readonly state: SerializeState;
  private readonly writer: BlockWriter;

  constructor(
    private readonly context: SerializeContext,
    signs: Signs,
  ) {
    this.state = new SerializeState(context, signs);
    this.writer = new BlockWriter(this.state);
  }

  /** The body of a footnote that the text defines. */
  reserve(label: string, body: DocumentBlock[]): void {
    this.state.reserve(label, body);
  }

  /** @param isSecond for a list after one that must not go on with it. */
  of(block: DocumentBlock, inList: boolean, isSecond = false): string {
    const parts = this.writer.parts(isSecond ? [block, block] : [block], inList);
    return this.split(parts.at(-1)!);
  }

  /** The same without an effect on the footnotes of the text: for what the text says already. */
  before(block: DocumentBlock, inList: boolean): string {
    const { signs } = this.state;
    const state = new SerializeState(this.context, signs);
    return splitTags(new BlockWriter(state).parts([block], inList)[0]!, state.tagsOfManyLines);
  }

  /** The content of a list item without its bullet, which may begin with a box. */
  item(list: DocumentBlock, item: DocumentBlock): string | undefined {
    const { start: _start, ...data } = list.data;
    const [first = '', ...rest] = this.of({ ...list, data, nodes: [item] }, true).split('\n');
    const bullet = /^(?:[*+-]|1[.)])(?: |$)/.exec(first)?.[0];
    if (bullet === undefined) return undefined;
    const width = list.type === 'list-ordered' ? 3 : 2;
    return [first.slice(bullet.length), ...rest.map((line) => line.slice(width))].join('\n');
  }

  /** The text before and after the body of a container; undefined for blocks that are written in another form. */
  tags(block: DocumentBlock): [string, string] | undefined {
    const isItems = formOf(block.type)?.holds === 'items';
    const body = [paragraph(BODY)];
    const empty =
      block.type === 'expandable'
        ? {
            ...block,
            fragments: block.fragments?.map((one, at) => (at === 1 ? { ...one, nodes: body } : one)),
          }
        : { ...block, nodes: isItems ? [] : body };
    const text = this.of(empty, false);
    const parts = isItems ? text.split(/\n+/) : text.split(BODY);
    if (parts.length !== 2) return undefined;
    return [parts[0]!.trimEnd(), parts[1]!.trimStart()];
  }

  /** The rows of a pipe table; undefined for tables in another form. */
  rows(table: DocumentBlock): string[] | undefined {
    const text = this.of(table, false);
    return text.startsWith('|') ? text.split('\n') : undefined;
  }

  /** The pieces of a table in HTML, as it was and as it is wanted; undefined when HTML cannot express one of them. */
  tableParts(old: DocumentBlock, next: DocumentBlock): [TableParts, TableParts] | undefined {
    const was = new BlockWriter(new SerializeState(this.context, this.state.signs)).tableParts(old);
    const is = was && this.writer.tableParts(next);
    return was && is && [was, is];
  }

  /** The definition of a footnote. */
  note(label: string, body: DocumentBlock[]): string {
    return this.split(footnote(label, body, this.writer));
  }

  /** The definitions of footnotes that were written for the first time. */
  notes(): string[] {
    return footnotes(this.state, this.writer);
  }

  private split(text: string): string {
    return splitTags(text, this.state.tagsOfManyLines);
  }
}

/** True for a block that consists of blocks. */
export function isContainer(block: DocumentBlock): boolean {
  return childBlocks(bodyOf(block)).length > 0 && block.type !== 'code' && block.type !== 'table';
}

/** The blocks within a block. */
export function bodyOf(block: DocumentBlock): DocumentBlock[] {
  if (block.type === 'expandable') return block.fragments?.[1]?.nodes ?? [];
  return childBlocks(block.nodes ?? []);
}
