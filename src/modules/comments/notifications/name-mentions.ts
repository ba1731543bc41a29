import type { DocumentNode, JSONDocument } from '#modules/documents/index.js';

/** The document with mentions of people as words: the name where it is known. */
export function nameMentions(
  document: JSONDocument,
  names: ReadonlyMap<string, { displayName: string }>,
): JSONDocument {
  const nameIn = (node: DocumentNode): DocumentNode => {
    if (node.object === 'text') return node;
    const user = node.type === 'mention' ? userOf(node.data['ref']) : undefined;
    if (user !== undefined) {
      const text = `@${names.get(user)?.displayName ?? 'somebody'}`;
      return { object: 'text', leaves: [{ object: 'leaf', text, marks: [] }] };
    }
    return node.nodes ? ({ ...node, nodes: node.nodes.map(nameIn) } as DocumentNode) : node;
  };
  return { ...document, nodes: document.nodes.map(nameIn) as JSONDocument['nodes'] };
}

function userOf(ref: unknown): string | undefined {
  const { kind, user } = (ref ?? {}) as { kind?: unknown; user?: unknown };
  return kind === 'user' && typeof user === 'string' ? user : undefined;
}
