import { createHash } from 'node:crypto';
import {
  changeNodes,
  type DocumentNode,
  type JSONDocument,
  parseMarkdownAsync,
  plainText,
  serializeMarkdown,
} from '#modules/documents/index.js';
import { confineDocument, type HostComment, markerOf } from '#modules/git/index.js';
import type { CommentRow } from '../comment.types.js';

/** Characters of a comment that are taken from a host. */
const MAX_TAKEN = 8000;
/** Comments are no pages: nothing that they name is shown. */
const NOTHING = { pages: new Set<string>(), files: new Set<string>(), reusableContents: new Set<string>() };
const OURS = markerOf('').slice(0, -1);

/** True for a comment at a host that we wrote. */
export function isOurs(body: string): boolean {
  return body.startsWith(OURS);
}

/**
 * A comment of a host in the form of ours. Whoever sees the pull request may have written it, and it is posted with the rights of somebody
 * else: it names nothing but addresses.
 */
export async function fromHost({ author, body, path }: HostComment): Promise<JSONDocument> {
  const text = body.length > MAX_TAKEN ? `${body.slice(0, MAX_TAKEN)}…` : body;
  const { document } = await parseMarkdownAsync(text, {}, { isOneOfMany: true });
  const place = path === undefined ? 'on the pull request' : `on the pull request, about ${path}`;
  const confined = confineDocument(document, NOTHING);
  return { ...confined, nodes: [paragraph(`${author} wrote ${place}:`), ...confined.nodes] };
}

/** A comment of ours as Markdown for a host, with the name of its author and without ids of ours. */
export function toHost({ id, author, body, parentId }: CommentRow): string {
  const nodes = changeNodes(body.nodes, withoutMention);
  const text = serializeMarkdown(confineDocument({ ...body, nodes }, NOTHING)).trim();
  const name = author.displayName.replace(/[^\p{L}\p{N} .'-]+/gu, ' ').trim() || 'Somebody';
  return `${markerOf(id)}\n\n**${name}** ${parentId === null ? 'wrote' : 'replied'} in the change request:\n\n${text}`;
}

/** Tells whether a text has changed since. */
export function digestOf(text: string): string {
  return createHash('sha256').update(text).digest('base64url');
}

/** The names of people who are mentioned are nobody's at the host. */
function withoutMention(node: DocumentNode): DocumentNode {
  if (node.object !== 'inline' || node.type !== 'mention') return node;
  return { object: 'text', leaves: [{ object: 'leaf', text: plainText([node]) || 'somebody', marks: [] }] };
}

function paragraph(text: string): JSONDocument['nodes'][number] {
  const leaves = [{ object: 'leaf' as const, text, marks: [] }];
  return { object: 'block', type: 'paragraph', isVoid: false, data: {}, nodes: [{ object: 'text', leaves }] };
}

/** In the place of a comment that was deleted at the host, where people replied to it here. */
export const TAKEN_BACK: JSONDocument = {
  object: 'document',
  data: {},
  nodes: [paragraph('Its author deleted this comment on the pull request.')],
};
