import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { createHighlighterCore, type HighlighterCore } from 'shiki/core';
import { createJavaScriptRegexEngine } from 'shiki/engine/javascript';
import { bundledLanguages } from 'shiki/langs';
import { CODE_THEME, tokenClass } from './code-theme.js';

/** A run of characters of one kind; no class means plain. */
export interface HighlightToken {
  text: string;
  className?: string;
}

export type HighlightLine = HighlightToken[];

/** Larger blocks are shown plain: colours are not worth blocking the process for. */
const MAX_CODE_LENGTH = 200_000;
/** A highlighter that has learnt this many grammars is replaced, so that odd content cannot make it grow for ever. */
const MAX_GRAMMARS = 60;

const cache = new LRUCache<string, HighlightLine[]>({
  maxSize: 8_000_000,
  sizeCalculation: (lines) => lines.reduce((sum, line) => sum + 24 + line.length * 64, 64),
});

let current: Promise<HighlighterCore> | undefined;
let loaded: HighlighterCore | undefined;

/** Grammar name behind what an author wrote after the fence (`js`, `C++`), or undefined when there is none. */
function grammarOf(syntax: string | undefined): keyof typeof bundledLanguages | undefined {
  const name = (syntax ?? '').trim().toLowerCase();
  const alias = ALIASES[name] ?? name;
  return Object.hasOwn(bundledLanguages, alias) ? (alias as keyof typeof bundledLanguages) : undefined;
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

/**
 * Loads the grammars a page needs; after it, {@link highlightCode} answers at once. Names nobody knows are ignored.
 */
export async function prepareGrammars(syntaxes: Iterable<string>): Promise<void> {
  const names = new Set([...syntaxes].map(grammarOf).filter((name) => name !== undefined));
  if (names.size === 0) return;
  if (loaded && loaded.getLoadedLanguages().length > MAX_GRAMMARS) {
    loaded.dispose();
    loaded = undefined;
    current = undefined;
  }
  current ??= createHighlighterCore({
    themes: [CODE_THEME],
    langs: [],
    // Written in JavaScript: no WebAssembly memory. Patterns it cannot express match nothing instead of throwing.
    engine: createJavaScriptRegexEngine({ forgiving: true }),
  });
  const highlighter = await current;
  for (const name of names) await highlighter.loadLanguage(bundledLanguages[name]);
  loaded = highlighter;
}

/**
 * Lines of `code` as tokens. Plain, one token a line, when the language is unknown, was not prepared or the code is
 * too long. Results are kept by hash, so the same example on many pages is tokenised once.
 */
export function highlightCode(code: string, syntax: string | undefined): HighlightLine[] {
  const grammar = grammarOf(syntax);
  if (!grammar || !loaded || code.length > MAX_CODE_LENGTH) return plainLines(code);
  const key = createHash('sha256').update(`${grammar}\n${code}`).digest('base64');
  const found = cache.get(key);
  if (found) return found;
  const lines = tokenize(loaded, code, grammar);
  cache.set(key, lines);
  return lines;
}

function tokenize(highlighter: HighlighterCore, code: string, grammar: string): HighlightLine[] {
  if (!highlighter.getLoadedLanguages().includes(grammar)) return plainLines(code);
  try {
    const lines = highlighter.codeToTokensBase(code, {
      lang: grammar,
      theme: 'bindery',
      tokenizeMaxLineLength: 2_000,
      // Far above what any line takes, the first use of a grammar included: a line that is cut short loses its
      // colours for as long as the page is cached.
      tokenizeTimeLimit: 2_000,
    });
    return lines.map((tokens) => joinTokens(tokens));
  } catch {
    // A grammar that fails on some input must not take the page with it.
    return plainLines(code);
  }
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

function plainLines(code: string): HighlightLine[] {
  return code.split('\n').map((text) => (text === '' ? [] : [{ text }]));
}
