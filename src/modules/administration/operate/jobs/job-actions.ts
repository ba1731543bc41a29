import { Injectable } from '@nestjs/common';
import { InstallationLog } from '#modules/audit/index.js';
import { Operators } from '#modules/operators/index.js';
import { Database } from '#platform/database/database.js';
import type { Actor } from '#platform/http/actor.js';
import { Conflict } from '#platform/http/errors.js';
import { type ChosenJobs, JobAdministration } from '#platform/jobs/job-administration.js';

const GONE = 'There is no such job any more: it runs, or has ended meanwhile.';

/** Acts on jobs as operators want it, and notes it. */
@Injectable()
export class JobActions {
  constructor(
    private readonly db: Database,
    private readonly operators: Operators,
    private readonly jobs: JobAdministration,
    private readonly log: InstallationLog,
  ) {}

  /** Has jobs run once more, now. @throws NotFound for others than operators, Conflict where there is no such job. */
  runAgain(actor: Actor, chosen: ChosenJobs): Promise<void> {
    return this.db.transaction(async () => {
      await this.operators.requireOperator(actor);
      await this.note('job.run-again', chosen, await this.jobs.runAgain(chosen));
    });
  }

  /**
   * Deletes jobs, which cannot be taken back.
   * @throws NotFound for others than operators, Forbidden long after the sign-in, Conflict where there is no such job.
   */
  drop(actor: Actor, chosen: ChosenJobs): Promise<void> {
    return this.db.transaction(async () => {
      await this.operators.requireRecent(actor);
      await this.note('job.dropped', chosen, await this.jobs.drop(chosen));
    });
  }

  private async note(
    action: 'job.run-again' | 'job.dropped',
    chosen: ChosenJobs,
    count: number,
  ): Promise<void> {
    if (count === 0) throw new Conflict(GONE);
    const target =
      'id' in chosen
        ? { type: 'job', id: chosen.id, label: chosen.name }
        : { type: 'queue', id: chosen.name, label: `${count} ${chosen.state} of ${chosen.name}` };
    await this.log.record({ action, target, after: { jobs: count } });
  }
}
