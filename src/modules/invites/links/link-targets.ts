import { Injectable } from '@nestjs/common';
import { Collections, type CollectionView } from '#modules/collections/index.js';
import { requireOrganizationAdmin } from '#modules/organizations/index.js';
import { Spaces, type SpaceView } from '#modules/spaces/index.js';
import type { Actor, Role } from '#platform/http/actor.js';
import { NotFound } from '#platform/http/errors.js';
import type { InviteLinkTarget } from './invite-links.repository.js';

/** Target of a link as an actor sees it, and the actor's role there; null for a guest of the organization. */
export type TargetView =
  | { type: 'organization'; held: Role | null }
  | { type: 'space'; held: Role | null; space: SpaceView }
  | { type: 'collection'; held: Role | null; collection: CollectionView };

/**
 * Decides who may invite to which target: the same rule that `permissions.viewInviteLinks` of spaces and collections
 * comes from.
 */
@Injectable()
export class LinkTargets {
  constructor(
    private readonly spaces: Spaces,
    private readonly collections: Collections,
  ) {}

  /**
   * The target, when the actor may invite to it.
   * @throws NotFound when it is unknown, invisible or of another organization; Forbidden when the role does not suffice.
   */
  async requireTarget(actor: Actor, organizationId: string, target: InviteLinkTarget): Promise<TargetView> {
    if (target.type === 'organization') {
      requireOrganizationAdmin(actor, organizationId);
      return { type: 'organization', held: 'admin' };
    }
    if (target.type === 'space') {
      const space = await this.spaces.requireSpace(actor, target.id, 'invite');
      if (space.space.organizationId !== organizationId) throw new NotFound('space');
      return { type: 'space', held: space.role, space };
    }
    const collection = await this.collections.requireCollection(actor, target.id, 'invite');
    if (collection.collection.organizationId !== organizationId) throw new NotFound('collection');
    return { type: 'collection', held: collection.role, collection };
  }

  /** The actor's role on the target at this moment: undefined for none, null for a guest of the organization. */
  async existing(
    actor: Actor,
    organizationId: string,
    target: InviteLinkTarget,
  ): Promise<Role | null | undefined> {
    if (target.type === 'organization') return actor.memberships.get(organizationId);
    const found =
      target.type === 'space'
        ? (await this.spaces.findVisible(actor, organizationId, [target.id])).get(target.id)
        : (await this.collections.findVisible(actor, organizationId, [target.id])).get(target.id);
    return found?.role ?? undefined;
  }
}
