import { setTimeout as delay } from 'node:timers/promises';
import { prepareBinaries, removeOtherCopies } from './binaries.js';
import { asOneSentence, openDataFolder, type DataFolder } from './data-folder.js';
import { ensureDatabaseFolder, openPassword } from './database-folder.js';
import { DataFolderInUse, errorText } from './errors.js';
import { InstanceLock } from './instance-lock.js';
import { findPostgresPackage } from './package.js';
import { settleLeftover } from './postmaster.js';
import { ServerLog } from './server-log.js';
import { ServerProcess, type ServerPlan } from './server-process.js';
import { connectionTo, ensureDatabase, Ownership, type ServerConnection } from './sessions.js';
import { chooseEndpoint } from './socket-folder.js';

export { EmbeddedPostgresError, EmbeddedPostgresUnavailable } from './errors.js';

export interface EmbeddedPostgresLog {
  info(msg: string, extra?: object): void;
  warn(msg: string, extra?: object): void;
  error(msg: string, extra?: object): void;
}

export interface EmbeddedPostgresOptions {
  /** Everything is kept below `<dataDir>/postgres`, which is made if missing. */
  dataDir: string;
  log: EmbeddedPostgresLog;
  /** Folder of the npm package with the programs, when Node does not find it. */
  packageFolder?: string;
}

export type EmbeddedPostgresState = 'running' | 'restarting' | 'stopped';

const DATABASE_NAME = 'bindery';
const FIRST_RETRY_MS = 200;
const MAX_RETRY_MS = 10_000;
const WORKERS_END_WITHIN_MS = 20_000;

/**
 * A PostgreSQL server of our own in a data folder. It restarts by itself when it dies; connections break then and connection
 * pools make new ones, so callers only see errors for as long as the server is away.
 */
export class EmbeddedPostgres {
  private currentState: EmbeddedPostgresState = 'stopped';
  private readonly listeners = new Set<(reason: string) => void>();
  private readonly stopping = new AbortController();
  private server: ServerProcess | undefined;
  private ownership: Ownership | undefined;
  private recovery: Promise<void> | undefined;
  private stopped: Promise<void> | undefined;

  private constructor(
    private readonly plan: ServerPlan,
    private readonly lock: InstanceLock,
    private readonly log: EmbeddedPostgresLog,
  ) {}

  /**
   * Starts the server (making its folder on first use, stopping one that a killed Bindery left behind) and returns once the
   * database "bindery" accepts connections.
   * @throws EmbeddedPostgresUnavailable when PostgreSQL cannot run on this machine.
   * @throws DataFolderInUse when another Bindery runs on the folder.
   * @throws DataFolderUnusable when what is in the folder cannot be used. All three are EmbeddedPostgresError.
   */
  static async start(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
    const began = Date.now();
    const folder = await openDataFolder(options.dataDir);
    const lock = await InstanceLock.acquire(folder.lockFile, folder.dataDir).catch((error) => {
      throw asOneSentence(error, folder.dataDir);
    });
    let plan: ServerPlan | undefined;
    try {
      const prepared = await prepare(folder, options);
      plan = prepared.plan;
      const server = new EmbeddedPostgres(plan, lock, options.log);
      await server.bringUpPatiently();
      server.currentState = 'running';
      await removeOtherCopies(folder.programs, plan.native);
      const extra = { folder: folder.database, firstStart: prepared.isNew, ms: Date.now() - began };
      options.log.info('The embedded PostgreSQL server is running.', extra);
      return server;
    } catch (error) {
      plan?.serverLog.close();
      await lock.release();
      throw asOneSentence(error, folder.dataDir);
    }
  }

  get state(): EmbeddedPostgresState {
    return this.currentState;
  }

  /** The settings for a connection by `pg`; they stay the same when the server restarts. */
  connection(database: string = DATABASE_NAME): ServerConnection {
    return connectionTo(this.plan.endpoint, this.plan.password, database);
  }

  /** Calls back whenever the server died without being asked to; gives a function that takes the listener off again. */
  onExit(listener: (reason: string) => void): () => void {
    this.listeners.add(listener);
    return () => void this.listeners.delete(listener);
  }

