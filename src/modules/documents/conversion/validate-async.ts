import { compute } from '#platform/compute/compute.js';
import { valueWeight } from '#platform/event-loop/value-weight.js';
import type { JSONDocument } from '../document.types.js';
import { isRecord } from '../values.js';
import { InvalidDocumentError, validateDocument } from '../validate-document.js';
import { VALIDATE_DOCUMENT } from './conversion-tasks.js';
import { packList, unpackDocument } from './packed-document.js';

const BUDGET_MS = 20_000;
/** Number of values and characters in a document from which validation takes some twenty milliseconds. */
const LONG_VALUE = 100_000;
const WEIGHT_PER_MS = 5_000;

/**
 * Validates like `validateDocument`; a long document is checked in a thread.
 * @throws InvalidDocumentError with the sentence of `validateDocument`, OverBudget, Busy.
 */
export async function validateDocumentAsync(value: unknown): Promise<JSONDocument> {
  const weight = valueWeight(value, LONG_VALUE);
  if (weight < LONG_VALUE || !isRecord(value) || !Array.isArray(value['nodes']))
    return validateDocument(value);
  const { nodes, ...rest } = value;
  const given = { rest: JSON.stringify(rest), nodes: await packList(nodes) };
  const options = { budgetMs: BUDGET_MS, expectedMs: weight / WEIGHT_PER_MS };
  const made = await compute.run(VALIDATE_DOCUMENT, given, options);
  if ('problem' in made) throw new InvalidDocumentError(made.path, made.problem);
  return unpackDocument(made.document);
}
