import { Injectable } from '@nestjs/common';
import { AuditLog } from '#modules/audit/index.js';
import { Users } from '#modules/users/index.js';
import { Clock } from '#platform/clock/clock.js';
import { Database } from '#platform/database/database.js';
import type { Role } from '#platform/http/actor.js';
import { Forbidden } from '#platform/http/errors.js';
import { MembersRepository } from './members.repository.js';
import { isWithin } from './organization.policy.js';
import { OrganizationsRepository } from './organizations.repository.js';

/** The way in which a user became a member. */
export type JoinMethod = 'invitation' | 'invite-link' | 'email-domain' | 'single-sign-on' | 'provisioning';

export interface AdmissionRequest {
  organizationId: string;
  userId: string;
  /** The role to have at least; null is a guest. */
  role: Role | null;
  /** Makes the membership count through single sign-on only; existing members stay as they are. */
  sso?: boolean;
  by: JoinMethod;
}

/** `joined`: was no member before; `raised`: was one with a weaker role; `none`: had all of it. */
export type MemberAdmission = 'joined' | 'raised' | 'none';

/** Makes users members of organizations, once another module has decided that they may join. */
@Injectable()
export class Admissions {
  constructor(
    private readonly db: Database,
    private readonly clock: Clock,
    private readonly audit: AuditLog,
    private readonly users: Users,
    private readonly members: MembersRepository,
    private readonly organizations: OrganizationsRepository,
  ) {}

  /**
   * Makes the user a member with the role, or gives a member with a weaker one that role; nobody's role gets weaker. It runs in the
   * caller's transaction, which has the organization locked from here on. The caller has decided that the user may join.
   * @throws Forbidden for a member whom administrators have disabled.
   */
  admit({ organizationId, userId, role, sso = false, by }: AdmissionRequest): Promise<MemberAdmission> {
    return this.db.transaction(async () => {
      await this.organizations.lock(organizationId);
      const existing = await this.members.find(organizationId, userId);
      if (existing?.disabled)
        throw new Forbidden('An administrator of the organization has disabled your membership.');
      if (existing && isWithin(existing.role, role)) return 'none';
      const label = (await this.users.getUser(userId)).displayName;
      const target = { type: 'member', id: userId, label };
      if (existing) {
        await this.members.updateRole(organizationId, userId, role);
        const [before, after] = [{ role: existing.role }, { role, by }];
        await this.audit.record({ organizationId, action: 'member.updated', target, before, after });
        return 'raised';
      }
      const joinedAt = this.clock.now();
      await this.members.insert({ organizationId, userId, role, disabled: false, sso, joinedAt });
      await this.audit.record({ organizationId, action: 'member.added', target, after: { role, sso, by } });
      return 'joined';
    });
  }
}
