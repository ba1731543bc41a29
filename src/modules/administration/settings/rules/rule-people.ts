import { Injectable } from '@nestjs/common';
import { Grants } from '#modules/access/index.js';
import { Members, type SpaceMergeRules, usersInMergeRules } from '#modules/organizations/index.js';
import type { SpaceRecord } from '#modules/spaces/index.js';
import type { Actor } from '#platform/http/actor.js';

/** Members that the form of a rule offers; whoever is not among them is named by the mail address. */
const MOST_CHOICES = 200;
const FILTER = { sort: 'joinedAt', order: 'desc' } as const;

/** The people that merge rules name, and those whom a form offers. */
export interface RulePeople {
  /** Names of the members whom rules name, by id. */
  names: ReadonlyMap<string, string>;
  choices: readonly { displayName: string; email: string }[];
}

/** Finds the people that pages of merge rules name and offer. */
@Injectable()
export class FindRulePeople {
  constructor(
    private readonly members: Members,
    private readonly grants: Grants,
  ) {}

  /** Offers members of the organization. @throws Forbidden for guests */
  async ofOrganization(
    actor: Actor,
    organizationId: string,
    mergeRules: SpaceMergeRules,
  ): Promise<RulePeople> {
    const { items } = await this.members.listMembers(actor, organizationId, FILTER, {
      limit: MOST_CHOICES,
    });
    return { names: await this.names(organizationId, mergeRules), choices: items.map(({ user }) => user) };
  }

  /** Offers those who get to the space, for somebody who may change its settings. */
  async ofSpace({ organizationId, id, mergeRules }: SpaceRecord): Promise<RulePeople> {
    const resource = { organizationId, type: 'space', id } as const;
    const { items } = await this.grants.listEffective(resource, {}, { limit: MOST_CHOICES });
    return { names: await this.names(organizationId, mergeRules), choices: items.map(({ user }) => user) };
  }

  private async names(organizationId: string, mergeRules: SpaceMergeRules): Promise<Map<string, string>> {
    const named = await this.members.findMembers(organizationId, usersInMergeRules(mergeRules));
    return new Map([...named].map(([userId, { user }]) => [userId, user.displayName]));
  }
}
