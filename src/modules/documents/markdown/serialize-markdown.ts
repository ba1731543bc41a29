import type { DocumentBlock, JSONDocument } from '../document.types.js';
import { isEmptyParagraph } from '../document-nodes.js';
import { normalizeDocument } from '../normalize-document.js';
import { writeFrontMatter } from './front-matter.js';
import { inlineMarkdown, readOne } from './inline-markdown.js';
import type { PageMeta, SerializeContext } from './markdown.types.js';
import { splitTags } from './join-tags.js';
import { BlockWriter } from './serialize-blocks.js';
import { SerializeState } from './serialize-state.js';
import { plainText } from '../document-nodes.js';

/** Writes a page in the Git format: front matter, title, body. Reading it gives the same page again. */
export function serializePage(
  meta: PageMeta,
  document: JSONDocument,
  context: SerializeContext = {},
): string {
  const state = new SerializeState(context);
  const front = writeFrontMatter(meta, (ref) => state.address(ref));
  const title = meta.title === undefined ? '' : `# ${titleLine(meta, state)}`;
  const body = bodyMarkdown(normalizeDocument(document), state);
  const text = [title, body].filter((part) => part !== '').join('\n\n');
  // A page whose text looks like front matter gets empty front matter.
  const guard = front === '' && /^---[ \t]*(?:\n|$)/.test(text) ? '---\n---\n' : front;
  const whole = guard === '' ? text : `${guard}\n${text}`;
  return whole === '' ? '' : `${whole.replace(/^\uFEFF/, '&#xFEFF;')}\n`;
}

/** Writes a document as Markdown, without front matter and title. */
export function serializeMarkdown(document: JSONDocument, context: SerializeContext = {}): string {
  const text = bodyMarkdown(normalizeDocument(document), new SerializeState(context));
  return text === '' ? '' : `${text.replace(/^\uFEFF/, '&#xFEFF;')}\n`;
}

/** The Markdown of the title of a page. */
export function titleLine(meta: PageMeta, state: SerializeState): string {
  const title = (meta.title ?? '').replace(/\s+/g, ' ').trim();
  if (meta.titleMarkdown !== undefined && !meta.titleMarkdown.includes('\n')) {
    const heading = readOne(`# ${meta.titleMarkdown}`);
    if (heading && plainText(heading.nodes).replace(/\s+/g, ' ').trim() === title) return meta.titleMarkdown;
  }
  const leaf = { object: 'leaf' as const, text: title, marks: [] };
  return inlineMarkdown([{ object: 'text', leaves: [leaf] }], { state, inHeading: true });
}

function bodyMarkdown(document: JSONDocument, state: SerializeState): string {
  const { blocks, notes } = bodyParts(document, state);
  const parts = [...blocks, ...notes].filter((part) => part !== '');
  return splitTags(parts.join('\n\n'), state.tagsOfManyLines);
}

/** The texts of the blocks of a normal document, and those of its footnotes. */
export function bodyParts(
  document: JSONDocument,
  state: SerializeState,
): { blocks: string[]; notes: string[] } {
  const writer = new BlockWriter(state);
  const isEmpty = document.nodes.length === 1 && isEmptyParagraph(document.nodes[0] as DocumentBlock);
  const blocks = isEmpty ? [] : writer.parts(document.nodes);
  return { blocks, notes: footnotes(state, writer) };
}

/** The definitions of the footnotes to which the text that was written refers. */
export function footnotes(state: SerializeState, writer: BlockWriter): string[] {
  const parts: string[] = [];
  // Bodies of footnotes may refer to further ones, which are added during the loop.
  for (let at = 0; at < state.notes.length; at += 1) {
    const note = state.notes[at] as { label: string; body: DocumentBlock[] };
    parts.push(footnote(note.label, note.body, writer));
  }
  return parts;
}

/** The definition of one footnote. */
export function footnote(label: string, body: DocumentBlock[], writer: BlockWriter): string {
  const isEmpty = body.length === 1 && body.every(isEmptyParagraph);
  const text = isEmpty ? '' : writer.blocks(body, true);
  const lines = text.split('\n').map((line, at) => (at === 0 || line === '' ? line : `    ${line}`));
  return text === '' ? `[^${label}]:` : `[^${label}]: ${lines.join('\n')}`;
}
