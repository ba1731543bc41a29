import { createContext, Script } from 'node:vm';
import { createHighlighterCore, type GrammarState, type HighlighterCore } from 'shiki/core';
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

export interface ColorInput {
  samples: readonly ColorSample[];
  /** Processor time for all of them, in milliseconds. */
  timeMs: number;
}

/**
 * A highlighter that has learnt this many grammars is replaced, so that odd content cannot make it grow for ever.
 */
const MAX_GRAMMARS = 60;
/** Patterns of grammars can take time that grows with the third power of a line; longer ones are plain. */
const LONGEST_LINE = 600;
/** Lines that are coloured in one call: when a block takes too long, the lines before keep their colours. */
const LINES_AT_ONCE = 50;
/** A part is broken off by the clock, and tried again as long as the machine had no time for it. */
const MOST_TRIES = 10;

let current: Promise<HighlighterCore> | undefined;
let grammars = new Set<string>();
/** Grammars that have coloured a block. */
let ready = new Set<string>();
/** What was broken off half way may be in no order. */
let wasBrokenOff = false;

/**
 * Colours pieces of code, each to its lines (`encodeLines`): plain where it fails, and from where it takes too long. Null for what
 * there was no time for: it has not been tried, or its grammar was not ready yet, which makes it quicker the next time.
 */
export async function colorCode({ samples, timeMs }: ColorInput): Promise<(string | null)[]> {
  const end = ownTimeMs() + timeMs;
  const colored: (string | null)[] = [];
  for (const sample of samples) {
    const lines = ownTimeMs() < end ? await color(sample, end) : null;
    colored.push(lines && encodeLines(lines));
  }
  return colored;
}

export const COLOR_CODE: ComputeTask<ColorInput, (string | null)[]> = {
  name: 'publishing/color-code',
  module: new URL('./color-code.js', import.meta.url),
  run: colorCode,
};

/** @param end when the time is over, as `ownTimeMs` counts. */
async function color({ code, grammar }: ColorSample, end: number): Promise<HighlightLine[] | null> {
  const colored: HighlightLine[] = [];
  const lines = code.split('\n');
  let before: GrammarState | undefined;
  while (colored.length < lines.length) {
    const part = lines.slice(colored.length, colored.length + LINES_AT_ONCE).join('\n');
    const made = await colorPart({ code: part, grammar }, before, end);
    if (made === 'failed') return plainLines(code);
    if (made === 'late' && !ready.has(grammar)) return null;
    if (made === 'late') return [...colored, ...plainLines(lines.slice(colored.length).join('\n'))];
    ready.add(grammar);
    colored.push(...made.lines);
    before = made.state;
  }
  return colored;
}

interface ColoredPart {
  lines: HighlightLine[];
  state: GrammarState | undefined;
}

async function colorPart(
  sample: ColorSample,
  before: GrammarState | undefined,
  end: number,
): Promise<ColoredPart | 'failed' | 'late'> {
  for (let tries = 0; tries < MOST_TRIES; tries += 1) {
    const highlighter = await highlighterWith(sample.grammar);
    const spent = ownTimeMs();
    if (spent >= end) return 'late';
    try {
      return within(end - spent, () => tokenize(highlighter, sample, before));
    } catch (error) {
      if (isTimeout(error)) wasBrokenOff = true;
      else if (!wasBrokenOff) return 'failed';
      else startAnew(highlighter);
    }
  }
  return 'late';
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

/** @param before how the lines before ended; undefined at the beginning. */
function tokenize(
  highlighter: HighlighterCore,
  { code, grammar }: ColorSample,
  before: GrammarState | undefined,
): ColoredPart {
  const lines = highlighter.codeToTokensBase(code, {
    lang: grammar,
    theme: 'bindery',
    tokenizeMaxLineLength: LONGEST_LINE,
    // That of the page ends it before.
    tokenizeTimeLimit: 0,
    ...(before ? { grammarState: before } : {}),
  });
  return { lines: lines.map((tokens) => joinTokens(tokens)), state: highlighter.getLastGrammarState(lines) };
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
