import { createHash } from 'node:crypto';
import { isMainThread } from 'node:worker_threads';
import { LRUCache } from 'lru-cache';
import { bundledLanguages } from 'shiki/langs';
import { compute } from '#platform/compute/compute.js';
import { OverBudget } from '#platform/compute/over-budget.js';
import { COLOR_CODE, colorCode, type ColorInput, type ColorSample, type Grammar } from './color-code.js';
import { decodeLines, encodeLines, type HighlightLine, isEncodable, plainLines } from './highlight-lines.js';

/** Larger blocks are plain: their colours would take too long. */
const MAX_CODE_LENGTH = 200_000;
/** Processor time for all the code of a page, for which readers wait. */
const PAGE_MS = 1_300;
/** Time beyond its budget in which a thread may notice that the budget is over. */
const GRACE_MS = 700;
/**
 * Code that got no time in so many attempts stays plain. Grammars get ready bit by bit; hostile code does not get
 * quicker.
 */
const MAX_ATTEMPTS = 3;

/** Room for the code of a whole site. Threads keep the lines that they colour for the pages that they make. */
const cache = new LRUCache<string, string>({
  maxSize: isMainThread ? 16_000_000 : 4_000_000,
  sizeCalculation: (lines) => lines.length + 100,
});

/** Number of times that a sample of code got no time. */
const tries = new LRUCache<string, number>({ max: 5_000 });

/** Name of the grammar for the language that an author named (`js`, `C++`); undefined for an unknown language. */
function grammarOf(syntax: string | undefined): Grammar | undefined {
  const name = (syntax ?? '').trim().toLowerCase();
  const alias = ALIASES[name] ?? name;
  return Object.hasOwn(bundledLanguages, alias) ? (alias as Grammar) : undefined;
}

const ALIASES: Record<string, string> = {
  'c++': 'cpp',
  'objective-c': 'objc',
  objectivec: 'objc',
  golang: 'go',
  curl: 'bash',
  http2: 'http',
  'vb.net': 'vb',
  node: 'javascript',
  jsonp: 'json',
  gradle: 'groovy',
  plist: 'xml',
};

/** A sample of code and the language that its author named. */
export interface CodeSample {
  code: string;
  syntax: string | undefined;
}

export type HighlightLookup = (code: string, syntax: string | undefined) => HighlightLine[];

export interface Highlighting {
  lookup: HighlightLookup;
  /** True if code is plain that may have its colours the next time. */
  isUnfinished: boolean;
}

/**
 * Colours all the code of a page and answers a lookup of its lines. The work is done in a thread, as a short line can
 * take seconds. Code in an unknown language and code that takes too long come out plain. Results are kept by hash, so
 * no example is coloured twice, and code that takes too long is tried only a few times.
 * @param timeMs processor time for all the code.
 */
export async function highlightAll(samples: Iterable<CodeSample>, timeMs = PAGE_MS): Promise<Highlighting> {
  const encoded = new Map<string, string>();
  const missing = new Map<string, ColorSample>();
  for (const { code, syntax } of samples) {
    const grammar = grammarOf(syntax);
    if (!grammar || code.length > MAX_CODE_LENGTH || !isEncodable(code)) continue;
    const key = keyOf(code, grammar);
    const lines = cache.get(key);
    if (lines === undefined) missing.set(key, { code, grammar });
    else encoded.set(key, lines);
  }
  let isUnfinished = false;
  if (missing.size > 0) {
    // The long samples come last, because a sample that takes too long leaves no time for those after it.
    const entries = [...missing].sort(([, a], [, b]) => a.code.length - b.code.length);
    const colored = await colorAll({ samples: entries.map(([, sample]) => sample), timeMs });
    entries.forEach(([key, { code }], at) => {
      const lines = colored[at] ?? givenUp(key, code);
      if (lines === null) {
        isUnfinished = true;
        return;
      }
      cache.set(key, lines);
      encoded.set(key, lines);
    });
  }
  const lookup: HighlightLookup = (code, syntax) => {
    const grammar = grammarOf(syntax);
    const lines = grammar && encoded.get(keyOf(code, grammar));
    return lines === undefined ? plainLines(code) : decodeLines(lines);
  };
  return { lookup, isUnfinished };
}

/** Code without colours after the last attempt; null for code that may be tried again. */
function givenUp(key: string, code: string): string | null {
  const count = (tries.get(key) ?? 0) + 1;
  tries.set(key, count);
  return count < MAX_ATTEMPTS ? null : encodeLines(plainLines(code));
}

async function colorAll(input: ColorInput): Promise<(string | null)[]> {
  if (!isMainThread) return colorCode(input);
  const { samples, timeMs } = input;
  const length = samples.reduce((sum, { code }) => sum + code.length, 0);
  try {
    const options = { budgetMs: timeMs + GRACE_MS, expectedMs: Math.min(length / 100, timeMs) };
    return await compute.run(COLOR_CODE, input, options);
  } catch (error) {
    if (!(error instanceof OverBudget)) throw error;
    return samples.map(({ code }) => encodeLines(plainLines(code)));
  }
}

function keyOf(code: string, grammar: string): string {
  return createHash('sha256').update(`${grammar}\n${code}`).digest('base64');
}
