import { Injectable } from '@nestjs/common';
import { entityColumns } from '#platform/database/entity-columns.js';
import { perRow } from '#platform/database/per-row.js';
import { SqlPart } from '#platform/database/sql-part.js';
import { MemberEntity } from './member.entity.js';

/**
 * The tables of a list of members, `m` and `u`. Users belong to another module. They are joined here, for reading only, because sorting and
 * searching a page of members by the user's row is not possible from outside, and a list should cost one statement.
 */
export const MEMBER_TABLES = `organization_members m cross join ${perRow(
  `select * from users where id = m.user_id and kind = 'person'`,
)} u`;

/** The columns of `MEMBER_TABLES`; modules above use them for their own lists. */
@Injectable()
export class MemberColumns {
  /** The number of teams of a member; from the module of teams. */
  readonly teams = new SqlPart<{ organization: string; user: string }>('number of teams of a member');
  /** True for members of a team; from the same module. */
  readonly isInTeam = new SqlPart<{ organization: string; user: string; team: string }>(
    'membership in a team',
  );

  get sql(): string {
    return `${entityColumns(MemberEntity, 'm')},
      json_build_object('id', u.id, 'email', u.email, 'displayName', u.display_name, 'photoUrl', u.photo_url) as "user",
      ${this.teams.of({ organization: 'm.organization_id', user: 'm.user_id' })} as teams`;
  }
}
