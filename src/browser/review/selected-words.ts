/** Words of a block that are selected, with some of those around them. */
export interface SelectedWords {
  block: HTMLElement;
  exact: string;
  prefix: string;
  suffix: string;
  /** The place of the selection in the window. */
  place: DOMRect;
}

/** Characters of a quote, and of the words that are kept from before and after it. */
const MOST = 300;
const AROUND = 32;

/** Parts of a block that are no words of its text, or not any more. */
const LEFT_OUT =
  'del, button, math, script, select, style, svg, textarea, .visually-hidden, [aria-hidden="true"]';
const INLINE = new Set(
  'a abbr b bdi code del em i ins kbd label mark q s samp small span strong sub sup time u var wbr'.split(
    ' ',
  ),
);

/** The selected words; null for no words, for too many, and for those of several blocks or of what was there before. */
export function selectedWords(): SelectedWords | null {
  const selection = getSelection();
  if (!selection || selection.isCollapsed || selection.rangeCount === 0) return null;
  const range = selection.getRangeAt(0);
  const text = elementOf(range.commonAncestorContainer)?.closest<HTMLElement>('.review-block .content');
  const block = text?.closest<HTMLElement>('.review-block');
  if (!text || !block || text.getAttribute('aria-label') === 'Before') return null;
  if (text.closest('.review-talk')) return null;
  const read = { text: '', start: -1, end: -1 };
  collect(text, range, read);
  const { start, end } = read;
  if (start < 0 || end < 0) return null;
  const exact = inOneLine(read.text.slice(start, end)).trim();
  if (exact === '' || exact.length > MOST) return null;
  return {
    ...{ block, exact },
    prefix: inOneLine(read.text.slice(0, start)).trimStart().slice(-AROUND),
    suffix: inOneLine(read.text.slice(end)).trimEnd().slice(0, AROUND),
    place: range.getBoundingClientRect(),
  };
}

/** A text, and the places in it where a range begins and ends; -1 until they are found. */
interface ReadText {
  text: string;
  start: number;
  end: number;
}

/** Reads a text as the server does: deleted words left out, white space between blocks. */
function collect(node: Node, range: Range, read: ReadText): void {
  const { startContainer, startOffset, endContainer, endOffset } = range;
  const note = (at: number): void => {
    if (node === startContainer && at === startOffset) read.start = read.text.length;
    if (node === endContainer && at === endOffset) read.end = read.text.length;
  };
  const children = [...node.childNodes];
  for (const [at, child] of children.entries()) {
    note(at);
    if (child instanceof Text) {
      if (child === startContainer) read.start = read.text.length + startOffset;
      if (child === endContainer) read.end = read.text.length + endOffset;
      read.text += child.data;
    }
    if (!(child instanceof Element)) continue;
    if (child.matches(LEFT_OUT)) {
      if (child.contains(startContainer)) read.start = read.text.length;
      if (child.contains(endContainer)) read.end = read.text.length;
      continue;
    }
    const gap = INLINE.has(child.localName) ? '' : ' ';
    read.text += gap;
    collect(child, range, read);
    read.text += gap;
  }
  note(children.length);
}

function inOneLine(text: string): string {
  return text.replace(/\s+/g, ' ');
}

function elementOf(node: Node): Element | null {
  return node instanceof Element ? node : node.parentElement;
}
