import type { Construct, Event, Extension, Resolver, Token, TokenizeContext } from 'micromark-util-types';

/** Steps that pairing may take for each event of a text. Texts by people take a handful, because their marks are near each other. */
const MAX_STEPS_PER_EVENT = 200;
/** Steps that every text may take, so that short texts are paired whatever they contain. */
const FREE_STEPS = 100_000;

/** A run of `*`, `_` or `~`, with its position. */
interface Mark {
  sign: string;
  at: number;
  size: number;
  opens: boolean;
  closes: boolean;
}

/** The token type of the runs of a construct, and the rule by which two of them pair. */
interface Pairing {
  type: string;
  /** The number of characters of both runs that a pair uses; 0 when they do not pair. */
  use: (open: Mark, close: Mark) => number;
}

const emphasis: Pairing = {
  type: 'attentionSequence',
  use: (open, close) => {
    const isInside = open.closes || close.opens;
    if (isInside && close.size % 3 !== 0 && (open.size + close.size) % 3 === 0) return 0;
    return open.size > 1 && close.size > 1 ? 2 : 1;
  },
};
const strikethrough: Pairing = {
  type: 'strikethroughSequenceTemporary',
  use: (open, close) => (open.size === close.size ? open.size : 0),
};

/** Emphasis with limited work. */
export function measuredEmphasis(construct: Construct): Construct {
  return { ...construct, name: 'measuredEmphasis', resolveAll: measured(construct, emphasis) };
}

/** The extension with limited work for strikethrough. */
export function withMeasuredStrikethrough(extension: Extension): Extension {
  const known = new Map<Construct, Construct>();
  const replaced = (one: Construct): Construct => {
    if (one.name !== 'strikethrough') return one;
    const found = known.get(one) ?? { ...one, resolveAll: measured(one, strikethrough) };
    known.set(one, found);
    return found;
  };
  const text = Object.entries(extension.text ?? {}).map(([code, constructs]) => [
    code,
    [constructs ?? []].flat().map(replaced),
  ]);
  const insideSpan = { null: (extension.insideSpan?.null ?? []).map((one) => replaced(one as Construct)) };
  return { ...extension, text: Object.fromEntries(text) as Extension['text'], insideSpan };
}

/**
 * Limits the work of pairing marks. The library looks for the partner of a mark back to the beginning of the text, so
 * that a run of `a**b` takes seconds at a few thousand and hours at a hundred thousand. When pairing would take far
 * more steps than texts by people do, marks become text.
 */
function measured(construct: Construct, pairing: Pairing): Resolver {
  return (events, context) => {
    const limit = Math.max(FREE_STEPS, events.length * MAX_STEPS_PER_EVENT);
    if (stepsOf(marksOf(events, context, pairing.type), pairing, limit) <= limit)
      return construct.resolveAll?.(events, context) ?? events;
    for (const [, token] of events) if (isMark(token, pairing.type)) token.type = 'data';
    return events;
  };
}

function isMark(token: Token, type: string): boolean {
  return (token.type as string) === type;
}

function marksOf(events: readonly Event[], context: TokenizeContext, type: string): Mark[] {
  const marks: Mark[] = [];
  for (const [at, [kind, token]] of events.entries()) {
    if (kind !== 'enter' || !isMark(token, type)) continue;
    const source = context.sliceSerialize(token);
    const { _open: opens = false, _close: closes = false } = token;
    marks.push({ sign: source.charAt(0), at, size: source.length, opens, closes });
  }
  return marks;
}

/** The number of events between each closing mark and its partner, counted up to the limit. */
function stepsOf(marks: readonly Mark[], { use }: Pairing, limit: number): number {
  const open: Mark[] = [];
  let steps = 0;
  for (const mark of marks) {
    let { size } = mark;
    let place = mark.closes ? open.length - 1 : -1;
    let passed = 0;
    for (; place >= 0 && size > 0 && steps + passed <= limit; place--) {
      passed++;
      const partner = open[place]!;
      const used = partner.sign === mark.sign ? use(partner, { ...mark, size }) : 0;
      if (used === 0) continue;
      // The events between the two marks are processed again, as a separate text.
      steps += mark.at - partner.at;
      size -= used;
      partner.size -= used;
      open.length = partner.size > 0 ? place + 1 : place;
      place = open.length;
    }
    steps += passed;
    if (mark.closes && size > 0) steps += mark.at;
    if (steps > limit) break;
    if (mark.opens && size > 0) open.push({ ...mark, size });
  }
  return steps;
}
