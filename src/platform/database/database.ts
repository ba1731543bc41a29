import { AsyncLocalStorage } from 'node:async_hooks';
import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { PoolClient, QueryConfig, QueryResult, QueryResultRow } from 'pg';
import { DataSource, type EntityManager, type QueryRunner } from 'typeorm';
import { Logger } from '../logging/logger.js';
import { inRequest } from '../logging/context.js';
import { directUrlOf, poolOf } from './data-source.js';
import { ConnectionLost, databaseFault, isUnavailable, sqlState } from './database-errors.js';
import { type DatabaseSession, openSession } from './dedicated-client.js';
import { Lookups } from './lookups.js';
import { storableJson } from './storable-json.js';

/** The driver's types lack the time that it waits for the answer. */
type TimedQuery = QueryConfig & { query_timeout: number };

interface Transaction {
  manager: EntityManager;
  client: PoolClient;
  afterCommit: (() => unknown)[];
  /** Set by the first failure inside; the whole transaction is then rolled back even if somebody swallowed it. */
  doomed?: { error: unknown };
  finished: boolean;
  /** Nested works that go on; the transaction of `transactionAround` counts as one only while there are some. */
  nested: number;
  isAround: boolean;
}

/** Number of retries of a transaction, by SQLSTATE. */
const RETRIES: ReadonlyMap<string | undefined, number> = new Map([
  ['40001', 4], // serialization failure
  ['40P01', 4], // deadlock
  // A foreign key: what the work refers to was moved or removed after it had looked. It looks again, and can say so; a
  // removal that is refused is refused again.
  ['23503', 1],
]);

/**
 * Time for the answer to a statement. It is a matter of milliseconds; a computer that is gone, or a network that is cut, gives none, and
 * the system would go on waiting for a quarter of an hour.
 */
const REQUEST_STATEMENT_MS = 60_000;
const BACKGROUND_STATEMENT_MS = 600_000;

/**
 * The database with ambient transactions: all statements inside `transaction()`, however deep, use its connection
 * without being handed it. Outside a transaction each statement takes its own connection from the pool.
 */
@Injectable()
export class Database {
  /** Statements that requests sent since the start; tests and `/metrics` read it. */
  statements = 0;
  /** Statements that jobs, schedules and the queue's polling sent since the start. */
  backgroundStatements = 0;
  private readonly ambient = new AsyncLocalStorage<Transaction | undefined>();
  private readonly checks = new AsyncLocalStorage<(() => Promise<void>) | undefined>();
  private readonly names = new Map<string, string>();
  private lookups: Lookups | undefined;

  constructor(
    /** For long work on a connection outside of the pool, as `connectAlone` opens one. */
    readonly dataSource: DataSource,
    private readonly logger: Logger,
  ) {}

  /** TypeORM's manager of the current transaction, or of the pool. */
  get manager(): EntityManager {
    return this.current()?.manager ?? this.dataSource.manager;
  }

  get inTransaction(): boolean {
    return this.current() !== undefined;
  }

  /** As `inTransaction`, but false where the transaction is one that was put around whole operations, which begin none themselves here. */
  get inTransactionOfOperation(): boolean {
    const transaction = this.current();
    return transaction !== undefined && (!transaction.isAround || transaction.nested > 0);
  }

  /** Runs one statement as a named (prepared) one and answers its rows. */
  async query<T extends QueryResultRow>(text: string, values: unknown[] = []): Promise<T[]> {
    return (await this.send<T>(text, values)).rows;
  }

  /** As `query`, answers the first row, or null without one. */
  async queryFirst<T extends QueryResultRow>(text: string, values?: unknown[]): Promise<T | null> {
    return (await this.query<T>(text, values))[0] ?? null;
  }

  /** As `query` for a statement of one column, answers its values. */
  async queryColumn<T>(text: string, values?: unknown[]): Promise<T[]> {
    return (await this.query(text, values)).map((row) => Object.values(row)[0] as T);
  }

  /** As `query` for a statement of one column, answers its value in the first row, or null without one. */
  async queryValue<T>(text: string, values?: unknown[]): Promise<T | null> {
    return (await this.queryColumn<T>(text, values))[0] ?? null;
  }

