import type { Node } from 'prosemirror-model';
import { Decoration, DecorationSet } from 'prosemirror-view';
import { QuotableText, type Quote } from '#modules/comments/browser.js';

/** An open thread about a block, or about words of it. */
export interface OpenThread {
  /** Address at which it is discussed. */
  href: string;
  /** Name of who began it. */
  by: string;
  /** Key of the block. */
  node: string;
  quote?: Quote;
}

interface Run {
  /** Place of the first letter in the text of the block. */
  start: number;
  length: number;
  /** Its position in the document. */
  at: number;
}

/** Marks at the blocks and words of threads, each with a link to its thread; none for blocks that are gone. */
export function marksOf(doc: Node, threads: readonly OpenThread[]): DecorationSet {
  const byBlock = new Map<string, OpenThread[]>();
  for (const thread of threads) byBlock.set(thread.node, [...(byBlock.get(thread.node) ?? []), thread]);
  if (byBlock.size === 0) return DecorationSet.empty;
  const marks: Decoration[] = [];
  doc.descendants((node, at) => {
    const found = byBlock.get(String(node.attrs['key']));
    if (found) {
      byBlock.delete(String(node.attrs['key']));
      marks.push(...marksOfBlock(node, at, found));
    }
    return byBlock.size > 0 && !node.isTextblock;
  });
  return DecorationSet.create(doc, marks);
}

function marksOfBlock(node: Node, at: number, threads: readonly OpenThread[]): Decoration[] {
  const { text, runs } = read(node, at);
  const shown = new QuotableText(text);
  return threads.flatMap((thread) => {
    const range = thread.quote && shown.find(thread.quote);
    const [from, to] = range
      ? [placeOf(runs, range.start), placeOf(runs, range.end - 1) + 1]
      : [at, at + node.nodeSize];
    const mark = range
      ? Decoration.inline(from, to, { class: 'has-thread' })
      : Decoration.node(from, to, { class: 'has-thread-beside' });
    const place = range ? to : node.isTextblock ? to - 1 : from;
    const side = range || node.isTextblock ? 1 : -1;
    const link = Decoration.widget(place, () => linkTo(thread), {
      ...{ side, key: thread.href, ignoreSelection: true, stopEvent: () => true },
    });
    return [mark, link];
  });
}

/** The words of a block, with a line for each block within. */
function read(node: Node, at: number): { text: string; runs: Run[] } {
  const runs: Run[] = [];
  const parts: string[] = [];
  let start = 0;
  const add = (part: string) => {
    parts.push(part);
    start += part.length;
  };
  const take = (child: Node, place: number) => {
    if (child.isBlock) add('\n');
    if (child.text === undefined) return;
    runs.push({ start, length: child.text.length, at: place });
    add(child.text);
  };
  node.descendants((child, place) => take(child, at + 1 + place));
  return { text: parts.join(''), runs };
}

function placeOf(runs: readonly Run[], place: number): number {
  const run = runs.find(({ start, length }) => place < start + length)!;
  return run.at + Math.max(0, place - run.start);
}

function linkTo({ href, by }: OpenThread): HTMLElement {
  const link = document.createElement('a');
  link.className = 'thread-link';
  link.href = href;
  link.target = '_blank';
  link.rel = 'noopener';
  link.contentEditable = 'false';
  link.title = `Open thread of ${by}`;
  link.setAttribute('aria-label', link.title);
  return link;
}
