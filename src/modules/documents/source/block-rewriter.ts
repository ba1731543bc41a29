import type { DocumentBlock } from '../document.types.js';
import { interruptsText } from '../markdown/serialize-blocks.js';
import { type BlockTexts, bodyOf, isContainer } from './block-texts.js';
import { MergeBudget, mergePieces, wordPieces } from './merge-words.js';
import { placeOf } from './places.js';
import type { Care, Rewriter, Siblings } from './rewriter.js';
import { rewriteCode } from './rewrite-code.js';
import { rewriteHtmlTable } from './rewrite-html-table.js';
import { rewriteList } from './rewrite-list.js';
import { rewriteRows } from './rewrite-rows.js';
import { type Prefix, SegmentWriter } from './segment-writer.js';
import { segmentsOf, unitsOf } from './segments.js';
import { restOf, type SourceText } from './source-text.js';

/** Writes changed blocks into the text of an author; all other lines stay as they are. */
export class BlockRewriter implements Rewriter {
  private readonly budget = new MergeBudget();

  constructor(
    readonly source: SourceText,
    readonly texts: BlockTexts,
  ) {}

  /**
   * The lines of some blocks.
   * @returns undefined when the blocks before have no lines of their own.
   */
  siblings({ before, next, region, prefix, inList, care }: Siblings): string[] | undefined {
    const { source, texts } = this;
    const segments = segmentsOf(before, region);
    if (!segments || segments.length === 0) return undefined;
    const writer = new SegmentWriter(source, segments, region, prefix);
    let previous: DocumentBlock | undefined;
    for (const unit of unitsOf(segments, next)) {
      const { lead, rest } = writer.prefixOf(unit);
      const anew = (block: DocumentBlock): string[] => {
        const isSecond = previous?.type === block.type && block.type.startsWith('list-');
        return source.write(texts.of(block, inList, isSecond), lead, rest);
      };
      const block = next[unit.next]!;
      const isDirect = inList && previous?.type === 'paragraph' && interruptsText(block);
      if (unit.kind === 'new') writer.add(unit, anew(block), isDirect);
      else if (unit.kind === 'kept' && care(unit.next) !== 'none') {
        writer.keep(unit, lead);
        previous = next[unit.next + segments[unit.segment]!.blocks.length - 1];
        continue;
      } else if (unit.kind === 'kept') {
        segments[unit.segment]!.blocks.forEach((_, at) => {
          const one = next[unit.next + at]!;
          writer.add(at === 0 ? unit : { kind: 'new', next: unit.next + at }, anew(one));
          previous = one;
        });
        continue;
      } else {
        const old = segments[unit.segment]!.blocks[0]!;
        const own = { inList, care: care(unit.next) };
        const lines = own.care === 'none' ? undefined : this.changed(old, block, { first: lead, rest }, own);
        writer.add(unit, lines ?? anew(block), isDirect);
      }
      previous = block;
    }
    return writer.finish();
  }

  /** The lines of a block that says something else than before; undefined when it must be written anew. */
  changed(
    old: DocumentBlock,
    next: DocumentBlock,
    prefix: Prefix,
    place: { inList: boolean; care: Care },
  ): string[] | undefined {
    const { care, inList } = place;
    if (old.type.startsWith('list-')) return rewriteList(this, old, next, prefix, care);
    if (old.type === 'table') {
      const rows = rewriteHtmlTable(this, old, next, prefix, care) ?? rewriteRows(this, old, next, prefix);
      if (rows) return rows;
    } else if (isContainer(old)) {
      const inner = this.container(old, next, prefix, care);
      if (inner) return inner;
    }
    return care === 'words' ? this.words(old, next, prefix, inList) : undefined;
  }

