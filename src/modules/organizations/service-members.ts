import { Injectable } from '@nestjs/common';
import { Clock } from '#platform/clock/clock.js';
import { Database } from '#platform/database/database.js';
import type { Role } from '#platform/http/actor.js';
import { MembersRepository } from './members.repository.js';

/**
 * Memberships of users that are no people: what integrations act as. They give the same rights and appear in no list of
 * members. Callers have authorised, and note the change in the audit log as what it is to people.
 */
@Injectable()
export class ServiceMembers {
  constructor(
    private readonly db: Database,
    private readonly clock: Clock,
    private readonly members: MembersRepository,
  ) {}

  /** Makes the user a member, or gives the member this role; null is a guest. */
  async set(organizationId: string, userId: string, role: Role | null): Promise<void> {
    const joinedAt = this.clock.now();
    await this.db.transaction(async () => {
      const membership = { organizationId, userId, role, disabled: false, sso: false, joinedAt };
      if (!(await this.members.insert(membership)))
        await this.members.updateRole(organizationId, userId, role);
    });
  }

  /** Ends the membership and what was granted to it. */
  async remove(organizationId: string, userId: string): Promise<void> {
    await this.db.transaction(() => this.members.delete(organizationId, userId));
  }
}
