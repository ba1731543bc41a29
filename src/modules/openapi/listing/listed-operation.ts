import { listOperations } from '../reference/operations.js';
import type { Specification } from '../processing/specification.js';

/** An operation as a list names it. */
export interface ListedOperation {
  /** Lower case. */
  method: string;
  path: string;
  summary?: string;
  tags: string[];
  deprecated: boolean;
}

/** To look through more of them would keep others waiting; a specification of 10 MB can name half a million. */
const MOST = 10_000;

/** The first operations of a specification, given as JSON, in its order. Runs in a thread where the text is long. */
export function readOperations(text: string): ListedOperation[] {
  const operations = listOperations(JSON.parse(text) as Specification).slice(0, MOST);
  return operations.map(({ method, path, summary, tags, isDeprecated }) => ({
    ...{ method, path, tags, deprecated: isDeprecated },
    ...(summary === undefined ? {} : { summary }),
  }));
}
