import { InvalidDocumentError, validateDocument } from '../validate-document.js';
import { packInThread, type PackedDocument } from './packed-document.js';

/** A document that is not validated yet: each node as a text of JSON, and all other members as one more (`rest`). */
export interface UntrustedDocument {
  rest: string;
  nodes: string[];
}

/** The valid document, or the first problem and its path. */
export type ValidationResult = { document: PackedDocument } | { path: string; problem: string };

/** Validates like `validateDocument`, within a thread. */
export function validatePacked({ rest, nodes }: UntrustedDocument): ValidationResult {
  const given = JSON.parse(rest) as Record<string, unknown>;
  try {
    const document = validateDocument({ ...given, nodes: nodes.map((node) => JSON.parse(node) as unknown) });
    return { document: packInThread(document) };
  } catch (error) {
    if (!(error instanceof InvalidDocumentError)) throw error;
    const { path, problem } = error;
    return { path, problem };
  }
}
