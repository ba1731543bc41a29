import { Injectable } from '@nestjs/common';
import { Organizations } from '#modules/organizations/index.js';
import { UserTokens } from '#modules/users/index.js';
import { Config } from '#platform/config/env.js';
import type { Actor } from '#platform/http/actor.js';
import type { Link } from '../lists/links.js';

/** Organizations that somebody belongs to, but not with this session, as they require single sign-on. */
@Injectable()
export class HiddenOrganizations {
  constructor(
    private readonly config: Config,
    private readonly tokens: UserTokens,
    private readonly organizations: Organizations,
  ) {}

  /** The ways in to them. @param next where each leads below `/app`; to the organization without it. */
  async listFor({ userId, memberships, scopes, ssoOrganizationId }: Actor, next?: string): Promise<Link[]> {
    // An identity provider vouches for somebody in its own organization, and learns of no other.
    if (ssoOrganizationId !== null) return [];
    if (scopes && !scopes.includes('organization:read')) return [];
    const anyhow = await this.tokens.findActor(userId);
    const links: Link[] = [];
    for (const id of anyhow?.memberships.keys() ?? [])
      if (!memberships.has(id)) {
        const { hostname, title } = await this.organizations.getOrganization(id);
        const query = new URLSearchParams({ for: hostname, next: next ?? `o/${id}` });
        links.push({ href: `${this.config.basePath}/app/sign-in/sso?${query.toString()}`, title });
      }
    return links;
  }
}
