import type { PoolClient } from 'pg';
import type { Database } from '../database/database.js';

const LOCK = 7_316_411;
const AGAIN_MS = 5_000;

/**
 * Tells whether other processes work on the database. Each holds a lock of its connection, which is gone as soon as the
 * process is, however it ended.
 */
export class Presence {
  private session: PoolClient | undefined;
  private isLeaving = false;

  constructor(private readonly db: Database) {}

  /** @param whenAlone is run when nobody else is there, before anybody else may enter. */
  async enter(whenAlone: () => Promise<void>): Promise<void> {
    const session = await this.db.connection();
    try {
      const { rows } = await session.query<{ alone: boolean }>('select pg_try_advisory_lock($1) as alone', [
        LOCK,
      ]);
      const isAlone = rows[0]?.alone === true;
      if (isAlone) await whenAlone();
      await session.query('select pg_advisory_lock_shared($1)', [LOCK]);
      if (isAlone) await session.query('select pg_advisory_unlock($1)', [LOCK]);
    } catch (error) {
      session.release(true);
      throw error;
    }
    if (this.isLeaving) return session.release(true);
    this.session = session;
    session.once('error', () => this.lose(session));
  }

  leave(): void {
    this.isLeaving = true;
    this.session?.release(true);
    this.session = undefined;
  }

  /** The database went away and comes back; this process is still there. */
  private lose(session: PoolClient): void {
    if (this.session !== session) return;
    this.session = undefined;
    session.release(true);
    this.enterAgain();
  }

  private enterAgain(): void {
    setTimeout(() => {
      if (!this.isLeaving) this.enter(() => Promise.resolve()).catch(() => this.enterAgain());
    }, AGAIN_MS).unref();
  }
}