  /** Runs a `select count(*)` and answers the number. */
  async queryCount(text: string, values?: unknown[]): Promise<number> {
    return Number(await this.queryValue(text, values));
  }

  /**
   * As `query`, for a read by key that takes next to no time: it shares a connection with other requests' look-ups, so
   * a slow one would keep them waiting.
   */
  async lookup<T extends QueryResultRow>(text: string, values: unknown[] = []): Promise<T[]> {
    if (this.inTransaction) return this.query<T>(text, values);
    this.count(1);
    this.lookups ??= new Lookups(poolOf(this.dataSource));
    return (await this.lookups.send<T>(this.statement(text, values))).rows;
  }

  /** Runs one statement and answers how many rows it touched. */
  async execute(text: string, values: unknown[] = []): Promise<number> {
    return (await this.send(text, values)).rowCount ?? 0;
  }

  /** Runs SQL that is not kept prepared and answers its rows, of several statements (without values) those of the last one. */
  async script<T extends QueryResultRow>(text: string, values?: unknown[]): Promise<T[]> {
    this.count(1);
    const transaction = this.current();
    const connection = transaction ? transaction.client : poolOf(this.dataSource);
    // With several statements the driver answers a result for each, which its types do not say.
    const statement: TimedQuery = {
      text,
      ...(values && { values: values.map(parameter) }),
      query_timeout: BACKGROUND_STATEMENT_MS,
    };
    const sent = connection.query<T>(statement);
    const result: QueryResult<T> | QueryResult<T>[] = await (transaction ? sent : this.noting(sent));
    return Array.isArray(result) ? (result.at(-1)?.rows ?? []) : result.rows;
  }

  /** A connection outside of the pool, for state of a session such as a lock. The caller closes it. */
  session(): Promise<DatabaseSession> {
    return openSession(this.dataSource);
  }

  /**
   * Runs `work` in a transaction: commits when it resolves, rolls back when it or anything nested in it fails.
   * A nested call joins the outer one. A serialization failure, a deadlock or a reference
   * to what was just removed restarts the outermost call.
   */
  async transaction<T>(work: () => Promise<T>): Promise<T> {
    const outer = this.current();
    if (outer !== undefined) return this.nest(outer, work);
    return this.restarting(work, false);
  }

  /** A transaction around a whole operation with all of its transactions, to decide at its end whether anything of it counts. */
  transactionAround<T>(work: () => Promise<T>): Promise<T> {
    return this.restarting(work, true);
  }

  private async restarting<T>(work: () => Promise<T>, isAround: boolean): Promise<T> {
    for (let attempt = 0; ; attempt++) {
      try {
        return await this.begin(work, isAround);
      } catch (error) {
        if (attempt >= (RETRIES.get(sqlState(error)) ?? 0)) throw error;
        await new Promise((resolve) => setTimeout(resolve, 10 * 2 ** attempt * (1 + Math.random())));
      }
    }
  }

  /** Runs `hook` after the current transaction and outside of it, only if it commits; at once outside a transaction. */
  afterCommit(hook: () => unknown): void {
    const transaction = this.current();
    if (transaction === undefined) this.runHook(hook);
    else transaction.afterCommit.push(hook);
  }

  /** Runs `work` outside of the current transaction, for what outlives it: a timer takes along where it was set. */
  outside<T>(work: () => T): T {
    return this.ambient.run(undefined, () => this.checks.run(undefined, work));
  }

  /**
   * Runs `work` so that each transaction in it runs `check` as the last thing before it commits; a check that fails rolls the
   * transaction back. Transactions within others are parts of these.
   */
  checkEachCommit<T>(check: () => Promise<void>, work: () => Promise<T>): Promise<T> {
    return this.checks.run(check, work);
  }

