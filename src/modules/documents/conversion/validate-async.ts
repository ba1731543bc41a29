import { compute } from '#platform/compute/compute.js';
import type { JSONDocument } from '../document.types.js';
import { isRecord } from '../table-model.js';
import { validateDocument } from '../validate-document.js';
import { VALIDATE_DOCUMENT } from './conversion-tasks.js';
import { packList, unpackDocument } from './packed-document.js';

const BUDGET_MS = 20_000;
/** Values and characters in a document, from which on checking it takes some twenty milliseconds. */
const LONG_VALUE = 100_000;
const VALUE = 20;
const WEIGHT_PER_MS = 5_000;

/**
 * As `validateDocument`; a long document is checked in a thread.
 * @throws Error with the sentence of `validateDocument`, OverBudget, Busy.
 */
export async function validateDocumentAsync(value: unknown): Promise<JSONDocument> {
  const weight = weightOf(value);
  if (weight < LONG_VALUE || !isRecord(value) || !Array.isArray(value['nodes']))
    return validateDocument(value);
  const { nodes, ...rest } = value;
  const given = { rest: JSON.stringify(rest), nodes: await packList(nodes) };
  const options = { budgetMs: BUDGET_MS, expectedMs: weight / WEIGHT_PER_MS };
  const made = await compute.run(VALIDATE_DOCUMENT, given, options);
  if ('problem' in made) throw new Error(made.problem);
  return unpackDocument(made.document);
}

/** About how much there is in a value. Looks no further than is needed to call it long. */
function weightOf(value: unknown): number {
  let weight = 0;
  const stack = [value];
  for (let top = stack.pop(); top !== undefined && weight < LONG_VALUE; top = stack.pop()) {
    weight += VALUE;
    if (typeof top === 'string') weight += top.length;
    else if (typeof top === 'object' && top !== null)
      for (const member of Object.values(top)) if (member !== undefined) stack.push(member as unknown);
  }
  return weight;
}
