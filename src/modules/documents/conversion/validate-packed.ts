import { InvalidDocumentError, validateDocument } from '../validate-document.js';
import { packAtOnce, type PackedDocument } from './packed-document.js';

/** An untrusted document, with each node as a text of JSON and the other members as one. */
export interface GivenDocument {
  rest: string;
  nodes: string[];
}

export type Validated = { document: PackedDocument } | { path: string; problem: string };

/** Validates like `validateDocument`, within a thread. */
export function validatePacked({ rest, nodes }: GivenDocument): Validated {
  const given = JSON.parse(rest) as Record<string, unknown>;
  try {
    const document = validateDocument({ ...given, nodes: nodes.map((node) => JSON.parse(node) as unknown) });
    return { document: packAtOnce(document) };
  } catch (error) {
    if (!(error instanceof InvalidDocumentError)) throw error;
    const { path, problem } = error;
    return { path, problem };
  }
}
