import { codeText, definition, htmlText, labelEnd } from 'micromark-core-commonmark';
import { EditMap } from 'micromark-util-edit-map';
import type {
  Construct,
  Effects,
  Extension,
  ParseContext,
  Token,
  TokenizeContext,
  Tokenizer,
} from 'micromark-util-types';

/** Steps for each character of a text; texts by people take a handful. */
const STEPS_PER_CHARACTER = 50;
/** Steps that every text may take, so that short texts are read whatever they contain. */
const FREE_STEPS = 1_000_000;
/** Additional steps of each paragraph, so that one paragraph cannot use up the steps of the others. */
const OWN_STEPS = 20_000;
/** Characters of a label that are compared in one step, which is much cheaper than reading them. */
const LABEL_PER_STEP = 10;

/** Known definitions, and the budget for reading a text. */
export interface Reading {
  /** The steps of a text, shared by all its pieces. */
  steps: Steps;
  /** Identifiers that are defined outside the text. */
  definitions?: ReadonlyMap<string, unknown>;
  footnotes?: ReadonlyMap<string, unknown>;
  /** Receives the line of each paragraph in which syntax became text because reading it took too many steps. */
  cut?: (line: number) => void;
}

/** The steps that are left for reading a text, and pieces of it again. */
export class Steps {
  left: number;

  constructor(length: number) {
    this.left = FREE_STEPS + length * STEPS_PER_CHARACTER;
  }
}

/** The steps of one paragraph: first its own, then those of the whole text. */
class ParagraphSteps {
  private own = OWN_STEPS;
  private isCut = false;

  constructor(private readonly reading: Reading) {}

  spend(steps: number): void {
    if (this.own > 0) this.own -= steps;
    else this.reading.steps.left -= steps;
  }

  /** True when no steps are left, which is reported once. */
  isSpent(line: number): boolean {
    if (this.own > 0 || this.reading.steps.left > 0) return false;
    if (!this.isCut) this.reading.cut?.(line);
    this.isCut = true;
    return true;
  }
}

type StepsOf = (context: TokenizeContext) => ParagraphSteps;
type LabelStart = Token & { _balanced?: boolean };

const REPLACED = [definition, codeText, htmlText, labelEnd];
/** Constructs of extensions that look ahead, or look up names. */
const LOOKING_AHEAD = new Set([
  ...['wwwAutolink', 'protocolAutolink', 'emailAutolink', 'mathText'],
  ...['gfmFootnoteCall', 'expressionCode'],
]);
const LOOKING_BACK = 'gfmPotentialFootnoteCall';

/**
 * Limits the work of the syntax. The library tries a construct wherever it might begin, up to the end of the paragraph,
 * so that a hundred kilobytes of `<!--` take minutes and a megabyte hours. The steps of such attempts are counted: far
 * beyond the needs of any author, syntax becomes text, with a warning.
 */
