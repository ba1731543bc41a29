import { setTimeout as delay } from 'node:timers/promises';

/**
 * Works on the jobs of a queue in which organizations take turns, several at a time. It takes jobs when it is woken, and goes on for
 * as long as there are any.
 */
export class FairJobWorker<Job extends { id: string }> {
  private readonly working = new Map<string, Promise<void>>();
  private taking: Promise<void> = Promise.resolve();
  private isTaking = false;
  private isWanted = false;
  private isStopped = false;

  /**
   * @param take answers the next job, or undefined when nothing is due or the queue cannot be read. It does not throw.
   * @param carryOut does a job and records its outcome. It does not throw.
   */
  constructor(
    private readonly atOnce: number,
    private readonly take: () => Promise<Job | undefined>,
    private readonly carryOut: (job: Job) => Promise<void>,
  ) {}

  /** There may be a job. */
  wake(): void {
    this.isWanted = true;
    if (!this.isTaking) this.taking = this.takeAll();
  }

  /**
   * Takes no more jobs, and waits for those it has.
   * @returns ids of those that are not done after `timeoutMs`.
   */
  async stop(timeoutMs: number): Promise<string[]> {
    this.isStopped = true;
    const ended = this.taking.then(() => Promise.all(this.working.values()));
    await Promise.race([ended, delay(timeoutMs, undefined, { ref: false })]);
    return [...this.working.keys()];
  }

  private async takeAll(): Promise<void> {
    this.isTaking = true;
    while (this.isWanted && !this.isStopped && this.working.size < this.atOnce) {
      this.isWanted = false;
      const job = await this.take();
      if (job) this.begin(job);
    }
    this.isTaking = false;
  }

  private begin(job: Job): void {
    const work = this.carryOut(job).finally(() => {
      this.working.delete(job.id);
      this.wake();
    });
    this.working.set(job.id, work);
    // There may be more of them.
    this.isWanted = true;
  }
}
