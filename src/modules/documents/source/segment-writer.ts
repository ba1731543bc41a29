import type { Segment, Unit } from './segments.js';
import type { SourceText } from './source-text.js';

/** The text before some blocks: on their first line, and on all others. */
export interface Prefix {
  first: string;
  rest: string;
}

/** Puts the lines of siblings together, with what stands between them. */
export class SegmentWriter {
  private readonly out: string[] = [];
  private isFirst = true;
  /** The segment that was written last; undefined after new lines. */
  private last: number | undefined;
  /** The last segment, in the order of the text, that was written. */
  private furthest = -1;
  /** The gaps that hold more than blanks and are not written yet: definitions, and comments that are no blocks. */
  private readonly owed = new Set<number>();

  /** @param isTight true where no blank line stands between new lines and others. */
  constructor(
    private readonly source: SourceText,
    private readonly segments: readonly Segment[],
    private readonly region: { from: number; to: number },
    private readonly prefix: Prefix,
    private readonly isTight = false,
  ) {
    for (let at = 0; at <= segments.length; at += 1) if (!this.gap(at).every(isBlank)) this.owed.add(at);
  }

  /** The text before a unit: on its first line, and on the lines after it. */
  prefixOf(unit: Unit): { lead: string; rest: string } {
    const { first, rest } = this.prefix;
    const base = this.isFirst ? this.firstLead() : rest;
    if (unit.kind === 'new') return { lead: base, rest };
    const { from, column } = this.segments[unit.segment]!;
    const own = this.source.line(from).slice(0, column - 1);
    const isInPlace = this.isFirst === (unit.segment === 0) || first === rest;
    const lead = isInPlace ? own : base;
    const more = lead.startsWith(base) ? lead.slice(base.length) : '';
    return { lead, rest: /^[ \t]*$/.test(more) ? rest + more : rest };
  }

  /** The first lines of a list item stand beside its bullet, unless they began below it. */
  private firstLead(): string {
    return this.segments[0]!.from === this.region.from ? this.prefix.first : this.prefix.rest;
  }

  /** Writes the lines of a segment as they are. */
  keep(unit: Unit & { segment: number }, lead: string): void {
    const { from, to, column } = this.segments[unit.segment]!;
    const lines = this.source.slice(from, to);
    if (this.source.line(from).slice(0, column - 1) !== lead) lines[0] = lead + lines[0]!.slice(column - 1);
    this.add(unit, lines);
  }

  /** @param isDirect true for lines that follow those before without a blank one. */
  add(unit: Unit, lines: readonly string[], isDirect = false): void {
    const segment = unit.kind === 'new' ? undefined : unit.segment;
    if (this.isFirst) this.pay(0);
    else this.separate(segment, isDirect);
    for (const line of lines) this.out.push(line);
    this.last = segment;
    this.isFirst = false;
    if (segment !== undefined) this.furthest = Math.max(this.furthest, segment);
  }

  finish(): string[] {
    const end = this.segments.length;
    this.payUntil(end - 1);
    if (this.last !== end - 1 && this.owed.has(end)) this.blank();
    this.pay(end);
    return this.out;
  }

  private separate(segment: number | undefined, isDirect: boolean): void {
    const { last } = this;
    const follows = last === undefined ? segment : last + 1;
    if (last !== undefined && segment === last + 1) return this.pay(segment);
    if (follows !== undefined && this.owed.has(follows)) {
      if (last === undefined) this.blank();
      this.pay(follows);
      this.blank();
    } else if (!isDirect) {
      const gap = follows !== undefined && follows < this.segments.length ? this.gap(follows) : [];
      if (gap.length > 0 && gap.every(isBlank)) for (const line of gap) this.out.push(line);
      else if (!this.isTight) this.blank();
    }
    if (segment !== undefined && segment > this.furthest) this.payUntil(segment);
  }

  private pay(gap: number): void {
    for (const line of this.gap(gap)) this.out.push(line);
    this.owed.delete(gap);
  }

  /** Writes what stood after segments that are gone. */
  private payUntil(last: number): void {
    for (const gap of [...this.owed]) {
      if (gap === 0 || gap > last || gap >= this.segments.length) continue;
      this.blank();
      this.pay(gap);
      this.blank();
    }
  }

  private blank(): void {
    const end = this.out.at(-1);
    if (end === undefined || isBlank(end)) return;
    this.out.push(this.prefix.rest.trimEnd() + this.source.eol);
  }

  /** Lines before a segment; those after the last one for its number plus one. */
  private gap(at: number): string[] {
    const { segments, region } = this;
    const from = at === 0 ? region.from : segments[at - 1]!.to + 1;
    const to = at === segments.length ? region.to : segments[at]!.from - 1;
    return this.source.slice(from, to).filter((line) => line !== '');
  }
}

function isBlank(line: string): boolean {
  return /^[ \t>]*[\r\n]*$/.test(line);
}
