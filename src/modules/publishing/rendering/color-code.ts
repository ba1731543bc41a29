import { performance } from 'node:perf_hooks';
import { createContext, Script } from 'node:vm';
import { createHighlighterCore, type HighlighterCore } from 'shiki/core';
import { createJavaScriptRegexEngine } from 'shiki/engine/javascript';
import { bundledLanguages } from 'shiki/langs';
import type { ComputeTask } from '#platform/compute/compute-task.js';
import { ownTimeMs } from '#platform/threads/thread-clock.js';
import { CODE_THEME, tokenClass } from './code-theme.js';
import { encodeLines, type HighlightLine, plainLines } from './highlight-lines.js';

export type Grammar = keyof typeof bundledLanguages;

/** A piece of code and the grammar that colours it. */
export interface ColorSample {
  code: string;
  grammar: Grammar;
}

/**
 * A highlighter that has learnt this many grammars is replaced, so that odd content cannot make it grow for ever.
 */
const MAX_GRAMMARS = 60;
/**
 * By the clock, for one block: patterns of grammars can take time that grows with the third power of a line. They are
 * made ready as they are needed, which takes a second for the largest grammars.
 */
const BLOCK_MS = 600;
const FIRST_BLOCK_MS = 2_500;
/** A block is tried once more where the machine had no time for it. */
const MOST_TRIES = 2;

let current: Promise<HighlighterCore> | undefined;
let grammars = new Set<string>();
/** Grammars that have coloured a block. */
let ready = new Set<string>();
/** What was broken off half way may be in no order. */
let wasBrokenOff = false;

/**
 * Colours pieces of code, each to its lines (`encodeLines`): plain where it fails, and where it takes too long. Null for what
 * was not tried.
 */
export async function colorCode(samples: readonly ColorSample[]): Promise<(string | null)[]> {
  const colored: (string | null)[] = [];
  let isLate = false;
  for (const sample of samples) {
    // What follows a block that took too long is plain, too: a page may have hundreds.
    const lines = isLate ? null : await color(sample);
    if (lines === undefined) isLate = true;
    colored.push(lines === null ? null : encodeLines(lines ?? plainLines(sample.code)));
  }
  return colored;
}

export const COLOR_CODE: ComputeTask<ColorSample[], (string | null)[]> = {
  name: 'publishing/color-code',
  module: new URL('./color-code.js', import.meta.url),
  run: colorCode,
};

/** Undefined for what takes too long. */
async function color(sample: ColorSample): Promise<HighlightLine[] | undefined> {
  const ms = ready.has(sample.grammar) ? BLOCK_MS : FIRST_BLOCK_MS;
  for (let tries = 0; tries < MOST_TRIES; tries += 1) {
    const highlighter = await highlighterWith(sample.grammar);
    const spent = ownTimeMs();
    const start = performance.now();
    try {
      const lines = within(ms, () => tokenize(highlighter, sample));
      ready.add(sample.grammar);
      return lines;
    } catch (error) {
      if (!isTimeout(error)) {
        if (!wasBrokenOff) return plainLines(sample.code);
        startAnew(highlighter);
        continue;
      }
      wasBrokenOff = true;
      if (ownTimeMs() - spent > (performance.now() - start) / 2) return undefined;
    }
  }
  return undefined;
}

function startAnew(highlighter: HighlighterCore): void {
  highlighter.dispose();
  current = undefined;
}

// The only way to break off a pattern that is being matched, without losing the thread and what it knows.
const sandbox = createContext({ work: (): unknown => undefined });
const call = new Script('work()');

/** Calls a function that is ended when its time is over. @throws what it throws, and an error of its own then. */
function within<Result>(ms: number, work: () => Result): Result {
  sandbox['work'] = work;
  return call.runInContext(sandbox, { timeout: ms }) as Result;
}

function isTimeout(error: unknown): boolean {
  return (error as { code?: unknown } | null)?.code === 'ERR_SCRIPT_EXECUTION_TIMEOUT';
}

async function highlighterWith(grammar: Grammar): Promise<HighlighterCore> {
  if (!current || grammars.size >= MAX_GRAMMARS) {
    grammars = new Set();
    ready = new Set();
    wasBrokenOff = false;
    current = createHighlighterCore({
      themes: [CODE_THEME],
      langs: [],
      // Written in JavaScript: no WebAssembly memory. Patterns it cannot express match nothing instead of throwing.
      engine: createJavaScriptRegexEngine({ forgiving: true }),
    });
  }
  grammars.add(grammar);
  const highlighter = await current;
  await highlighter.loadLanguage(bundledLanguages[grammar]);
  return highlighter;
}

function tokenize(highlighter: HighlighterCore, { code, grammar }: ColorSample): HighlightLine[] {
  const lines = highlighter.codeToTokensBase(code, {
    lang: grammar,
    theme: 'bindery',
    tokenizeMaxLineLength: 2_000,
    // That of the block ends it before.
    tokenizeTimeLimit: 0,
  });
  return lines.map((tokens) => joinTokens(tokens));
}

/** Neighbours of one kind become one token: half the elements in the page. */
function joinTokens(tokens: { content: string; color?: string }[]): HighlightLine {
  const line: HighlightLine = [];
  for (const token of tokens) {
    const className = tokenClass(token.color);
    const last = line.at(-1);
    if (last && (last.className === className || token.content.trim() === '')) last.text += token.content;
    else line.push({ text: token.content, className });
  }
  return line;
}
