import { Injectable } from '@nestjs/common';
import { CollectionTree, type MoveBody, positionOf } from '#modules/collections/index.js';
import { MoveSpace } from '#modules/spaces/index.js';
import type { Actor } from '#platform/http/actor.js';
import type { MovedContent } from './read-move.js';

/** Moves a space or a collection, as the operation of each does. */
@Injectable()
export class MoveContent {
  constructor(
    private readonly moveSpace: MoveSpace,
    private readonly tree: CollectionTree,
  ) {}

  /** @throws NotFound, Forbidden, BadRequest, Conflict as `MoveSpace` and `CollectionTree.move`. */
  async execute(actor: Actor, { kind, id }: MovedContent, body: MoveBody): Promise<void> {
    const request = { parent: body.parent, position: positionOf(body.position) };
    if (kind === 'space') await this.moveSpace.execute(actor, id, request);
    else await this.tree.move(actor, id, request);
  }
}
