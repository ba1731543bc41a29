import type { BeforeApplicationShutdown } from '@nestjs/common';
import type { Clock } from '../clock/clock.js';
import type { Logger } from '../logging/logger.js';
import { type Heartbeat, RunLost } from './heartbeat.js';

/** Attempts after which a run that keeps breaking off is given up. */
const MAX_ATTEMPTS = 3;
/** A process that gives no sign of life for so long has died. */
const HEARTBEAT_TIMEOUT_MS = 60_000;
const BATCH = 100;
const DAY_MS = 86_400_000;

/** Work that takes long, as one process holds it: another one that takes it over counts one attempt more. */
export interface Run {
  organizationId: string;
  id: string;
  attempts: number;
}

/** Storage of runs. A process writes about its run only while its claim lasts. */
export interface RunStore<R extends Run> {
  /**
   * Takes a run for this process; null when there is nothing to do, or another process gave a sign of life since `cutoff`.
   * @param key what a job names: a run, or what it is for.
   */
  claim(
    organizationId: string,
    key: string,
    now: Date,
    limits: { cutoff: Date; maxAttempts: number },
  ): Promise<R | null>;
  /** Leaves a run for the next attempt. An attempt that was interrupted from outside does not count. */
  release(run: R, options: { isCounted: boolean }): Promise<void>;
  /** Runs that have not ended and gave no sign of life since `cutoff`. */
  findSilent(cutoff: Date, limit: number): Promise<R[]>;
  /** Removes runs that ended before `cutoff`. */
  deleteEnded(cutoff: Date, limit: number): Promise<number>;
}

export interface RunKind {
  /** For the log and for messages: `import`. */
  name: string;
  /** Days for which ended runs are kept. */
  keptDays: number;
  /** Errors whose message is told to people; others are tried again. */
  expected: readonly (abstract new (...args: never[]) => Error)[];
}

/** The process ends: another one, or this one when it is back, begins again. */
class ShuttingDown extends Error {}

/** Carries out runs of one kind: claims them, gives signs of life, settles what ends badly, and takes up those whose process died. */
export abstract class RunWorker<R extends Run, H extends Heartbeat> implements BeforeApplicationShutdown {
  private readonly running = new Map<string, H>();
  private isEnding = false;

  constructor(
    private readonly kind: RunKind,
    private readonly store: RunStore<R>,
    protected readonly clock: Clock,
    private readonly logger: Logger,
  ) {}

  /** Begins the signs of life. */
  protected abstract begin(run: R): H;

  /** Does the work, and writes its outcome. @throws what it fails with, or the reason of `heartbeat.signal`. */
  protected abstract execute(run: R, heartbeat: H): Promise<void>;

  /** Ends a run that has failed, unless it is another process's by now. */
  protected abstract fail(run: R, message: string, heartbeat?: H): Promise<unknown>;

  /** Enqueues a job that calls `work`. */
  protected abstract enqueue(run: R): Promise<void>;

  beforeApplicationShutdown(): void {
    this.isEnding = true;
    for (const heartbeat of this.running.values()) heartbeat.stop(new ShuttingDown('The process ends.'));
  }

  /** Ends the work for a key at once, when this process does it; others notice at their next sign of life. */
  stop(key: string): void {
    this.running.get(key)?.stop(new RunLost());
  }

  /**
   * Does the work of a run and writes how it ended. Does nothing when it is done, or another process has it.
   * @throws what was not foreseen, for another attempt; after the last one the run has failed.
   */
  async work(organizationId: string, key: string): Promise<void> {
    // Jobs go on until all connections are closed; the sweep hands what was released to another process.
    if (this.isEnding) return;
    const limits = { cutoff: this.cutoff(), maxAttempts: MAX_ATTEMPTS };
    const run = await this.store.claim(organizationId, key, this.clock.now(), limits);
    if (!run) return;
    const heartbeat = this.begin(run);
    this.running.set(key, heartbeat);
    try {
      await this.execute(run, heartbeat);
    } catch (error) {
      await heartbeat.end();
      await this.settle(run, heartbeat, heartbeat.signal.reason ?? error);
    } finally {
      await heartbeat.end();
      this.running.delete(key);
    }
  }

  /** Runs without a sign of life begin again, or have failed when they did so too often. Old ones are deleted. */
  async sweep(): Promise<void> {
    for (const run of await this.store.findSilent(this.cutoff(), BATCH)) {
      if (run.attempts < MAX_ATTEMPTS) await this.enqueue(run);
      else
        await this.fail(run, 'The server broke off several times while it worked on this; start it again.');
    }
    const ended = this.clock.now().getTime() - this.kind.keptDays * DAY_MS;
    await this.store.deleteEnded(new Date(ended), BATCH);
  }

  private async settle(run: R, heartbeat: H, error: unknown): Promise<void> {
    if (error instanceof RunLost) return;
    const isExpected = this.kind.expected.some((expected) => error instanceof expected);
    if (isExpected && error instanceof Error) {
      await this.fail(run, error.message, heartbeat);
      return;
    }
    const isShutdown = error instanceof ShuttingDown;
    if (isShutdown || run.attempts < MAX_ATTEMPTS) {
      await this.store.release(run, { isCounted: !isShutdown });
      throw error;
    }
    this.logger.error(`${this.kind.name} failed for good`, { err: error, runId: run.id });
    await this.fail(run, 'Internal error. See the server log.', heartbeat);
  }

  private cutoff(): Date {
    return new Date(this.clock.now().getTime() - HEARTBEAT_TIMEOUT_MS);
  }
}
