import { Injectable } from '@nestjs/common';
import {
  ChangeRequestConflicts,
  type ConflictRow,
  type FoundChangeRequest,
  UpdateChangeRequest,
} from '#modules/change-requests/index.js';
import type { Actor } from '#platform/http/actor.js';
import { BadRequest } from '#platform/http/errors.js';
import { BlockWriter } from './block-writer.js';

/** Solves conflicts about a block by another text. */
@Injectable()
export class ConflictEdits {
  constructor(
    private readonly conflicts: ChangeRequestConflicts,
    private readonly updating: UpdateChangeRequest,
    private readonly blocks: BlockWriter,
  ) {}

  /**
   * Writes the text into the change request, and takes it in the conflict, whose values are others then. Each step is
   * whole by itself: after the first alone the text is kept, and the conflict is open still.
   * @throws NotFound, Forbidden, BadRequest for a conflict that is not about a block, Conflict
   */
  async write(
    actor: Actor,
    { changeRequest: { spaceId, id } }: FoundChangeRequest,
    conflictId: string,
    markdown: string,
  ): Promise<void> {
    const conflict = await this.find(actor, spaceId, id, conflictId);
    if (!conflict || !isEditable(conflict))
      throw new BadRequest('This conflict is not about a block of text.');
    const { page, block } = conflict.place;
    await this.blocks.write(actor, { spaceId, changeRequest: id, page: page!, block: block! }, markdown);
    const { result } = await this.updating.execute(actor, spaceId, id);
    // Both sides say the same now, so the update brought them together.
    if (result === 'update') return;
    const now = await this.find(actor, spaceId, id, conflictId);
    if (!now || now.resolution !== null) return;
    const { fingerprint } = now;
    await this.conflicts.resolve(actor, spaceId, id, [{ conflict: conflictId, choice: 'mine', fingerprint }]);
  }

  private async find(
    actor: Actor,
    spaceId: string,
    key: string,
    id: string,
  ): Promise<ConflictRow | undefined> {
    const { items } = await this.conflicts.list(actor, spaceId, key, { limit: 1000 });
    return items.find((conflict) => conflict.id === id);
  }
}

/** True for a block that the change request has, with a key by which it is found again. */
export function isEditable({ kind, place, values }: ConflictRow): boolean {
  const { page, block } = place;
  const isNamed = page !== undefined && block !== undefined && !block.startsWith('~');
  return kind === 'block' && isNamed && isBlock(values.mine);
}

/** True for a value that is a block of a document. */
export function isBlock(value: unknown): boolean {
  return typeof value === 'object' && value !== null && (value as { object?: unknown }).object === 'block';
}
