import { Injectable } from '@nestjs/common';
import type { ResourceType, RoleOrigin } from '#modules/access/index.js';
import { Collections } from '#modules/collections/index.js';
import { Teams } from '#modules/teams/index.js';
import type { Actor, Role } from '#platform/http/actor.js';

/** Names of what origins of roles point at, by id: collections that the reader sees, and teams. */
export interface OriginNames {
  collections: ReadonlyMap<string, string>;
  teams: ReadonlyMap<string, string>;
}

/** Reads the names that the reasons of roles need. */
@Injectable()
export class RoleOrigins {
  constructor(
    private readonly collections: Collections,
    private readonly teams: Teams,
  ) {}

  /** The names for some origins, by two statements at most. */
  async namesOf(actor: Actor, organizationId: string, origins: readonly RoleOrigin[]): Promise<OriginNames> {
    const collectionIds = origins.flatMap(({ type, id }) => (type === 'collection' ? [id] : []));
    const teamIds = origins.flatMap(({ team }) => (team === undefined ? [] : [team]));
    const collections = await this.collections.findVisible(actor, organizationId, collectionIds);
    const teams = await this.teams.findTeamsByIds(organizationId, teamIds, actor);
    return {
      collections: new Map([...collections].map(([id, { collection }]) => [id, collection.title])),
      teams: new Map([...teams].map(([id, { title }]) => [id, title])),
    };
  }
}

/**
 * The reason for a role on a place, in words.
 * @param place the thing that the role is on, which the words call “here”.
 */
export function reasonOf(
  { role, origin: { reason, type, id, team } }: { role: Role; origin: RoleOrigin },
  place: { type: ResourceType; id: string },
  names: OriginNames,
): string {
  const isHere = type === place.type && id === place.id;
  const title = names.collections.get(id);
  const around = title === undefined ? 'a collection around it' : `the collection “${title}”`;
  switch (reason) {
    case 'role':
      return role === 'admin' ? 'Administrator of the organization' : 'Role in the organization';
    case 'default':
      return isHere ? `Base role of this ${place.type}` : `Base role of ${around}`;
    case 'member':
      return isHere ? 'Let in here' : `Let in to ${around}`;
    case 'team': {
      const name = names.teams.get(team ?? '');
      const who = name === undefined ? 'A team' : `Team “${name}”`;
      return isHere ? `${who}, let in here` : `${who}, let in to ${around}`;
    }
  }
}
