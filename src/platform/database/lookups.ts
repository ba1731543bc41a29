import type { Duplex } from 'node:stream';
import type { Pool, PoolClient, QueryConfig, QueryResult, QueryResultRow } from 'pg';

interface Waiting {
  statement: QueryConfig;
  resolve(result: QueryResult): void;
  reject(error: unknown): void;
}

/**
 * Sends the look-ups that requests make in one turn of the event loop together, on one connection, without waiting for
 * each other's answers. Under load the system calls and process switches of a statement cost more than its work, and
 * these are then shared. A statement that fails fails alone.
 */
export class Lookups {
  private waiting: Waiting[] = [];

  constructor(private readonly pool: Pool) {}

  send<T extends QueryResultRow>(statement: QueryConfig): Promise<QueryResult<T>> {
    return new Promise<QueryResult<T>>((resolve, reject) => {
      if (this.waiting.length === 0) setImmediate(() => void this.flush());
      this.waiting.push({ statement, resolve: resolve as Waiting['resolve'], reject });
    });
  }

  private async flush(): Promise<void> {
    const batch = this.waiting;
    this.waiting = [];
    let client: PoolClient;
    try {
      client = await this.pool.connect();
    } catch (error) {
      return batch.forEach((lookup) => lookup.reject(error));
    }
    // A lost connection fails the statements, whose callers say so; the event would end the process if nobody heard it.
    client.on('error', ignore);
    const succeeded = await Promise.all(sendTogether(client, batch));
    client.off('error', ignore);
    // As the pool's own `query`: after a failure the connection is given up, it may be about to break.
    client.release(succeeded.includes(false));
  }
}

function sendTogether(client: PoolClient, batch: readonly Waiting[]): Promise<boolean>[] {
  // The driver keeps its socket to itself; held back, all statements leave in one write.
  const { stream } = (client as unknown as { connection: { stream: Duplex } }).connection;
  stream.cork();
  const answers = batch.map((lookup) =>
    client.query(lookup.statement).then(
      (result) => {
        lookup.resolve(result);
        return true;
      },
      (error: unknown) => {
        lookup.reject(error);
        return false;
      },
    ),
  );
  stream.uncork();
  return answers;
}

function ignore(): void {}