export function measuredSyntax(extensions: readonly Extension[], reading: Reading): Extension[] {
  const known = new WeakMap<TokenizeContext, ParagraphSteps>();
  const stepsOf: StepsOf = (context) => {
    const found = known.get(context) ?? new ParagraphSteps(reading);
    known.set(context, found);
    return found;
  };
  const ahead = (construct: Construct): Construct => measured(construct, reading, stepsOf);
  const own = (construct: Construct, name: string): Construct => ({ ...construct, name });
  const core: Extension = {
    contentInitial: { 91: own(ahead(definition), 'measuredDefinition') },
    text: {
      60: { ...own(ahead(htmlText), 'measuredHtml'), add: 'after' },
      93: own(measured(labelEnd, reading, stepsOf, labelPrice), 'measuredLabel'),
      96: own(ahead(codeText), 'measuredCode'),
    },
    disable: { null: REPLACED.map(({ name = '' }) => name) },
  };
  const replaced = (construct: Construct): Construct => {
    if (construct.name === LOOKING_BACK) return afterImage(construct);
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

/** Returns a `construct` that spends its characters and `price`, and fails when no steps are left. */
function measured(
  construct: Construct,
  reading: Reading,
  stepsOf: StepsOf,
  price: (context: TokenizeContext) => number = () => 0,
): Construct {
  const tokenize: Tokenizer = function (effects, ok, nok) {
    const steps = stepsOf(this);
    if (steps.isSpent(this.now().line)) return nok;
    steps.spend(1 + price(this));
    findNamesQuickly(this.parser, reading);
    return construct.tokenize.call(this, counting(effects, steps), ok, nok);
  };
  return { ...construct, tokenize };
}

/** Starts of labels that wait for their end, in order. */
function labelStarts(context: TokenizeContext): LabelStart[] {
  return (context as { _labelStarts?: LabelStart[] })._labelStarts ?? [];
}

/** The text between the two ends of a label is looked up as a name. */
function labelPrice(context: TokenizeContext): number {
  const start = labelStarts(context).findLast((one) => one._balanced !== true);
  return start ? (context.now().offset - start.start.offset) / LABEL_PER_STEP : 0;
}

/** Tries `![^a]` only after an open `![`, for which the library would search all previous text. */
function afterImage(construct: Construct): Construct {
  const tokenize: Tokenizer = function (effects, ok, nok) {
    const last = labelStarts(this).at(-1);
    if (last?._balanced !== true || last.type !== 'labelImage') return nok;
    return construct.tokenize.call(this, effects, ok, nok);
  };
  return { ...construct, tokenize };
}

/** Names of definitions, in a set: the library searches the whole list for each reference. */
class Names extends Array<string> {
  private readonly set = new Set<string>();
  elsewhere?: ReadonlyMap<string, unknown>;

  override push(...names: string[]): number {
    for (const name of names) this.set.add(name);
    return super.push(...names);
  }

  override includes(name: string): boolean {
    // The library compares names in upper case, and the tree has them in lower case.
    return this.set.has(name) || (this.elsewhere?.has(name.toLowerCase()) ?? false);
  }
}

function findNamesQuickly(parser: ParseContext, { definitions, footnotes }: Reading): void {
  if (!(parser.defined instanceof Names)) parser.defined = quick(parser.defined, definitions);
  if (!(parser.gfmFootnotes instanceof Names))
    parser.gfmFootnotes = quick(parser.gfmFootnotes ?? [], footnotes);
}

function quick(known: readonly string[], elsewhere: ReadonlyMap<string, unknown> | undefined): Names {
  const names = new Names();
  if (elsewhere) names.elsewhere = elsewhere;
  names.push(...known);
  return names;
}

const counted = new WeakMap<Effects, Effects>();

/** Wraps `effects` to count each character, including those of constructs within a construct. */
function counting(effects: Effects, steps: ParagraphSteps): Effects {
  const found = counted.get(effects);
  if (found) return found;
  const inner = (construct: Construct): Construct => ({
    ...construct,
    tokenize(plain, ok, nok) {
      return construct.tokenize.call(this, counting(plain, steps), ok, nok);
    },
  });
  const through =
    (attempt: Effects['attempt']): Effects['attempt'] =>
    (constructs, ok, nok) =>
      attempt('tokenize' in constructs ? inner(constructs as Construct) : constructs, ok, nok);
  const own: Effects = {
    ...effects,
    consume(code) {
      steps.spend(1);
      effects.consume(code);
    },
    attempt: through(effects.attempt),
    check: through(effects.check),
  };
  counted.set(effects, own);
  return own;
}

/**
 * Replaces a method of the library that copies everything before an edit too, for each end of a quotation or a list and
 * each underlined heading: ten thousand of these take minutes. This one has the same result and leaves the events
 * before the first edit in place.
 */
EditMap.prototype.consume = function (this: EditMap, events): undefined {
  const edits = this.map.sort(([one], [other]) => one - other);
  const first = edits[0]?.[0] ?? events.length;
  const rest = events.slice(first);
  events.length = first;
  let at = 0;
  for (const [index, removed, added] of edits) {
    for (; at < index - first; at++) events.push(rest[at]!);
    for (const event of added) events.push(event);
    at += removed;
  }
  for (; at < rest.length; at++) events.push(rest[at]!);
  this.map.length = 0;
  this.index.clear();
};
