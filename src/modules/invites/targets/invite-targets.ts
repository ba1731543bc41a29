import { Injectable } from '@nestjs/common';
import { Collections, type CollectionView } from '#modules/collections/index.js';
import { isWithin, requireOrganizationAdmin } from '#modules/organizations/index.js';
import { Spaces, type SpaceView } from '#modules/spaces/index.js';
import { UserTokens } from '#modules/users/index.js';
import type { Actor, Role } from '#platform/http/actor.js';
import { Forbidden, NotFound } from '#platform/http/errors.js';
import { InviteHooks } from './invite-hooks.js';
import type { InviteLinkTarget, InviteTarget } from './invite-target.js';

/** Target of an invite as an actor sees it, and the actor's role there; null for a guest of the organization. */
export type TargetView =
  | { type: 'organization'; held: Role | null }
  | { type: 'space'; held: Role | null; space: SpaceView }
  | { type: 'collection'; held: Role | null; collection: CollectionView }
  | { type: 'site'; held: Role | null; title: string };

/** Titles of spaces, collections and sites; undefined for what is deleted, and for the organization itself. */
export interface TargetTitles {
  of(target: InviteTarget): string | undefined;
}

/**
 * Decides who may invite to which target: the same rule that `permissions.viewInviteLinks` of spaces and collections
 * comes from.
 */
@Injectable()
export class InviteTargets {
  constructor(
    private readonly spaces: Spaces,
    private readonly collections: Collections,
    private readonly hooks: InviteHooks,
    private readonly tokens: UserTokens,
  ) {}

  /**
   * The target, when the actor may invite to it.
   * @throws NotFound when it is unknown, invisible or of another organization; Forbidden when the role does not suffice.
   */
  async requireTarget(actor: Actor, organizationId: string, target: InviteTarget): Promise<TargetView> {
    switch (target.type) {
      case 'organization':
        requireOrganizationAdmin(actor, organizationId);
        return { type: 'organization', held: 'admin' };
      case 'space': {
        const space = await this.spaces.requireSpace(actor, target.id, 'invite');
        if (space.space.organizationId !== organizationId) throw new NotFound('space');
        return { type: 'space', held: space.role, space };
      }
      case 'collection': {
        const collection = await this.collections.requireCollection(actor, target.id, 'invite');
        if (collection.collection.organizationId !== organizationId) throw new NotFound('collection');
        return { type: 'collection', held: collection.role, collection };
      }
      case 'site': {
        const site = await this.hooks.requireSite.first(actor, organizationId, target.id);
        if (site === null) throw new NotFound('site');
        return { type: 'site', ...site };
      }
    }
  }

  /**
   * True while this user may invite to the target with this role. Whoever invited somebody must still be able to when the invite is
   * accepted: it gives back no role that its maker lost.
   */
  async mayInvite(
    userId: string,
    organizationId: string,
    target: InviteTarget,
    role: Role | null,
  ): Promise<boolean> {
    const inviter = await this.tokens.findActor(userId);
    if (!inviter) return false;
    try {
      return isWithin((await this.requireTarget(inviter, organizationId, target)).held, role);
    } catch (error) {
      if (error instanceof Forbidden || error instanceof NotFound) return false;
      throw error;
    }
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

  /** The titles of what invites of one organization lead to, by one statement for each kind. */
  async findTitles(organizationId: string, targets: readonly InviteTarget[]): Promise<TargetTitles> {
    const idsOf = (type: InviteTarget['type']) => [
      ...new Set(targets.flatMap((target) => (target.type === type && 'id' in target ? [target.id] : []))),
    ];
    const spaces = await this.spaces.findRecords(organizationId, idsOf('space'));
    const collections = await this.collections.findTitles(organizationId, idsOf('collection'));
    const siteIds = idsOf('site');
    const sites = siteIds.length === 0 ? null : await this.hooks.siteTitles.first(organizationId, siteIds);
    return {
      of(target) {
        if (target.type === 'organization') return undefined;
        if (target.type === 'collection') return collections.get(target.id);
        if (target.type === 'site') return sites?.get(target.id);
        const space = spaces.get(target.id);
        return space?.deletedAt === null ? space.title : undefined;
      },
    };
  }
}
