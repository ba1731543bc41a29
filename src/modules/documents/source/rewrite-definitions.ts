import { nodesDigest } from '../block-digest.js';
import type { DocumentBlock } from '../document.types.js';
import { footnoteLabel } from '../markdown/inline-html.js';
import { walkNodes } from '../walk-nodes.js';
import type { BlockRewriter } from './block-rewriter.js';
import type { Reading } from './reading.js';
import type { SourceText } from './source-text.js';

export interface DefinitionChanges {
  /** The blocks that are wanted. */
  wanted: DocumentBlock[];
  /** Definitions to which nothing refers any longer, by `noteKey` and `linkKey`. */
  unused: ReadonlySet<string>;
  /** True to write footnotes anew instead of into the text. */
  isPlain: boolean;
}

/**
 * Writes footnotes with another body into a text, and takes those definitions away to which nothing refers. Definitions
 * are no blocks: they stand between them.
 */
export function rewriteDefinitions(
  rewriter: BlockRewriter,
  reading: Reading,
  { wanted, unused, isPlain }: DefinitionChanges,
): void {
  const { source, texts } = rewriter;
  const [before, after] = [noteBodies(reading.body), noteBodies(wanted)];
  for (const note of reading.notes) {
    const [own, body] = [before, after].map((bodies) => bodies.get(note.label.toLowerCase()));
    if (body) texts.reserve(note.label, body);
    if (unused.has(noteKey(note))) remove(source, note.from, note.to);
    else if (own && body && nodesDigest(own) !== nodesDigest(body)) {
      const [was, is] = [texts.note(note.label, own), texts.note(note.label, body)];
      const text = source.slice(note.from, note.to).join('');
      const end = /[\r\n]*$/.exec(text)![0];
      const styled = text.slice(0, text.length - end.length);
      const merged = isPlain ? undefined : rewriter.merge(was, styled, is, '    ');
      const lines = merged === undefined ? source.write(is, '') : [merged + end];
      for (let line = note.from; line <= note.to; line += 1) source.raw[line - 1] = '';
      source.raw[note.from - 1] = lines.join('');
    }
  }
  for (const link of reading.links) if (unused.has(linkKey(link))) remove(source, link.from, link.to);
}

/** Definitions of `before` that `after` no longer uses. */
export function unusedDefinitions(before: Reading, after: Reading): string[] {
  const keysOf = ({ notes, links }: Reading): string[] => [...notes.map(noteKey), ...links.map(linkKey)];
  const left = new Set(keysOf(after));
  return keysOf(before).filter((key) => !left.has(key));
}

function noteKey({ identifier }: { identifier: string }): string {
  return `note ${identifier}`;
}

function linkKey({ identifier }: { identifier: string }): string {
  return `link ${identifier}`;
}

/** The bodies of annotations that are written as footnotes, by their labels. */
function noteBodies(nodes: DocumentBlock[]): Map<string, DocumentBlock[]> {
  const bodies = new Map<string, DocumentBlock[]>();
  for (const node of walkNodes(nodes)) {
    if (node.object !== 'inline' || node.type !== 'annotation') continue;
    const label = footnoteLabel(node)?.toLowerCase();
    if (label !== undefined && !bodies.has(label)) bodies.set(label, node.fragments?.[0]?.nodes ?? []);
  }
  return bodies;
}

/** Takes lines away, with the blank ones after them. */
function remove(source: SourceText, from: number, to: number): void {
  for (let line = from; line <= to; line += 1) source.raw[line - 1] = '';
  for (let line = to + 1; line <= source.lines.length && source.line(line).trim() === ''; line += 1)
    source.raw[line - 1] = '';
}
