import { Injectable } from '@nestjs/common';
import { type ExplainedRole, Grants, type ResourceType } from '#modules/access/index.js';
import { AuditLog } from '#modules/audit/index.js';
import { Collections } from '#modules/collections/index.js';
import { type Member, Members, requireOrganizationAdmin } from '#modules/organizations/index.js';
import { type DraftLooks, Sites, SpaceLooks } from '#modules/sites/index.js';
import { Spaces } from '#modules/spaces/index.js';
import { UserTokens } from '#modules/users/index.js';
import { Database } from '#platform/database/database.js';
import { mapPage, type Page, type PageRequest } from '#platform/database/pagination.js';
import type { Actor } from '#platform/http/actor.js';

/** Something that a member gets to. */
export interface Seen {
  id: string;
  title: string;
}

/** The member whose eyes an administrator borrows, and what may be asked about them. Nothing can be done through it. */
export interface Viewpoint {
  member: Member;
  /** A page of what the member gets to of one kind. */
  list(type: ResourceType, page: PageRequest): Promise<Page<Seen>>;
  /** True if the member gets to this. */
  sees(type: ResourceType, id: string): Promise<boolean>;
  /** The roles of the member on things of a kind, and why; those that they do not get to are missing. */
  explain(type: ResourceType, ids: readonly string[]): Promise<Map<string, ExplainedRole>>;
  /** The looks of the first site with the space that the member may see; null without one. */
  looksOf(spaceId: string): Promise<DraftLooks | null>;
}

/**
 * Lets administrators look at an organization as one of its members does. It asks with what the member is in this organization alone: their
 * other organizations are not in it, nor is anything that belongs to them as a person. No session of theirs is made, nothing is written in
 * their name, and they are not noted as having been here. Callers load content with the actor who looks, so nobody sees more than before.
 */
@Injectable()
export class Viewpoints {
  constructor(
    private readonly db: Database,
    private readonly audit: AuditLog,
    private readonly members: Members,
    private readonly tokens: UserTokens,
    private readonly grants: Grants,
    private readonly spaces: Spaces,
    private readonly collections: Collections,
    private readonly sites: Sites,
    private readonly looks: SpaceLooks,
  ) {}

  /** @throws NotFound for strangers and users who are no members, Forbidden for others than administrators. */
  async of(actor: Actor, organizationId: string, userId: string): Promise<Viewpoint> {
    requireOrganizationAdmin(actor, organizationId);
    const member = await this.members.getMember(actor, organizationId, userId);
    const eyes = await this.eyesOf(organizationId, userId);
    return {
      member,
      list: (type, page) =>
        eyes ? this.list(eyes, organizationId, type, page) : Promise.resolve({ items: [], count: 0 }),
      sees: async (type, id) => eyes !== null && this.sees(eyes, organizationId, type, id),
      explain: (type, ids) => this.grants.explain(organizationId, type, userId, ids),
      looksOf: async (spaceId) => eyes && this.looks.of(eyes, organizationId, spaceId),
    };
  }

  /** Notes in the audit log that somebody looked at what a member sees. @param what the kind of it, or a thing with its id */
  async note(
    organizationId: string,
    { userId, user }: Member,
    what: { of: string; id?: string },
  ): Promise<void> {
    await this.db.transaction(() =>
      this.audit.record({
        organizationId,
        action: 'member.access-viewed',
        target: { type: 'member', id: userId, label: user.displayName },
        after: what,
      }),
    );
  }

  /** The member as they are in one organization; null where their membership is disabled. */
  private async eyesOf(organizationId: string, userId: string): Promise<Actor | null> {
    const found = await this.tokens.findActor(userId);
    const role = found?.memberships.get(organizationId);
    return found === null || role === undefined
      ? null
      : { ...found, scopes: [], memberships: new Map([[organizationId, role]]) };
  }

  private async list(
    eyes: Actor,
    organizationId: string,
    type: ResourceType,
    page: PageRequest,
  ): Promise<Page<Seen>> {
    switch (type) {
      case 'space':
        return mapPage(await this.spaces.list(eyes, organizationId, page), ({ space }) => space);
      case 'collection':
        return mapPage(
          await this.collections.list(eyes, organizationId, true, page),
          ({ collection }) => collection,
        );
      case 'site':
        return mapPage(await this.sites.list(eyes, organizationId, page), ({ site }) => site);
    }
  }

  private async sees(eyes: Actor, organizationId: string, type: ResourceType, id: string): Promise<boolean> {
    switch (type) {
      case 'space':
        return (await this.spaces.findVisible(eyes, organizationId, [id])).has(id);
      case 'collection':
        return (await this.collections.findVisible(eyes, organizationId, [id])).has(id);
      case 'site':
        return (await this.sites.findVisible(eyes, organizationId, [id])).has(id);
    }
  }
}
