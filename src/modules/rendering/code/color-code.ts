import { createContext, Script } from 'node:vm';
import { createHighlighterCore, type GrammarState, type HighlighterCore } from 'shiki/core';
import { createJavaScriptRegexEngine } from 'shiki/engine/javascript';
import { bundledLanguages } from 'shiki/langs';
import type { ComputeTask } from '#platform/compute/compute-task.js';
import { ownTimeMs } from '#platform/threads/thread-clock.js';
import { CODE_THEME, tokenClass } from './code-theme.js';
import { encodeLines, type HighlightLine, plainLines } from './highlight-lines.js';

export type Grammar = keyof typeof bundledLanguages;

/** A sample of code and the grammar that colours it. */
export interface ColorSample {
  code: string;
  grammar: Grammar;
}

export interface ColorInput {
  samples: readonly ColorSample[];
  /** Processor time for all samples, in milliseconds. */
  timeMs: number;
}

/** A highlighter that has loaded this many grammars is replaced, so that its memory stays bounded. */
const MAX_GRAMMARS = 60;
/** The time of a grammar's patterns can grow with the third power of the line; longer lines are plain. */
const MAX_LINE_LENGTH = 600;
/** Lines that are coloured in one call. A block that takes too long keeps the colours of the lines before. */
const LINES_AT_ONCE = 50;
/** The timeout counts wall-clock time, so an interrupted part is tried again while processor time is left. */
const MAX_ATTEMPTS = 10;

let current: Promise<HighlighterCore> | undefined;
let grammars = new Set<string>();
/** Grammars that have coloured a block. */
let ready = new Set<string>();
/** An interrupted highlighter may be in an inconsistent state. */
let wasBrokenOff = false;

/**
 * Colours samples of code, each to its lines (`encodeLines`). A sample that fails is plain, and one that takes too long
 * is plain from there on. Null for a sample without time: it was not tried, or its grammar was not ready yet; the
 * grammar is then ready sooner the next time.
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

/** @param end time at which the budget ends, as `ownTimeMs` counts. */
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
  for (let tries = 0; tries < MAX_ATTEMPTS; tries += 1) {
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

// Only the timeout of a script can interrupt a pattern match without losing the thread and its grammars.
const sandbox = createContext({ work: (): unknown => undefined });
const call = new Script('work()');

/**
 * Calls a function and interrupts it when its time is over.
 * @throws the error of the function, or a timeout error.
 */
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
      // This engine is written in JavaScript and needs no WebAssembly memory. Patterns that it cannot express match
      // nothing instead of throwing.
      engine: createJavaScriptRegexEngine({ forgiving: true }),
    });
  }
  grammars.add(grammar);
  const highlighter = await current;
  await highlighter.loadLanguage(bundledLanguages[grammar]);
  return highlighter;
}

/** @param before grammar state at the end of the lines before; undefined at the beginning. */
function tokenize(
  highlighter: HighlighterCore,
  { code, grammar }: ColorSample,
  before: GrammarState | undefined,
): ColoredPart {
  const lines = highlighter.codeToTokensBase(code, {
    lang: grammar,
    theme: 'bindery',
    tokenizeMaxLineLength: MAX_LINE_LENGTH,
    // The budget of the page ends the call earlier.
    tokenizeTimeLimit: 0,
    ...(before ? { grammarState: before } : {}),
  });
  return { lines: lines.map((tokens) => joinTokens(tokens)), state: highlighter.getLastGrammarState(lines) };
}

/** Neighbours of one kind become one token, which halves the elements in the page. */
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
