import { Injectable } from '@nestjs/common';
import { SqlPart } from '#platform/database/sql-part.js';

/** Expressions for the id of a user and, where only what one token gives counts, the name of its row. */
export interface BearerNames {
  user: string;
  token?: string;
}

/**
 * Parts of the statements that look up tokens, from the modules that know organizations and teams of users. Each request looks one up, so
 * asking each module would cost two more round trips. Disabled memberships give neither role nor teams.
 */
@Injectable()
export class UserStandings {
  /** An object of roles by organization; null for none. */
  readonly memberships = new SqlPart<BearerNames>('memberships of a user');
  readonly teamIds = new SqlPart<BearerNames>('teams of a user');
  /** True for members of an organization, or of another than `except`, whatever their role there. */
  readonly isMember = new SqlPart<{ user: string; except?: string }>('membership of a user');

  /** Columns of `UserStanding`. */
  columns(names: BearerNames): string {
    return `${this.memberships.of(names)} as memberships, ${this.teamIds.of(names)} as "teamIds"`;
  }
}
