import { Injectable } from '@nestjs/common';
import type { User } from '#modules/users/index.js';
import { Database } from '#platform/database/database.js';

import { type Page, type PageRequest, paginate, type SortKey } from '#platform/database/pagination.js';
import type { Role } from '#platform/http/actor.js';
import { MEMBER_TABLES, MemberColumns } from './member-columns.js';
import { MemberEntity } from './member.entity.js';

/** A membership as stored. */
export type Membership = Readonly<MemberEntity>;

/** A membership with what its resource shows of the user and the teams. */
export interface MemberRow extends Membership {
  user: Pick<User, 'id' | 'email' | 'displayName' | 'photoUrl'>;
  teams: number;
}

/** That a member was seen in an organization. */
export interface Sighting {
  organizationId: string;
  userId: string;
  at: Date;
}

export interface MemberFilter {
  role?: Role | 'guest';
  /** Part of the name or the mail address, in any case. */
  search?: string;
  /** Id of a team: only its members. */
  team?: string;
  /** Id of a team: only people who are not in it. */
  notInTeam?: string;
  /** Only members who were not seen at this time or later; those who were never seen are among them. */
  unseenSince?: Date;
  sort: 'joinedAt' | 'lastSeenAt';
  order: 'asc' | 'desc';
}

const MEMBERSHIP = `
  organization_id as "organizationId", user_id as "userId", role, disabled, sso, joined_at as "joinedAt",
  last_seen_at as "lastSeenAt"`;

/** True when a row of `organization_members` belongs to a person rather than a service user of an integration. */
const IS_PERSON = `(select kind from users u where u.id = user_id) = 'person'`;

/** Every query on `organization_members`. */
@Injectable()
export class MembersRepository {
  constructor(
    private readonly db: Database,
    private readonly columns: MemberColumns,
  ) {}

  list(organizationId: string, filter: MemberFilter, page: PageRequest): Promise<Page<MemberRow>> {
    const values: unknown[] = [organizationId];
    const conditions = ['m.organization_id = $1'];
    if (filter.role === 'guest') conditions.push('m.role is null');
    else if (filter.role) conditions.push(`m.role = $${values.push(filter.role)}`);
    if (filter.search) {
      const pattern = `$${values.push(likePattern(filter.search))}`;
      conditions.push(`(u.display_name ilike ${pattern} or u.email ilike ${pattern})`);
    }
    const isInTeam = (team: string) =>
      this.columns.isInTeam.of({
        organization: 'm.organization_id',
        user: 'm.user_id',
        team: `$${values.push(team)}`,
      });
    if (filter.team !== undefined) conditions.push(isInTeam(filter.team));
    if (filter.notInTeam !== undefined) conditions.push(`not ${isInTeam(filter.notInTeam)}`);
    if (filter.unseenSince !== undefined)
      conditions.push(`coalesce(m.last_seen_at, '-infinity') < $${values.push(filter.unseenSince)}`);
    // Nobody can be sorted by a time at which they were never seen; the contract leaves them out.
    if (filter.sort === 'lastSeenAt') conditions.push('m.last_seen_at is not null');
    const direction = filter.order;
    const time: SortKey = {
      sql: filter.sort === 'joinedAt' ? 'm.joined_at' : 'm.last_seen_at',
      type: 'timestamptz',
      direction,
    };
    return paginate<MemberRow>(this.db, page, {
      select: this.columns.sql,
      from: `from ${MEMBER_TABLES} where ${conditions.join(' and ')}`,
      values,
      by: [time, { sql: 'm.user_id', type: 'text', direction }],
    });
  }

  findByIds(organizationId: string, userIds: readonly string[]): Promise<MemberRow[]> {
    const sql = `select ${this.columns.sql} from ${MEMBER_TABLES} where m.organization_id = $1 and m.user_id = any($2)`;
    return this.db.query<MemberRow>(sql, [organizationId, userIds]);
  }

  /**
   * Which of the users are members.
   * @param hold inside a transaction: these memberships cannot go before it ends.
   */
  async findIds(organizationId: string, userIds: readonly string[], hold = false): Promise<Set<string>> {
    if (userIds.length === 0) return new Set();
    return new Set(
      await this.db.queryColumn<string>(
        `select user_id as id from organization_members
       where organization_id = $1 and user_id = any($2) and ${IS_PERSON}
       ${hold ? 'order by user_id for key share' : ''}`,
        [organizationId, userIds],
      ),
    );
  }

