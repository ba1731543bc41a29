import type { ElementContent } from 'hast';
import { fromHtml } from 'hast-util-from-html';
import { h } from 'hastscript';
import katex from 'katex';
import { LRUCache } from 'lru-cache';

const rendered = new LRUCache<string, ElementContent[]>({ max: 500 });

/** Longer formulas are shown as their source: typesetting time grows faster than the text. */
const MAX_LENGTH = 10_000;

/**
 * A TeX formula as markup for the eye and MathML for assistive technology. A formula with an error shows its source.
 * `trust` stays off, so no command can make links, images or markup of its own.
 */
export function renderMath(formula: string, display: boolean): ElementContent[] {
  if (formula.length > MAX_LENGTH) return [h('code', formula)];
  const key = `${display ? 'd' : 'i'}${formula}`;
  const found = rendered.get(key);
  if (found) return found;
  const nodes = typeset(formula, display);
  rendered.set(key, nodes);
  return nodes;
}

function typeset(formula: string, display: boolean): ElementContent[] {
  try {
    const html = katex.renderToString(formula, {
      displayMode: display,
      throwOnError: false,
      trust: false,
      strict: 'ignore',
      maxSize: 50,
      maxExpand: 500,
    });
    return fromHtml(html, { fragment: true }).children as ElementContent[];
  } catch {
    return [h('code', { class: 'math-source' }, formula)];
  }
}
