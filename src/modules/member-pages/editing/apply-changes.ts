import { Injectable } from '@nestjs/common';
import { ChangeRequestContent, OpenChangeRequest } from '#modules/change-requests/index.js';
import { type ChangeOutcome, ContentChangesBody, LiveContent } from '#modules/space-content/index.js';
import { Spaces } from '#modules/spaces/index.js';
import { Database } from '#platform/database/database.js';
import type { Actor } from '#platform/http/actor.js';
import { Conflict } from '#platform/http/errors.js';
import { validBody } from '../valid-body.js';

/** The content that a form of a page changes. */
export interface ChangedPlace {
  spaceId: string;
  /** Number of a change request; absent for the content of the space. */
  number?: string;
}

/** Changes content as forms ask for it: at once, in a change request, or in a new one where the space is locked. */
@Injectable()
export class ApplyChanges {
  constructor(
    private readonly db: Database,
    private readonly spaces: Spaces,
    private readonly live: LiveContent,
    private readonly opening: OpenChangeRequest,
    private readonly drafts: ChangeRequestContent,
  ) {}

  /**
   * @param subject that of a change request that is opened. None stays open when the changes are refused.
   * @returns what became of each change, and the number of the change request that has them; null for the content of the space.
   * @throws NotFound, Forbidden, BadRequest, Conflict for a change request that is merged or archived, or when a new one would
   * change nothing.
   */
  async execute(
    actor: Actor,
    { spaceId, number }: ChangedPlace,
    subject: string,
    changes: ContentChangesBody['changes'],
  ): Promise<{ number: string | null; outcomes: ChangeOutcome[] }> {
    const body = await validBody(ContentChangesBody, { changes });
    const { space } = await this.spaces.requireSpace(actor, spaceId, 'edit');
    if (number === undefined && space.editMode !== 'locked')
      return { number: null, outcomes: (await this.live.update(actor, spaceId, body)).changes };
    return this.db.transaction(async () => {
      const key =
        number ?? String((await this.opening.execute(actor, spaceId, { subject })).changeRequest.number);
      const { update } = await this.drafts.change(actor, spaceId, key, body);
      if (number === undefined && update.revision === null)
        throw new Conflict('The content is like this already: a change request would change nothing.');
      return { number: key, outcomes: update.resource.changes };
    });
  }
}