  /** The bare membership of a person. */
  async find(organizationId: string, userId: string): Promise<Membership | null> {
    return this.db.queryFirst<Membership>(
      `select ${MEMBERSHIP} from organization_members where organization_id = $1 and user_id = $2 and ${IS_PERSON}`,
      [organizationId, userId],
    );
  }

  /** The administrator who has been one of an organization for the longest. */
  async findFirstAdmin(): Promise<Membership | null> {
    return this.db.queryFirst<Membership>(
      `select ${MEMBERSHIP} from organization_members where role = 'admin' and not disabled order by joined_at, user_id limit 1`,
    );
  }

  /** True when two users share one of `organizationIds`. */
  async isInAny(userId: string, organizationIds: readonly string[]): Promise<boolean> {
    const rows = await this.db.query(
      'select 1 from organization_members where user_id = $1 and organization_id = any($2) limit 1',
      [userId, organizationIds],
    );
    return rows.length > 0;
  }

  /** Number of administrators besides the user. */
  async countOtherAdmins(organizationId: string, userId: string): Promise<number> {
    return this.db.queryCount(
      `select count(*)::int as count from organization_members
       where organization_id = $1 and user_id <> $2 and role = 'admin' and not disabled`,
      [organizationId, userId],
    );
  }

  /** Administrators who are not disabled, and whether each comes in only through single sign-on. */
  listAdmins(organizationId: string): Promise<Pick<Membership, 'userId' | 'sso'>[]> {
    return this.db.query(
      `select user_id as "userId", sso from organization_members
       where organization_id = $1 and role = 'admin' and not disabled and ${IS_PERSON}`,
      [organizationId],
    );
  }

  /** Number of members, or of those of them who come in only through single sign-on. */
  async count(organizationId: string, { ssoOnly }: { ssoOnly: boolean }): Promise<number> {
    return this.db.queryCount(
      `select count(*)::int as count from organization_members
       where organization_id = $1 and not disabled and (sso or not $2) and ${IS_PERSON}`,
      [organizationId, ssoOnly],
    );
  }

  /** Adds the membership. @returns false when there is one already, which stays as it is. */
  async insert(membership: Omit<Membership, 'lastSeenAt'>): Promise<boolean> {
    const result = await this.db.manager
      .createQueryBuilder()
      .insert()
      .into(MemberEntity)
      .values(membership)
      .orIgnore()
      .returning('user_id')
      .execute();
    return (result.raw as unknown[]).length === 1;
  }

  async updateRole(organizationId: string, userId: string, role: Role | null): Promise<void> {
    await this.db.manager.update(MemberEntity, { organizationId, userId }, { role });
  }

  async setDisabled(organizationId: string, userId: string, disabled: boolean): Promise<void> {
    await this.db.manager.update(MemberEntity, { organizationId, userId }, { disabled });
  }

  async requireSso(organizationId: string, userId: string): Promise<void> {
    await this.db.manager.update(MemberEntity, { organizationId, userId }, { sso: true });
  }

  /** Takes the mark of `requireSso` from all members. @returns those who had it. */
  releaseFromSso(organizationId: string): Promise<Membership[]> {
    return this.db.query<Membership>(
      `update organization_members set sso = false where organization_id = $1 and sso
       returning ${MEMBERSHIP}`,
      [organizationId],
    );
  }

  /** Notes when members were seen; never moves a time back. */
  async recordSightings(sightings: readonly Sighting[]): Promise<void> {
    await this.db.execute(
      `update organization_members m set last_seen_at = greatest(m.last_seen_at, seen.at)
       from unnest($1::text[], $2::text[], $3::timestamptz[]) as seen (organization_id, user_id, at)
       where m.organization_id = seen.organization_id and m.user_id = seen.user_id`,
      [
        sightings.map(({ organizationId }) => organizationId),
        sightings.map(({ userId }) => userId),
        sightings.map(({ at }) => at),
      ],
    );
  }

  /** Team memberships and grants go with it, by their foreign keys. */
  async delete(organizationId: string, userId: string): Promise<void> {
    await this.db.manager.delete(MemberEntity, { organizationId, userId });
  }
}

/** A pattern for `ilike` that finds the text anywhere, taken literally. */
export function likePattern(text: string): string {
  return `%${text.replace(/[\\%_]/g, '\\$&')}%`;
}
