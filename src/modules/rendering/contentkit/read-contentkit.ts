import type { z } from 'zod';
import type { ContentKitOutput } from './contentkit.schema.js';

const MAX_ANSWER_BYTES = 2 ** 20;
const MAX_DEPTH = 60;

/** The answer of an integration is not ContentKit. The message names the member, for the author of the integration. */
export class NotContentKit extends Error {}

/**
 * Reads the answer of a component.
 * @throws NotContentKit if the answer is too large or too deep, is not JSON, or has elements or addresses that are not
 * allowed.
 */
export async function readContentKit(body: Buffer): Promise<ContentKitOutput> {
  if (body.length > MAX_ANSWER_BYTES) throw new NotContentKit('The answer is larger than 1 MB.');
  let value: unknown;
  try {
    value = JSON.parse(body.toString('utf8'));
  } catch {
    throw new NotContentKit('The answer is not JSON.');
  }
  if (isDeep(value, MAX_DEPTH))
    throw new NotContentKit(`The answer is nested deeper than ${MAX_DEPTH} levels.`);
  // The schemas are loaded with the first answer: installations without such integrations do not need them.
  const { output } = await import('./contentkit.schema.js');
  const read = output.safeParse(value);
  if (read.success) return read.data;
  throw new NotContentKit(`The answer is not ContentKit: ${sentence(read.error)}`);
}

function isDeep(value: unknown, left: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return left === 0 || Object.values(value).some((inner) => isDeep(inner, left - 1));
}

/** A sentence with the error at the deepest path, which is in the form that fits best. */
function sentence(error: z.ZodError): string {
  const deepest = (
    issues: readonly z.core.$ZodIssue[],
    at: PropertyKey[],
  ): { path: PropertyKey[]; message: string }[] =>
    issues.flatMap((issue) => {
      const path = [...at, ...issue.path];
      const inner = issue.code === 'invalid_union' ? issue.errors.flatMap((all) => deepest(all, path)) : [];
      return inner.length > 0 ? inner : [{ path, message: issue.message }];
    });
  const [worst] = deepest(error.issues, []).sort((one, other) => other.path.length - one.path.length);
  return worst ? `${worst.path.join('.') || 'it'}: ${worst.message}.` : 'it has no known form.';
}
