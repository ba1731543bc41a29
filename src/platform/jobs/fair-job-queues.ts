import { setTimeout as delay } from 'node:timers/promises';
import type PgBoss from 'pg-boss';
import type { Logger } from '../logging/logger.js';
import { FairJobWorker } from './fair-job-worker.js';
import type { QueueStatements } from './queue-statements.js';
import type { TakenJob, FairJobQueue } from './fair-job-queue.js';

/** Between attempts to note what came of a job: as long as it is not noted, its organization waits for it. */
const NOTE_AGAIN_MS = 2_000;

/** A queue whose jobs are shared out fairly among organizations. */
export interface FairJobQueueOptions {
  name: string;
  atOnce: number;
  atOnceEach: number;
  /** Does a job. */
  run: (job: TakenJob) => Promise<void>;
}

/** Workers for fair queues: they do what pg-boss's own workers do, for jobs that `FairJobQueue` selects. */
export class FairJobQueues {
  private readonly workers = new Map<string, FairJobWorker<TakenJob>>();
  private isStopping = false;

  constructor(
    private readonly boss: PgBoss,
    private readonly fairQueue: FairJobQueue,
    private readonly statements: QueueStatements,
    private readonly logger: Logger,
  ) {}

  /** There may be a job in this queue. */
  wake(queue: FairJobQueueOptions): void {
    const worker = this.workers.get(queue.name) ?? this.workerOf(queue);
    this.workers.set(queue.name, worker);
    worker.wake();
  }

  /** Takes no more jobs; what does not end in time is run again. */
  async stop(timeoutMs: number): Promise<void> {
    this.isStopping = true;
    const stopOne = async ([name, worker]: [string, FairJobWorker<TakenJob>]): Promise<void> => {
      for (const id of await worker.stop(timeoutMs))
        await this.boss.fail(name, id, new Error('The server stopped while the job ran.'));
    };
    await Promise.all([...this.workers].map(stopOne));
  }

  private workerOf(queue: FairJobQueueOptions): FairJobWorker<TakenJob> {
    const take = async (): Promise<TakenJob | undefined> => {
      try {
        const job = await this.statements.noting(() => this.fairQueue.take(queue.name, queue.atOnceEach));
        if (job) this.statements.take(job.id);
        return job;
      } catch (error) {
        this.logger.warn('The job queue could not be read', { err: error });
        return undefined;
      }
    };
    return new FairJobWorker(queue.atOnce, take, (job) => this.carryOut(queue, job));
  }

  private async carryOut({ name, run }: FairJobQueueOptions, job: TakenJob): Promise<void> {
    const isDone = new AbortController();
    try {
      await Promise.race([run(job), expiryOf(job, isDone.signal)]);
      await this.record(() => this.boss.complete(name, job.id));
    } catch (error) {
      await this.record(() => this.boss.fail(name, job.id, error as object));
    } finally {
      isDone.abort();
    }
  }

  /** Notes what came of a job, again and again until the server stops: then it is run again. */
  private async record(statement: () => Promise<unknown>): Promise<void> {
    for (;;) {
      try {
        await statement();
        return;
      } catch (error) {
        this.logger.warn('The job queue could not be told what came of a job', { err: error });
        if (this.isStopping) return;
        await delay(NOTE_AGAIN_MS, undefined, { ref: false });
      }
    }
  }
}

async function expiryOf({ expireInSeconds }: TakenJob, signal: AbortSignal): Promise<never> {
  await delay(expireInSeconds * 1000, undefined, { signal, ref: false });
  throw new Error(`The job took longer than ${expireInSeconds} seconds.`);
}
