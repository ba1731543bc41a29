import { Client } from 'pg';

/** A statement as the application sent it. */
export interface SentStatement {
  text: string;
  values: unknown[];
  /** The first request that sent it. */
  request: string;
}

/**
 * Notes each different statement that this process sends to `database` while `work` runs, under the name of its
 * request.
 */
export async function recordStatements(
  database: string,
  work: (during: (request: string) => void) => Promise<void>,
): Promise<SentStatement[]> {
  const sent = new Map<string, SentStatement>();
  let request = '';
  const prototype = Client.prototype as unknown as { query: (this: Client, ...given: unknown[]) => unknown };
  const original = prototype.query;
  prototype.query = function (this: Client, ...given: unknown[]) {
    const [config, values] = given;
    const statement = typeof config === 'string' ? { text: config, values } : (config as SentStatement);
    const { text } = statement;
    const known = (statement.values as unknown[] | undefined) ?? [];
    if (this.database === database && !sent.has(text)) sent.set(text, { text, values: known, request });
    return original.apply(this, given);
  };
  try {
    await work((name) => (request = name));
  } finally {
    prototype.query = original;
  }
  return [...sent.values()];
}
