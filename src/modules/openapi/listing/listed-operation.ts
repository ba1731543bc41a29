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

/** The operations of a specification, given as JSON, in its order. Runs in a thread where the text is long. */
export function readOperations(text: string): ListedOperation[] {
  return listOperations(JSON.parse(text) as Specification).map(
    ({ method, path, summary, tags, isDeprecated }) => ({
      ...{ method, path, tags, deprecated: isDeprecated },
      ...(summary === undefined ? {} : { summary }),
    }),
  );
}