  /** Stops the server and gives the data folder free. Further calls wait for the same stop. */
  stop(): Promise<void> {
    this.stopped ??= this.shutDown();
    return this.stopped;
  }

  private async shutDown(): Promise<void> {
    this.currentState = 'stopped';
    this.stopping.abort();
    await this.recovery;
    await this.ownership?.release();
    await this.server?.stop();
    this.plan.serverLog.close();
    await this.lock.release();
  }

  /** After a crash, workers of the dead server may still be busy and hold its memory; they end within seconds. */
  private async bringUpPatiently(): Promise<void> {
    const deadline = Date.now() + WORKERS_END_WITHIN_MS;
    for (;;) {
      try {
        return await this.bringUp();
      } catch (error) {
        if (Date.now() > deadline || !errorText(error).includes('pre-existing shared memory block'))
          throw error;
        await delay(FIRST_RETRY_MS);
      }
    }
  }

  /** Starts a server process, or waits for the one that lives, until it is ready and ours. */
  private async bringUp(): Promise<void> {
    const { folder, endpoint, password } = this.plan;
    if (!this.server?.running) {
      await settleLeftover(folder, password, (msg) => this.log.warn(msg));
      this.server = await ServerProcess.launch(this.plan);
    }
    const server = this.server;
    try {
      await server.waitUntilReady(this.stopping.signal);
      this.ownership = await Ownership.claim(endpoint, password);
      if (!this.ownership)
        throw new DataFolderInUse(folder.dataDir, 'on this or another machine or container');
      await ensureDatabase(endpoint, password, DATABASE_NAME);
    } catch (error) {
      await this.ownership?.release();
      await server.stop();
      throw error;
    }
    this.watch(server, this.ownership);
  }

  /** The lock's connection also breaks when only one of the server's own processes was killed and it recovers by itself. */
  private watch(server: ServerProcess, ownership: Ownership): void {
    void ownership.lost.then(() => {
      if (this.stopping.signal.aborted) return;
      // One after the other: the server may die again while we are still seeing to its last death.
      this.recovery = (this.recovery ?? Promise.resolve()).then(() => this.recover(server));
    });
  }

  private notify(how: string): void {
    for (const listener of this.listeners) {
      try {
        listener(how);
      } catch (error) {
        this.log.error(`A listener failed: ${errorText(error)}`);
      }
    }
  }

  private async recover(server: ServerProcess): Promise<void> {
    this.currentState = 'restarting';
    // The process and its connections end in any order, so give the news of its end a moment to arrive.
    const how = await Promise.race([server.ended, delay(100, 'connection lost')]);
    this.log.error(`The embedded PostgreSQL server broke off (${how}); bringing it back.`);
    this.notify(how);
    for (let wait = FIRST_RETRY_MS; !this.stopping.signal.aborted; wait = Math.min(wait * 2, MAX_RETRY_MS)) {
      try {
        await this.bringUp();
        this.currentState = this.stopping.signal.aborted ? 'stopped' : 'running';
        this.log.info('The embedded PostgreSQL server is back.');
        return;
      } catch (error) {
        if (this.stopping.signal.aborted) return;
        this.log.error(`The embedded PostgreSQL server did not come back: ${errorText(error)}`, {
          retryInMs: wait,
        });
        await delay(wait, undefined, { signal: this.stopping.signal }).catch(() => undefined);
      }
    }
  }
}

/** Everything before the server process: programs, password, leftovers of an earlier run, the database folder. */
async function prepare(
  folder: DataFolder,
  options: EmbeddedPostgresOptions,
): Promise<{ plan: ServerPlan; isNew: boolean }> {
  const source = await findPostgresPackage(options.packageFolder);
  const programs = await prepareBinaries(source, folder.copyFolders, folder.user);
  const password = await openPassword(folder);
  if (folder.home !== folder.own) {
    options.log.warn(
      'The database is outside the data folder, because the server may not enter that as an ordinary account.',
      {
        account: folder.user?.name,
        folder: folder.home,
      },
    );
  }
  const isNew = await ensureDatabaseFolder(folder, programs, password);
  const endpoint = await chooseEndpoint(folder);
  return {
    plan: { folder, endpoint, native: programs.native, password, serverLog: new ServerLog(folder.logFile) },
    isNew,
  };
}
