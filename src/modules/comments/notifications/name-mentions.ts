import { changeNodes, type JSONDocument } from '#modules/documents/index.js';

/** The document with mentions of people as words: the name where it is known. */
export function nameMentions(
  document: JSONDocument,
  names: ReadonlyMap<string, { displayName: string }>,
): JSONDocument {
  const nodes = changeNodes(document.nodes, (node) => {
    const user = node.object === 'inline' && node.type === 'mention' ? userOf(node.data['ref']) : undefined;
    if (user === undefined) return node;
    const text = `@${names.get(user)?.displayName ?? 'somebody'}`;
    return { object: 'text', leaves: [{ object: 'leaf', text, marks: [] }] };
  });
  return { ...document, nodes };
}

function userOf(ref: unknown): string | undefined {
  const { kind, user } = (ref ?? {}) as { kind?: unknown; user?: unknown };
  return kind === 'user' && typeof user === 'string' ? user : undefined;
}
