import { Injectable } from '@nestjs/common';
import { Organizations } from '#modules/organizations/index.js';
import type { Actor } from '#platform/http/actor.js';

/** Members are in a handful of organizations. */
const MOST = 100;

/** The organizations to which somebody can give content. */
@Injectable()
export class OtherOrganizations {
  constructor(private readonly organizations: Organizations) {}

  /** The other organizations of which the actor is an administrator. */
  async list(actor: Actor, organizationId: string): Promise<{ id: string; title: string }[]> {
    const { items } = await this.organizations.listOrganizations(actor, { limit: MOST });
    return items
      .map(({ organization: { id, title } }) => ({ id, title }))
      .filter(({ id }) => id !== organizationId && actor.memberships.get(id) === 'admin');
  }
}
