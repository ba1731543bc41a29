import {
  blockQuote,
  codeText,
  definition,
  htmlText,
  labelEnd,
  labelStartImage,
  labelStartLink,
  setextUnderline,
} from 'micromark-core-commonmark';
import type { Construct, Effects, Event, Extension, ParseContext, Tokenizer } from 'micromark-util-types';

/** Steps for each character of a text; writers need a handful. */
const STEPS_PER_CHARACTER = 30;
/** Short texts are read whatever is in them. */
const FREE_STEPS = 1_000_000;
/** Brackets that wait for their end; writers nest them twice. */
const MOST_OPEN = 100;
/** Copying an event takes so much less than reading a character. */
const COPIES_PER_STEP = 4;

/** Steps that one parse may still take. */
interface Budget {
  left: number;
}

const REPLACED = [
  ...[blockQuote, setextUnderline, definition],
  ...[codeText, htmlText, labelEnd, labelStartImage, labelStartLink],
];
/** A quotation goes on where it could begin, which it looks for under its own name. */
const QUOTE_GOES_ON: Construct = {
  tokenize(effects, ok, nok) {
    const attempt: Effects['attempt'] = (constructs, yes, no) =>
      effects.attempt(constructs === blockQuote ? { ...blockQuote, name: undefined } : constructs, yes, no);
    const original = blockQuote.continuation as Construct;
    return original.tokenize.call(this, { ...effects, attempt }, ok, nok);
  },
};
/** Constructs of extensions that look ahead or back. */
const LOOKING_AHEAD = new Set(['wwwAutolink', 'protocolAutolink', 'emailAutolink', 'mathText']);
const LOOKING_BACK = 'gfmPotentialFootnoteCall';

/**
 * The syntax within measure. The library tries a construct wherever it might begin, up to the end of the text or back to
 * its beginning, so that a hundred kilobytes of `](` take minutes and a megabyte hours. What is spent on such attempts is
 * counted: beyond what any writer needs, signs are text.
 * @param length of the text.
 */
export function measuredSyntax(extensions: readonly Extension[], length: number): Extension[] {
  const budget = { left: FREE_STEPS + length * STEPS_PER_CHARACTER };
  const ahead = (construct: Construct): Construct => measured(construct, budget, () => 0);
  const copying = (construct: Construct): Construct =>
    measured(construct, budget, (events) => events.length / COPIES_PER_STEP);
  const own = (construct: Construct, name: string): Construct => ({ ...construct, name });
  const html = { ...own(ahead(htmlText), 'measuredHtml'), add: 'after' as const };
  const image = own(nested(labelStartImage), 'measuredImage');
  const link = { ...own(nested(labelStartLink), 'measuredLink'), add: 'after' as const };
  const setext = own(copying(setextUnderline), 'measuredSetext');
  const core: Extension = {
    contentInitial: { 91: own(ahead(definition), 'measuredDefinition') },
    document: { 62: own({ ...copying(blockQuote), continuation: QUOTE_GOES_ON }, 'measuredQuote') },
    flow: { 45: setext, 61: setext },
    text: {
      33: image,
      60: html,
      91: link,
      93: own(measured(labelEnd, budget, sinceLabel), 'measuredLabel'),
      96: own(ahead(codeText), 'measuredCode'),
    },
    disable: {
      null: REPLACED.map(({ name = '' }) => name),
    },
  };
  const replaced = (construct: Construct): Construct => {
    if (construct.name === LOOKING_BACK) return measured(construct, budget, sinceLabel);
    return LOOKING_AHEAD.has(construct.name ?? '') ? ahead(construct) : construct;
  };
  return [core, ...extensions.map((extension) => withText(extension, replaced))];
}

function withText(extension: Extension, replaced: (construct: Construct) => Construct): Extension {
  if (!extension.text) return extension;
  const known = new Map<Construct, Construct>();
  const once = (construct: Construct): Construct => {
    const found = known.get(construct) ?? replaced(construct);
    known.set(construct, found);
    return found;
  };
  const text = Object.entries(extension.text).map(([code, list]) => [code, [list ?? []].flat().map(once)]);
  return { ...extension, text: Object.fromEntries(text) as Extension['text'] };
}

/** `construct`, which spends what it reads and `price`, and is none when nothing is left. */
function measured(
  construct: Construct,
  budget: Budget,
  price: (events: readonly Event[]) => number,
): Construct {
  const tokenize: Tokenizer = function (effects, ok, nok) {
    if (budget.left < 0) return nok;
    budget.left -= 1 + price(this.events);
    findNamesQuickly(this.parser);
    return construct.tokenize.call(this, counting(effects, budget), ok, nok);
  };
  return { ...construct, tokenize };
}

/** Names of definitions, which the library looks through for each reference. */
class Names extends Array<string> {
  private readonly set = new Set<string>();

  override push(...names: string[]): number {
    for (const name of names) this.set.add(name);
    return super.push(...names);
  }

  override includes(name: string): boolean {
    return this.set.has(name);
  }
}

function findNamesQuickly(parser: ParseContext): void {
  if (!(parser.defined instanceof Names)) parser.defined = quick(parser.defined);
  if (!(parser.gfmFootnotes instanceof Names)) parser.gfmFootnotes = quick(parser.gfmFootnotes ?? []);
}

function quick(known: readonly string[]): Names {
  const names = new Names();
  names.push(...known);
  return names;
}

const counted = new WeakMap<Effects, { budget: Budget; effects: Effects }>();

/** `effects` that count each character, those of constructs within a construct too. */
function counting(effects: Effects, budget: Budget): Effects {
  const found = counted.get(effects);
  if (found?.budget === budget) return found.effects;
  const inner = (construct: Construct): Construct => ({
    ...construct,
    tokenize(plain, ok, nok) {
      return construct.tokenize.call(this, counting(plain, budget), ok, nok);
    },
  });
  const through =
    (attempt: Effects['attempt']): Effects['attempt'] =>
    (constructs, ok, nok) =>
      attempt('tokenize' in constructs ? inner(constructs as Construct) : constructs, ok, nok);
  const own: Effects = {
    ...effects,
    consume(code) {
      budget.left -= 1;
      effects.consume(code);
    },
    attempt: through(effects.attempt),
    check: through(effects.check),
  };
  counted.set(effects, { budget, effects: own });
  return own;
}

/** Where the library stops to look back for the beginning of a label. */
const LABELS = new Set(['labelImage', 'labelLink', 'label', 'image', 'link', 'gfmFootnoteCall']);

function sinceLabel(events: readonly Event[]): number {
  let at = events.length - 1;
  while (at >= 0 && !LABELS.has(events[at]![1].type)) at--;
  return events.length - at;
}

/** A beginning of a label, which is none within a hundred others. */
function nested(construct: Construct): Construct {
  const tokenize: Tokenizer = function (effects, ok, nok) {
    const { _labelStarts: open } = this as unknown as { _labelStarts?: { _balanced?: boolean }[] };
    if ((open?.length ?? 0) >= MOST_OPEN) return nok;
    return construct.tokenize.call(this, effects, ok, nok);
  };
  return { ...construct, tokenize };
}
