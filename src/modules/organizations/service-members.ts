import { Injectable } from '@nestjs/common';
import { Clock } from '#platform/clock/clock.js';
import { Database } from '#platform/database/database.js';
import type { Role } from '#platform/http/actor.js';
import { MembersRepository } from './members.repository.js';

/**
 * Memberships of service users, as which integrations act. They give the same rights as other memberships and appear in no
 * list of members. The caller authorises, and records its own action (an installation, for example) in the audit log.
 */
@Injectable()
export class ServiceMembers {
  constructor(
    private readonly db: Database,
    private readonly clock: Clock,
    private readonly members: MembersRepository,
  ) {}

  /** Makes the user a member, or gives the member this role; null is a guest. */
  async saveMember(organizationId: string, userId: string, role: Role | null): Promise<void> {
    const joinedAt = this.clock.now();
    await this.db.transaction(async () => {
      const membership = { organizationId, userId, role, disabled: false, sso: false, joinedAt };
      if (!(await this.members.insert(membership)))
        await this.members.updateRole(organizationId, userId, role);
    });
  }

  /** Ends the membership and what was granted to it. */
  async removeMember(organizationId: string, userId: string): Promise<void> {
    await this.db.transaction(() => this.members.delete(organizationId, userId));
  }
}
