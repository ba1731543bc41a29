import { randomInt } from 'node:crypto';
import type { Database } from '../database/database.js';
import type { DatabaseSession } from '../database/dedicated-client.js';
import { whenAvailable } from '../database/when-available.js';

const LOCK = 7_316_411;
const NUMBERS = 2 ** 31;

/**
 * Numbers of the processes that are there, and of their connections. Only the database of the statement counts: servers hold the locks of
 * all of theirs.
 */
export const REGISTERED_PROCESSES_LOCKS = `select objid::int8 as number, pid from pg_locks
  where locktype = 'advisory' and classid = ${LOCK} and objsubid = 2 and granted
    and database = (select oid from pg_database where datname = current_database())`;

/** Numbers of the processes that are there. */
export const REGISTERED_PROCESSES = `select number from (${REGISTERED_PROCESSES_LOCKS}) l`;

/**
 * Tells whether other processes work on the database, and which. Each holds locks of its connection, which are gone as soon as
 * the process is, however it ended.
 */
export class WorkerRegistration {
  /** Of this process, for as long as it lives: one that lost its connection comes back with it. */
  readonly number = randomInt(NUMBERS);
  private session: DatabaseSession | undefined;
  private isLeaving = false;

  constructor(private readonly db: Database) {}

  /** @param whenAlone is run when nobody else is there, before anybody else may enter. */
  async register(whenAlone: () => Promise<void>): Promise<void> {
    const session = await this.db.session();
    const { client } = session;
    try {
      const { rows } = await client.query<{ alone: boolean }>('select pg_try_advisory_lock($1) as alone', [
        LOCK,
      ]);
      const isAlone = rows[0]?.alone === true;
      if (isAlone) await whenAlone();
      await client.query('select pg_advisory_lock_shared($1)', [LOCK]);
      if (isAlone) await client.query('select pg_advisory_unlock($1)', [LOCK]);
      await client.query('select pg_advisory_lock_shared($1, $2)', [LOCK, this.number]);
    } catch (error) {
      void session.close();
      throw error;
    }
    if (this.isLeaving) return void session.close();
    this.session = session;
    session.lost.addEventListener('abort', () => this.enterAgain(session));
    if (session.lost.aborted) this.enterAgain(session);
  }

  deregister(): void {
    this.isLeaving = true;
    void this.session?.close();
    this.session = undefined;
  }

  /** The database went away and comes back; this process is still there. */
  private enterAgain(session: DatabaseSession): void {
    if (this.session !== session) return;
    this.session = undefined;
    const enter = () => this.register(() => Promise.resolve());
    // It fails for good only where nobody waits for it any more.
    whenAvailable(enter, { isOver: () => this.isLeaving, afterAll: true }).catch(() => undefined);
  }
}
