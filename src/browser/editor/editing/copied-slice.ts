import { Slice } from 'prosemirror-model';
import { schema } from '../document/index.js';

const KEY = 'bindery-copied';

/**
 * Remembers what is copied, for all tabs of the browser: HTML holds less than our blocks do, so what is pasted from one
 * editor into another is not read from it.
 */
export function rememberCopied(slice: Slice): Slice {
  try {
    localStorage.setItem(KEY, JSON.stringify({ text: textOf(slice), slice: slice.toJSON() }));
  } catch {
    // A browser that stores nothing has the HTML alone.
  }
  return slice;
}

/** The copied content that the clipboard holds; null when it holds something else. */
export function findCopied({ html, text }: { html: string; text: string }): Slice | null {
  if (!html.includes('data-pm-slice')) return null;
  try {
    const copied = JSON.parse(localStorage.getItem(KEY) ?? 'null') as { text: string; slice: object } | null;
    const isSame = copied !== null && sameWords(copied.text, text);
    return isSame ? Slice.fromJSON(schema, copied.slice) : null;
  } catch {
    return null;
  }
}

function textOf(slice: Slice): string {
  return slice.content.textBetween(0, slice.content.size, '\n\n');
}

/** Systems change the ends of lines in the clipboard. */
function sameWords(one: string, other: string): boolean {
  return one.replaceAll(/\s+/g, ' ').trim() === other.replaceAll(/\s+/g, ' ').trim();
}
