import { Injectable } from '@nestjs/common';
import { likePattern } from '#modules/organizations/index.js';
import { Database } from '#platform/database/database.js';
import { entityColumns } from '#platform/database/entity-columns.js';
import { byText, type Page, type PageRequest, paginate } from '#platform/database/pagination.js';
import { TeamEntity } from './team.entity.js';
import type { TeamRole } from './team-member.entity.js';

/** A team, the number of its members and the reader's own role in it. */
export interface TeamRow extends Readonly<TeamEntity> {
  members: number;
  teamRole: TeamRole | null;
}

export interface TeamFilter {
  /** Only teams that this member can manage. */
  owner?: string;
  /** Part of the title, in any case. */
  title?: string;
}

/** `$1` is the organization, `$2` the reader. */
const COLUMNS = `${entityColumns(TeamEntity, 't')},
  (select count(*)::int from team_members tm
    where tm.organization_id = t.organization_id and tm.team_id = t.id) as members,
  (select own.role from team_members own
    where own.organization_id = t.organization_id and own.team_id = t.id and own.user_id = $2) as "teamRole"`;

/** Administrators manage every team, owners theirs; the same rule as in team.policy. */
const canBeManagedBy = (user: string) => `(
  exists (select 1 from organization_members m where m.organization_id = t.organization_id
    and m.user_id = ${user} and m.role = 'admin' and not m.disabled)
  or exists (select 1 from team_members tm where tm.organization_id = t.organization_id
    and tm.team_id = t.id and tm.user_id = ${user} and tm.role = 'owner'))`;

/** Every query on `teams`. */
@Injectable()
export class TeamsRepository {
  constructor(private readonly db: Database) {}

  /** By title. */
  list(
    organizationId: string,
    readerId: string,
    filter: TeamFilter,
    page: PageRequest,
  ): Promise<Page<TeamRow>> {
    const values: unknown[] = [organizationId, readerId];
    // The reader is named here too: the count has no columns, and every parameter must have a type.
    const conditions = ['t.organization_id = $1', '$2::text is not null'];
    if (filter.owner !== undefined) conditions.push(canBeManagedBy(`$${values.push(filter.owner)}`));
    if (filter.title) conditions.push(`t.title ilike $${values.push(likePattern(filter.title))}`);
    return paginate<TeamRow>(this.db, page, {
      select: COLUMNS,
      from: `from teams t where ${conditions.join(' and ')}`,
      values,
      by: byText('lower(t.title)', 't.id'),
    });
  }

  async find(organizationId: string, id: string, readerId: string): Promise<TeamRow | null> {
    const sql = `select ${COLUMNS} from teams t where t.organization_id = $1 and t.id = $3`;
    return this.db.queryFirst<TeamRow>(sql, [organizationId, readerId, id]);
  }

  /**
   * Also holds the team until the end of the transaction, so that changes of its members take turns. Two statements: the
   * second sees what happened while the first one waited.
   */
  async findForUpdate(organizationId: string, id: string, readerId: string): Promise<TeamRow | null> {
    const lock = 'select 1 from teams where organization_id = $1 and id = $2 for no key update';
    await this.db.query(lock, [organizationId, id]);
    return this.find(organizationId, id, readerId);
  }

  findByIds(organizationId: string, ids: readonly string[], readerId: string | null): Promise<TeamRow[]> {
    const sql = `select ${COLUMNS} from teams t where t.organization_id = $1 and t.id = any($3)`;
    return this.db.query<TeamRow>(sql, [organizationId, readerId, ids]);
  }

  async insert(team: TeamEntity): Promise<void> {
    await this.db.manager.insert(TeamEntity, team);
  }

  async updateTitle(organizationId: string, id: string, title: string): Promise<void> {
    await this.db.manager.update(TeamEntity, { organizationId, id }, { title });
  }

  /** Its memberships and grants go with it, by their foreign keys. */
  async delete(organizationId: string, id: string): Promise<void> {
    await this.db.manager.delete(TeamEntity, { organizationId, id });
  }
}
