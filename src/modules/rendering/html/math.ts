import type { ElementContent } from 'hast';
import { h } from 'hastscript';
import { LRUCache } from 'lru-cache';
import { katex } from '#platform/typography/katex.js';

/** Cache of typeset formulas, which are some fifty times as long as their source. */
const CACHE_CHARACTERS = 4_000_000;
const rendered = new LRUCache<string, string>({
  maxSize: CACHE_CHARACTERS,
  sizeCalculation: (html, key) => html.length + key.length,
});

/** Longer formulas are shown as their source: typesetting takes some forty microseconds for each character. */
const MAX_LENGTH = 1_000;
/** Characters of all formulas of a page; the formulas beyond are shown as their source. */
export const MAX_PAGE_FORMULAS = 20_000;

/**
 * A TeX formula as visual markup and as MathML for assistive technology. A formula with an error shows its source.
 * `trust` stays off, so no command can make links, images or markup; the result may therefore go to the page unescaped.
 */
export function renderMath(formula: string, display: boolean): ElementContent[] {
  if (formula.length > MAX_LENGTH) return [formulaSource(formula)];
  const key = `${display ? 'd' : 'i'}${formula}`;
  const html = rendered.get(key) ?? typeset(formula, display);
  if (html === null) return [h('code', { class: 'math-source' }, formula)];
  rendered.set(key, html);
  return [{ type: 'raw', value: html }];
}

/** The source of a formula. */
export function formulaSource(formula: string): ElementContent {
  return h('code', formula);
}

function typeset(formula: string, display: boolean): string | null {
  try {
    return katex().renderToString(formula, {
      displayMode: display,
      throwOnError: false,
      trust: false,
      strict: 'ignore',
      maxSize: 50,
      maxExpand: 500,
    });
  } catch {
    return null;
  }
}

declare module 'hast' {
  /** Trusted markup of ours that is written unescaped. */
  interface Raw {
    type: 'raw';
    value: string;
  }
  interface ElementContentMap {
    raw: Raw;
  }
  interface RootContentMap {
    raw: Raw;
  }
}
