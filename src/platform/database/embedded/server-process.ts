import { spawn, type ChildProcess } from 'node:child_process';
import { setTimeout as delay } from 'node:timers/promises';
import type { DataFolder } from './data-folder.js';
import { EmbeddedPostgresError, EmbeddedPostgresUnavailable, errorText, oneLine } from './errors.js';
import { programPath } from './package.js';
import { folderTag } from './postmaster.js';
import { programEnvironment } from './run-program.js';
import type { ServerLog } from './server-log.js';
import { askServer } from './sessions.js';
import { serverArguments, type Endpoint } from './settings.js';
import { clearSocketFolder } from './socket-folder.js';
import { signalServer, STOP_STEPS } from './stop-server.js';

/** Everything that stays the same from one server process to the next. */
export interface ServerPlan {
  folder: DataFolder;
  endpoint: Endpoint;
  native: string;
  password: string;
  serverLog: ServerLog;
}

const POLL_MS = 10;
/** Crash recovery of a busy database may take minutes; a server that is still working on it is not given up. */
const READY_WITHIN_MS = 5 * 60_000;

/** One run of the PostgreSQL server, from its start to its end. */
export class ServerProcess {
  /** Settles, with a short description, once the process has ended for whatever reason. */
  readonly ended: Promise<string>;
  private isOver = false;

  private constructor(
    private readonly child: ChildProcess,
    private readonly plan: ServerPlan,
    private readonly logStart: number,
  ) {
    this.ended = new Promise((settle) => {
      const over = (how: string) => {
        this.isOver = true;
        process.off('exit', this.leaveCleanly);
        settle(how);
      };
      child.once('exit', (code, signal) => over(signal ? `signal ${signal}` : `exit code ${code}`));
      child.once('error', (error) => over(errorText(error)));
    });
    process.on('exit', this.leaveCleanly);
  }

  /**
   * Starts the server in a separate session, so that Ctrl-C in the terminal reaches us and not the server: we stop it
   * when our last request is done. It is not yet ready when this returns.
   */
  static async launch(plan: ServerPlan): Promise<ServerProcess> {
    const { folder, endpoint, native, serverLog } = plan;
    await clearSocketFolder(endpoint);
    const { file, startedAt } = await serverLog.open();
    try {
      const args = serverArguments(folder.database, endpoint, await folderTag(folder.database));
      const child = spawn(programPath(native, 'postgres'), args, {
        cwd: folder.home,
        env: programEnvironment(),
        uid: folder.user?.uid,
        gid: folder.user?.gid,
        stdio: ['ignore', file.fd, file.fd],
        detached: process.platform !== 'win32',
        windowsHide: true,
      });
      return new ServerProcess(child, plan, startedAt);
    } catch (error) {
      throw new EmbeddedPostgresUnavailable(errorText(error));
    } finally {
      await file.close();
    }
  }

  get running(): boolean {
    return !this.isOver;
  }

  /**
   * Waits until the server accepts connections.
   * @throws EmbeddedPostgresError with the server's own last words when it ends or does not get that far.
   */
  async waitUntilReady(signal?: AbortSignal): Promise<void> {
    const deadline = Date.now() + READY_WITHIN_MS;
    for (;;) {
      if (this.isOver) throw new EmbeddedPostgresUnavailable(await this.lastWords());
      const answer = await askServer(this.plan.endpoint, this.plan.password);
      if (answer === 'ready') return;
      if (answer === 'rejected') {
        throw new EmbeddedPostgresError(
          `The database in ${this.plan.folder.database} does not accept the password in ${this.plan.folder.passwordFile}: bring back the file that belongs to it.`,
        );
      }
      signal?.throwIfAborted();
      if (Date.now() > deadline) throw new EmbeddedPostgresError('PostgreSQL does not become ready.');
      await delay(POLL_MS);
    }
  }

  /** Stops the server: fast shutdown first, harder after a deadline. */
  async stop(): Promise<void> {
    for (const { signal, waitMs } of STOP_STEPS) {
      if (this.isOver || this.child.pid === undefined) return;
      await signalServer(this.child.pid, signal, this.plan.folder);
      const timer = new AbortController();
      await Promise.race([
        this.ended,
        delay(waitMs, undefined, { signal: timer.signal }).catch(() => undefined),
      ]);
      timer.abort();
    }
  }

  private async lastWords(): Promise<string> {
    const how = await this.ended;
    const reason = oneLine(await this.plan.serverLog.reasonSince(this.logStart).catch(() => ''));
    return `the server ended with ${how}${reason ? ` (${reason})` : ''}, see ${this.plan.folder.logFile}`;
  }

  /** Our process ends without having stopped the server: ask it to stop by itself. */
  private readonly leaveCleanly = (): void => {
    if (this.running) this.child.kill('SIGINT');
  };
}
