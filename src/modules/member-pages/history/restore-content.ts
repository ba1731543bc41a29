import { Injectable } from '@nestjs/common';
import { OpenChangeRequest } from '#modules/change-requests/index.js';
import { LiveContent } from '#modules/space-content/index.js';
import { Spaces } from '#modules/spaces/index.js';
import type { Actor } from '#platform/http/actor.js';
import { ApplyChanges } from '../editing/apply-changes.js';

/** Gives a space earlier content again: at once, or in a change request where the space is locked. */
@Injectable()
export class RestoreContent {
  constructor(
    private readonly spaces: Spaces,
    private readonly live: LiveContent,
    private readonly opening: OpenChangeRequest,
    private readonly changing: ApplyChanges,
  ) {}

  /**
   * The content of a revision, for all pages.
   * @returns the number of the change request that was opened; null where the content is there at once.
   * @throws NotFound, Forbidden, Conflict when the content is the same already.
   */
  async space(actor: Actor, spaceId: string, revision: string): Promise<number | null> {
    if (await this.isLocked(actor, spaceId)) {
      const subject = 'Restore earlier content';
      return (await this.opening.execute(actor, spaceId, { subject, revision })).changeRequest.number;
    }
    await this.live.rollback(actor, spaceId, revision);
    return null;
  }

  /**
   * A page as a revision has it, a deleted one with its subpages.
   * @param subject of the change request, where one is opened.
   * @returns and throws as `space`.
   */
  async page(
    actor: Actor,
    spaceId: string,
    page: string,
    revision: string,
    subject: string,
  ): Promise<number | null> {
    const changes = [{ operation: 'revert_page' as const, page, revision }];
    const { number } = await this.changing.execute(actor, { spaceId }, subject, changes);
    return number === null ? null : Number(number);
  }

  private async isLocked(actor: Actor, spaceId: string): Promise<boolean> {
    return (await this.spaces.requireSpace(actor, spaceId, 'edit')).space.editMode === 'locked';
  }
}