  /** A container keeps its tags, and the blocks within it their lines. */
  private container(
    old: DocumentBlock,
    next: DocumentBlock,
    prefix: Prefix,
    care: Care,
  ): string[] | undefined {
    const place = placeOf(old);
    if (!place) return undefined;
    const { source } = this;
    const { line, column } = place.from;
    if (old.type === 'blockquote') {
      const sign = />[ \t]?/y;
      sign.lastIndex = column - 1;
      const found = sign.exec(source.line(line))?.[0];
      if (found === undefined) return undefined;
      const inner = { first: prefix.first + found, rest: prefix.rest + found };
      const region = { from: line, to: place.to.line };
      return this.siblings({
        before: bodyOf(old),
        next: bodyOf(next),
        region,
        prefix: inner,
        inList: false,
        care: () => care,
      });
    }
    const { body } = place;
    if (!body) return undefined;
    const [was, is] = [this.texts.tags(old), this.texts.tags(next)];
    if (!was || !is) return undefined;
    const first = placeOf(bodyOf(old)[0]!);
    const rest = first ? restOf(source.line(first.from.line).slice(0, first.from.column - 1)) : prefix.rest;
    const inner = this.siblings({
      before: bodyOf(old),
      next: bodyOf(next),
      region: body,
      prefix: { first: rest, rest },
      inList: false,
      care: () => care,
    });
    if (!inner) return undefined;
    const head = this.tagLines(line, body.from - 1, was[0], is[0], prefix);
    const own = { first: restOf(prefix.first), rest: prefix.rest };
    const tail = this.tagLines(body.to + 1, place.to.line, was[1], is[1], own);
    return head && tail && [...head, ...inner, ...tail];
  }

  private tagLines(
    from: number,
    to: number,
    was: string,
    is: string,
    { first, rest }: Prefix,
  ): string[] | undefined {
    const { source } = this;
    if (was === is) return source.slice(from, to);
    const text = source.slice(from, to).join('');
    const end = /[ \t\r\n]*$/.exec(text)![0];
    const start = /^[ \t>]*/.exec(text)![0];
    const merged = this.merge(was, text.slice(start.length, text.length - end.length), is, rest);
    return [start + (merged ?? is.split('\n').join(source.eol + rest)) + end].map((one) => one || first);
  }

  /** A block without blocks in it: the words that differ are put into the author's text. */
  private words(
    old: DocumentBlock,
    next: DocumentBlock,
    prefix: Prefix,
    inList: boolean,
  ): string[] | undefined {
    const place = placeOf(old);
    if (!place) return undefined;
    const { source, texts } = this;
    const { from, to } = place;
    const [was, is] = [texts.before(old, inList), texts.of(next, inList)];
    const { text: body, after } = source.textAt(place);
    if (was === is) return [prefix.first + body + after];
    if (old.type === 'code' && !/^<pre/i.test(body)) {
      const lines = source.slice(from.line, to.line);
      lines[0] = lines[0]!.slice(from.column - 1);
      return rewriteCode(source, lines, old, { was, is }, prefix);
    }
    if (after.trim() !== '') return undefined;
    const under = old.type.startsWith('heading-') ? underline(body, was, is) : undefined;
    const merged = under
      ? this.merge(under.was, body.slice(0, -under.text.length), under.is, prefix.rest)
      : this.merge(was, body, is, prefix.rest);
    return merged === undefined ? undefined : [prefix.first + merged + (under?.text ?? '') + after];
  }

  /** @param rest what stands before the lines that are new. */
  merge(was: string, styled: string, is: string, rest: string): string | undefined {
    const { eol } = this.source;
    const after = wordPieces(is).map((piece) => ({
      ...piece,
      text: piece.text.replace(
        /\n(?=(\n?))/g,
        (_, more: string) => eol + (more === '' ? rest : rest.trimEnd()),
      ),
    }));
    return mergePieces(wordPieces(was), wordPieces(styled), after, this.budget);
  }
}

/** The line of signs below a heading, and the headings without theirs before them. */
function underline(
  body: string,
  was: string,
  is: string,
): { text: string; was: string; is: string } | undefined {
  const text = /(?:\r\n?|\n)[ \t>]*(?:=+|-+)[ \t]*$/.exec(body)?.[0];
  const [before, after] = [/^#+ /.exec(was)?.[0], /^#+ /.exec(is)?.[0]];
  if (text === undefined || before === undefined || before !== after) return undefined;
  return { text, was: was.slice(before.length), is: is.slice(before.length) };
}
