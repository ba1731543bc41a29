import type { DocumentBlock } from '../document.types.js';
import { childBlocks } from '../document-nodes.js';
import type { Care, Rewriter } from './rewriter.js';
import { placeOf } from './places.js';
import { type Prefix, SegmentWriter } from './segment-writer.js';
import { segmentsOf, unitsOf } from './segments.js';
import { restOf, type SourceText } from './source-text.js';

/** The beginning of an item: blanks before the bullet belong to the prefix. */
interface Marker {
  /** The bullet with the blanks after it. */
  text: string;
  number?: number;
}

/** The lines of a list of which only items have changed; undefined when it must be written anew. */
export function rewriteList(
  rewriter: Rewriter,
  old: DocumentBlock,
  next: DocumentBlock,
  prefix: Prefix,
  care: Care,
): string[] | undefined {
  const { source, texts } = rewriter;
  const place = placeOf(old);
  const region = place && { from: place.from.line, to: place.to.line };
  const segments = region && segmentsOf(childBlocks(old.nodes), region);
  const isApart = segments?.every(({ blocks }) => blocks.length === 1) ?? false;
  const first = segments?.[0] && markerAt(source, segments[0]);
  if (!region || !segments || !isApart || !first) return undefined;
  const items = childBlocks(next.nodes);
  const isLoose = segments.some(({ from }, at) => at > 0 && from > segments[at - 1]!.to + 1);
  const writer = new SegmentWriter(source, segments, region, prefix, !isLoose);
  const isCounted = segments.length < 2 || markerAt(source, segments[1]!)?.number !== first.number;
  const start = next.type === 'list-ordered' ? Number(next.data['start'] ?? 1) : undefined;
  let number = start;
  for (const unit of unitsOf(segments, items)) {
    const item = items[unit.next]!;
    const isFirst = unit.next === 0;
    const { lead, rest } = writer.prefixOf(unit);
    const segment = unit.kind === 'new' ? undefined : segments[unit.segment]!;
    const own = segment && markerAt(source, segment);
    if (segment && !own) return undefined;
    const wanted = isFirst || !own ? number : own.number;
    const marker = own && own.number === wanted ? own.text : numbered(own?.text ?? first.text, wanted);
    if (unit.kind === 'kept' && marker === own?.text) writer.keep(unit, lead);
    else {
      const inner = { first: lead + marker, rest: rest + restOf(marker) };
      const old = segment?.blocks[0];
      const lines = old && itemLines(rewriter, old, item, inner, care);
      const text = lines ? undefined : texts.item(next, item);
      if (!lines && text === undefined) return undefined;
      writer.add(unit, lines ?? source.write(text!, inner.first, inner.rest));
    }
    if (wanted !== undefined) number = isCounted ? wanted + 1 : wanted;
  }
  return writer.finish();
}

/** The lines of an item that has changed, or gets another number. */
function itemLines(
  rewriter: Rewriter,
  old: DocumentBlock,
  next: DocumentBlock,
  prefix: Prefix,
  care: Care,
): string[] | undefined {
  const { source } = rewriter;
  const { from, to } = placeOf(old)!;
  const [was, is] = [old.data['checked'], next.data['checked']];
  if (typeof was !== typeof is) return undefined;
  const before = childBlocks(old.nodes);
  const begin = before[0] && placeOf(before[0])?.from;
  if (!begin) return undefined;
  let { first } = prefix;
  if (typeof was === 'boolean') {
    // The text of a task stands on the line of its box.
    const box =
      begin.line === from.line
        ? /\[[ xX]\][ \t]+$/.exec(source.line(from.line).slice(0, begin.column - 1))
        : null;
    if (!box) return undefined;
    first += was === is ? box[0] : box[0].replace(/^.../, is === true ? '[x]' : '[ ]');
  }
  const lines = rewriter.siblings({
    before,
    next: childBlocks(next.nodes),
    region: { from: from.line, to: to.line },
    prefix: { first, rest: prefix.rest },
    inList: true,
    care: () => care,
  });
  if (!lines) return undefined;
  // The bullet and the box of the source stand before lines that are kept.
  const own = source.line(from.line).slice(0, begin.line === from.line ? begin.column - 1 : from.column - 1);
  const wanted = begin.line === from.line ? first : prefix.first.trimEnd();
  if (begin.line !== from.line) return own === wanted ? lines : undefined;
  if (lines[0]!.startsWith(own) && own !== wanted) lines[0] = wanted + lines[0]!.slice(own.length);
  return lines;
}

function markerAt(
  source: SourceText,
  { from, column }: { from: number; column: number },
): Marker | undefined {
  const [text, , number] =
    /^([-*+]|(\d{1,9})[.)])(?:[ \t]{1,4}(?![ \t])|[ \t]|$)/.exec(source.line(from).slice(column - 1)) ?? [];
  if (text === undefined) return undefined;
  return {
    text: /[ \t]$/.test(text) ? text : `${text} `,
    ...(number !== undefined && { number: Number(number) }),
  };
}

function numbered(marker: string, number: number | undefined): string {
  return number === undefined ? marker : marker.replace(/^\d+/, String(number));
}
