import { Injectable } from '@nestjs/common';
import { Clock } from '#platform/clock/clock.js';
import { Events } from '#platform/events/events.js';
import type { Actor } from '#platform/http/actor.js';
import { Conflict } from '#platform/http/errors.js';
import type { ChangeRequest } from './change-request.entity.js';
import { ChangeRequestsRepository } from './change-requests.repository.js';
import { eventOf } from './change-requests.service.js';

/** Moves change requests along their own line of revisions. */
@Injectable()
export class ChangeRequestLine {
  constructor(
    private readonly clock: Clock,
    private readonly events: Events,
    private readonly repository: ChangeRequestsRepository,
  ) {}

  /**
   * Inside a transaction: points the change request at a revision the actor made, if it still points at what
   * `changeRequest` says.
   * @param ancestor revision of the main content that this one brings in, for updates.
   * @throws Conflict when somebody moved it meanwhile, which the row lock prevents.
   */
  async advance(
    actor: Actor,
    changeRequest: ChangeRequest,
    to: { id: string; snapshot: string },
    ancestor?: string,
  ): Promise<void> {
    const now = this.clock.now();
    const hasMoved = await this.repository.advance(changeRequest, to, ancestor ?? null, now);
    if (!hasMoved) throw new Conflict('Somebody else changed this change request meanwhile; try again.');
    await this.repository.countContribution(changeRequest, actor.userId, now);
    await this.events.publish('change-request.content-updated', {
      ...eventOf(changeRequest, actor),
      from: changeRequest.revisionId,
      to: to.id,
    });
  }
}
