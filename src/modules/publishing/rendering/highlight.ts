import { createHash } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
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
/**
 * A highlighter that has learnt this many grammars is replaced, so that odd content cannot make it grow for ever.
 * The old one is dropped, not disposed: a page that is being rendered may still use it.
 */
const MAX_GRAMMARS = 60;

/** Lines as one string: a fraction of the memory of token objects, so that the code of a whole site fits. */
const cache = new LRUCache<string, string>({
  maxSize: 16_000_000,
  sizeCalculation: (lines) => lines.length + 100,
});

/** Grammars and their compiled patterns are tens of megabytes: they go when no new code has come for this long. */
const IDLE_MS = 60_000;

let current: Promise<HighlighterCore> | undefined;
let idle: NodeJS.Timeout | undefined;
let grammars = new Set<string>();

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

/** A piece of code and the language its author named. */
export interface CodeSample {
  code: string;
  syntax: string | undefined;
}

export type HighlightLookup = (code: string, syntax: string | undefined) => HighlightLine[];

/**
 * Colours all the code of a page and answers a lookup of its lines. Other requests get their turn between two blocks:
 * a page full of code would otherwise stop the process for as long as it takes. Code in a language nobody knows, and
 * code that is too long, comes out plain. Results are kept by hash, so no example is ever coloured twice.
 */
export async function highlightAll(samples: Iterable<CodeSample>): Promise<HighlightLookup> {
  const encoded = new Map<string, string>();
  for (const { code, syntax } of samples) {
    const grammar = grammarOf(syntax);
    if (!grammar || code.length > MAX_CODE_LENGTH || UNENCODABLE.test(code)) continue;
    const key = keyOf(code, grammar);
    if (encoded.has(key)) continue;
    let lines = cache.get(key);
    if (lines === undefined) {
      lines = encode(tokenize(await highlighterWith(grammar), code, grammar));
      cache.set(key, lines);
      await setImmediate();
    }
    encoded.set(key, lines);
  }
  return (code, syntax) => {
    const grammar = grammarOf(syntax);
    const lines = grammar && encoded.get(keyOf(code, grammar));
    return lines === undefined ? plainLines(code) : decode(lines);
  };
}

async function highlighterWith(grammar: keyof typeof bundledLanguages): Promise<HighlighterCore> {
  if (!current || grammars.size >= MAX_GRAMMARS) {
    grammars = new Set();
    current = createHighlighterCore({
      themes: [CODE_THEME],
      langs: [],
      // Written in JavaScript: no WebAssembly memory. Patterns it cannot express match nothing instead of throwing.
      engine: createJavaScriptRegexEngine({ forgiving: true }),
    });
  }
  grammars.add(grammar);
  clearTimeout(idle);
  idle = setTimeout(() => (current = undefined), IDLE_MS).unref();
  const highlighter = await current;
  await highlighter.loadLanguage(bundledLanguages[grammar]);
  return highlighter;
}

/** Separators of the encoded form; no real code contains them. */
// oxlint-disable-next-line no-control-regex
const UNENCODABLE = /[\u0000\u0001]/;

function encode(lines: HighlightLine[]): string {
  return lines
    .map((line) => line.map(({ text, className }) => `${className ?? ''}\u0000${text}`).join('\u0001'))
    .join('\n');
}

function decode(lines: string): HighlightLine[] {
  return lines.split('\n').map((line) =>
    line === ''
      ? []
      : line.split('\u0001').map((token) => {
          const at = token.indexOf('\u0000');
          return { text: token.slice(at + 1), className: token.slice(0, at) || undefined };
        }),
  );
}

function keyOf(code: string, grammar: string): string {
  return createHash('sha256').update(`${grammar}\n${code}`).digest('base64');
}

function tokenize(highlighter: HighlighterCore, code: string, grammar: string): HighlightLine[] {
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

/** Lines without colours. */
export function plainLines(code: string): HighlightLine[] {
  return code.split('\n').map((text) => (text === '' ? [] : [{ text }]));
}