  private async begin<T>(work: () => Promise<T>, isAround: boolean): Promise<T> {
    const runner = this.dataSource.createQueryRunner();
    const client = (await runner.connect()) as PoolClient;
    const state = { afterCommit: [], finished: false, nested: 0, isAround };
    const transaction: Transaction = { manager: runner.manager, client, ...state };
    let lost: Error | undefined;
    const lose = (error: Error): void => void (lost ??= error);
    client.on('error', lose);
    try {
      await runner.startTransaction();
      this.count(2);
      const result = await this.ambient.run(transaction, () =>
        this.join(transaction, async () => {
          const done = await work();
          if (!transaction.doomed) await this.checks.getStore()?.();
          return done;
        }),
      );
      transaction.finished = true;
      if (transaction.doomed) throw transaction.doomed.error;
      await runner.commitTransaction();
      this.outside(() => transaction.afterCommit.forEach((hook) => this.runHook(hook)));
      return result;
    } catch (error) {
      transaction.finished = true;
      const isUsable = await rollBack(runner);
      // The pool does not keep a connection that has ended.
      if (!isUsable || isUnavailable(error)) void client.end().catch(() => undefined);
      this.noteFault(error);
      // Later errors of a lost connection say only that it is lost, each time in other words.
      throw lost && !isUnavailable(error) ? new ConnectionLost(lost) : error;
    } finally {
      client.off('error', lose);
      await runner.release();
    }
  }

  private async nest<T>(outer: Transaction, work: () => Promise<T>): Promise<T> {
    outer.nested++;
    try {
      return await this.join(outer, work);
    } finally {
      outer.nested--;
    }
  }

  private async join<T>(transaction: Transaction, work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      transaction.doomed ??= { error };
      throw error;
    }
  }

  private current(): Transaction | undefined {
    const transaction = this.ambient.getStore();
    if (transaction?.finished) {
      throw new Error('A query ran after its transaction ended: an await is missing somewhere.');
    }
    return transaction;
  }

  private count(statements: number): void {
    if (inRequest()) this.statements += statements;
    else this.backgroundStatements += statements;
  }

  private async send<T extends QueryResultRow>(text: string, values: unknown[]) {
    const transaction = this.current();
    this.count(1);
    const statement = this.statement(text, values);
    if (transaction) return transaction.client.query<T>(statement);
    return this.noting(poolOf(this.dataSource).query<T>(statement));
  }

  private statement(text: string, values: unknown[]): TimedQuery {
    const query_timeout = inRequest() ? REQUEST_STATEMENT_MS : BACKGROUND_STATEMENT_MS;
    return { name: this.nameOf(text), text, values: values.map(parameter), query_timeout };
  }

  private async noting<T>(work: Promise<T>): Promise<T> {
    try {
      return await work;
    } catch (error) {
      this.noteFault(error);
      throw error;
    }
  }

  /** A server that takes no changes is no longer the primary one: the pool's connections to it are given up, and new ones find the other. */
  private noteFault(error: unknown): void {
    if (databaseFault(error) !== 'read-only') return;
    const pool = poolOf(this.dataSource);
    for (let idle = pool.idleCount; idle > 0; idle--)
      pool.connect().then(
        (client) => client.release(true),
        () => undefined,
      );
  }

  /** Statements built at run time could be endless; past the cap they go unnamed so the server's cache stays bounded. */
  private nameOf(text: string): string | undefined {
    // A pooler sends the next statement to another session, which does not know the name.
    if (directUrlOf(this.dataSource) !== undefined) return undefined;
    let name = this.names.get(text);
    if (name === undefined && this.names.size < 1000) {
      name = createHash('sha1').update(text).digest('base64url');
      this.names.set(text, name);
    }
    return name;
  }

  private runHook(hook: () => unknown): void {
    Promise.resolve()
      .then(hook)
      .catch((error: unknown) => this.logger.error('An after-commit hook failed', { err: error }));
  }
}

/** Ends a transaction that failed. @returns false for a connection that may still be in it. */
async function rollBack(runner: QueryRunner): Promise<boolean> {
  if (!runner.isTransactionActive) return true;
  return runner.rollbackTransaction().then(
    () => true,
    () => false,
  );
}

/** Objects as JSON that the database takes; the driver would write them as they are. */
function parameter(value: unknown): unknown {
  if (Array.isArray(value)) return value.some(isPlain) ? value.map(parameter) : value;
  return isPlain(value) ? storableJson(value) : value;
}

function isPlain(value: unknown): boolean {
  return typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype;
}

/** Name of the constraint that a PostgreSQL error reports, for translating unique violations. */
export function violatedConstraint(error: unknown): string | undefined {
  if (sqlState(error) !== '23505') return undefined;
  const { constraint, driverError } = error as { constraint?: string; driverError?: { constraint?: string } };
  return driverError?.constraint ?? constraint;
}

export { sqlState };
