import { OverBudget } from '#platform/compute/over-budget.js';
import { BadRequest } from '#platform/http/errors.js';
import type { JSONDocument } from './document.types.js';
import { validateDocumentAsync } from './conversion/validate-async.js';
import { InvalidDocumentError, validateDocument } from './validate-document.js';

/**
 * Validates a document in a field of a request.
 * @throws BadRequest naming the field and the place in it. Errors that the client did not cause are thrown unchanged.
 */
export function requireDocument(value: unknown, field: string): JSONDocument {
  try {
    return validateDocument(value);
  } catch (error) {
    throw refusal(error, field);
  }
}

/** Validates like `requireDocument`; a long document is checked in a thread. @throws Busy too. */
export async function requireDocumentAsync(value: unknown, field: string): Promise<JSONDocument> {
  try {
    return await validateDocumentAsync(value);
  } catch (error) {
    throw refusal(error, field);
  }
}

function refusal(error: unknown, field: string): unknown {
  if (error instanceof InvalidDocumentError) return new BadRequest(`${field}: ${error.message}.`);
  if (!(error instanceof OverBudget)) return error;
  return new BadRequest(`${field} takes too much time or memory to be read; split it into several pages.`);
}
