import { Injectable } from '@nestjs/common';
import { Organizations } from '#modules/organizations/index.js';
import { TeamMembers, Teams } from '#modules/teams/index.js';
import { Database } from '#platform/database/database.js';
import type { Actor } from '#platform/http/actor.js';
import { NotFound } from '#platform/http/errors.js';
import type { ListQuery } from '../protocol/list-query.js';
import { ScimError } from '../protocol/scim.errors.js';
import { ScimTokens } from '../tokens/scim-tokens.service.js';
import type { ScimToken } from '../tokens/scim-tokens.repository.js';
import type { ScimGroupInput } from './scim-group-input.js';
import { type ScimGroupMember, type ScimGroupRow, ScimGroupsRepository } from './scim-groups.repository.js';

/** A team with its members, where they were asked for. */
export interface ScimGroup {
  group: ScimGroupRow;
  members?: readonly ScimGroupMember[];
}

/** Teams as the organization's identity provider looks after them. */
@Injectable()
export class ScimGroups {
  constructor(
    private readonly db: Database,
    private readonly tokens: ScimTokens,
    private readonly rows: ScimGroupsRepository,
    private readonly organizations: Organizations,
    private readonly teams: Teams,
    private readonly teamMembers: TeamMembers,
  ) {}

  /** @throws ScimError for a filter that cannot be. */
  async list(
    { organizationId }: ScimToken,
    query: ListQuery,
    withMembers: boolean,
  ): Promise<{ groups: ScimGroup[]; total: number }> {
    const { rows, total } = await this.rows.list(organizationId, query);
    return { groups: await this.withMembers(organizationId, rows, withMembers), total };
  }

  /** @throws NotFound */
  async get(token: ScimToken, id: string, withMembers = true): Promise<ScimGroup> {
    const group = await this.find(token, id);
    const [found] = await this.withMembers(token.organizationId, [group], withMembers);
    return found ?? { group };
  }

  /**
   * Makes a team.
   * @throws ScimError `uniqueness` when a team has the name; BadRequest for an id of somebody outside the organization.
   */
  create(token: ScimToken, input: ScimGroupInput): Promise<ScimGroup> {
    const { organizationId } = token;
    return this.change(token, async () => {
      const title = await this.requireFreeTitle(organizationId, input.title, null);
      const members = [...(input.members?.(new Set()) ?? [])];
      const { id } = await this.teams.createTeam(actorOf(token), organizationId, title, members);
      await this.rows.saveExternalId(organizationId, id, input.externalId ?? null);
      return this.get(token, id);
    });
  }

  /**
   * Changes what `input` names of a team, for which it is held: of two changes of its members at once, both count.
   * @throws NotFound, ScimError `uniqueness`; BadRequest for an id of somebody outside the organization.
   */
  async update(token: ScimToken, id: string, input: ScimGroupInput): Promise<void> {
    const { organizationId } = token;
    const actor = actorOf(token);
    await this.change(token, async () => {
      const { title } = await this.find(token, id);
      if (input.title !== undefined && input.title !== title)
        await this.teams.updateTeam(
          actor,
          organizationId,
          id,
          await this.requireFreeTitle(organizationId, input.title, id),
        );
      if (input.externalId !== undefined)
        await this.rows.saveExternalId(organizationId, id, input.externalId);
      if (input.members) await this.changeMembers(token, id, input.members);
    });
  }

  /** Deletes a team with the grants made to it. @throws NotFound */
  async remove(token: ScimToken, id: string): Promise<void> {
    await this.change(token, async () => {
      await this.find(token, id);
      await this.teams.deleteTeam(actorOf(token), token.organizationId, id);
    });
  }

  private async changeMembers(
    token: ScimToken,
    id: string,
    change: NonNullable<ScimGroupInput['members']>,
  ): Promise<void> {
    const { organizationId } = token;
    await this.teams.lockForChange(actorOf(token), organizationId, id);
    const members = await this.rows.listMembers(organizationId, [id]);
    const before = new Set(members.map(({ userId }) => userId));
    const after = change(before);
    const add = [...after].filter((userId) => !before.has(userId));
    const remove = [...before].filter((userId) => !after.has(userId));
    if (add.length + remove.length === 0) return;
    await this.teamMembers.updateMembers(actorOf(token), organizationId, id, { add, remove });
  }

  private change<T>(token: ScimToken, work: () => Promise<T>): Promise<T> {
    return this.db.transaction(async () => {
      await this.organizations.lockOrganization(token.organizationId);
      await this.tokens.renew(token);
      return work();
    });
  }

  private async find({ organizationId }: ScimToken, id: string): Promise<ScimGroupRow> {
    const group = await this.rows.find(organizationId, id);
    if (!group) throw new NotFound('group');
    return group;
  }

  private async withMembers(
    organizationId: string,
    groups: readonly ScimGroupRow[],
    isWanted: boolean,
  ): Promise<ScimGroup[]> {
    if (!isWanted || groups.length === 0) return groups.map((group) => ({ group }));
    const members = await this.rows.listMembers(
      organizationId,
      groups.map(({ id }) => id),
    );
    const byTeam = new Map<string, ScimGroupMember[]>(groups.map(({ id }) => [id, []]));
    for (const member of members) byTeam.get(member.teamId)?.push(member);
    return groups.map((group) => ({ group, members: byTeam.get(group.id) ?? [] }));
  }

  private async requireFreeTitle(
    organizationId: string,
    title: string | undefined,
    own: string | null,
  ): Promise<string> {
    if (title === undefined) throw new ScimError('invalidValue', 'displayName: it is required.');
    if (await this.rows.isTitleTaken(organizationId, title, own))
      throw new ScimError('uniqueness', `A team has the name "${title}" already.`);
    return title;
  }
}

/** The token as an administrator of its organization, and of nothing else: it manages all teams. */
function actorOf({ id, organizationId }: ScimToken): Actor {
  return {
    kind: 'user',
    ...{ userId: id, tokenId: id, scopes: null, proof: 'token', ssoOrganizationId: null },
    memberships: new Map([[organizationId, 'admin']]),
    teamIds: [],
  };
}
