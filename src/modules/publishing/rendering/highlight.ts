import { createHash } from 'node:crypto';
import { isMainThread } from 'node:worker_threads';
import { LRUCache } from 'lru-cache';
import { bundledLanguages } from 'shiki/langs';
import { compute } from '#platform/compute/compute.js';
import { OverBudget } from '#platform/compute/over-budget.js';
import { COLOR_CODE, colorCode, type ColorSample, type Grammar } from './color-code.js';
import { decodeLines, encodeLines, type HighlightLine, isEncodable, plainLines } from './highlight-lines.js';

/** Larger blocks are shown plain: colours are not worth the time. */
const MAX_CODE_LENGTH = 200_000;
/** Processor time for all the code of a page; a block that takes much of it is broken off before. */
const BUDGET_MS = 10_000;

/** So that the code of a whole site fits. Threads keep what they colour for the pages that they make. */
const cache = new LRUCache<string, string>({
  maxSize: isMainThread ? 16_000_000 : 4_000_000,
  sizeCalculation: (lines) => lines.length + 100,
});

/** Grammar name behind what an author wrote after the fence (`js`, `C++`), or undefined when there is none. */
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

/** A piece of code and the language its author named. */
export interface CodeSample {
  code: string;
  syntax: string | undefined;
}

export type HighlightLookup = (code: string, syntax: string | undefined) => HighlightLine[];

/**
 * Colours all the code of a page and answers a lookup of its lines. It is done in a thread, as a short line can take
 * seconds. Code in a language nobody knows, and code that takes too long, comes out plain. Results are kept by hash, so
 * no example is ever coloured twice, and none that takes too long is tried again.
 */
export async function highlightAll(samples: Iterable<CodeSample>): Promise<HighlightLookup> {
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
  if (missing.size > 0) {
    // What takes too long costs those that follow their colours: the long come last.
    const entries = [...missing].sort(([, a], [, b]) => a.code.length - b.code.length);
    const colored = await colorAll(entries.map(([, sample]) => sample));
    entries.forEach(([key], at) => {
      const lines = colored[at];
      if (!lines) return;
      cache.set(key, lines);
      encoded.set(key, lines);
    });
  }
  return (code, syntax) => {
    const grammar = grammarOf(syntax);
    const lines = grammar && encoded.get(keyOf(code, grammar));
    return lines === undefined ? plainLines(code) : decodeLines(lines);
  };
}

async function colorAll(samples: ColorSample[]): Promise<(string | null)[]> {
  if (!isMainThread) return colorCode(samples);
  const length = samples.reduce((sum, { code }) => sum + code.length, 0);
  try {
    return await compute.run(COLOR_CODE, samples, { budgetMs: BUDGET_MS, expectedMs: length / 100 });
  } catch (error) {
    if (!(error instanceof OverBudget)) throw error;
    return samples.map(({ code }) => encodeLines(plainLines(code)));
  }
}

function keyOf(code: string, grammar: string): string {
  return createHash('sha256').update(`${grammar}\n${code}`).digest('base64');
}
