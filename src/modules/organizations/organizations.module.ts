import { Module } from '@nestjs/common';
import { UsersModule } from '#modules/users/index.js';
import { Admissions } from './admissions.js';
import { AuditEventsController } from './audit/audit-events.controller.js';
import { OrganizationAudit } from './audit/organization-audit.js';
import { FirstStart } from './first-start.js';
import { MemberStats } from './member-stats.js';
import { MembersController } from './members.controller.js';
import { MembersRepository } from './members.repository.js';
import { Members } from './members.service.js';
import { OrganizationHooks } from './organization.hooks.js';
import { OrganizationsController } from './organizations.controller.js';
import { SubdomainsController } from './subdomains.controller.js';
import { OrganizationsRepository } from './organizations.repository.js';
import { Organizations } from './organizations.service.js';

/** Organizations, their members, and the first start of an installation. */
@Module({
  imports: [UsersModule],
  controllers: [SubdomainsController, OrganizationsController, MembersController, AuditEventsController],
  providers: [
    Organizations,
    OrganizationsRepository,
    OrganizationHooks,
    Members,
    MembersRepository,
    MemberStats,
    Admissions,
    FirstStart,
    OrganizationAudit,
  ],
  exports: [Organizations, OrganizationHooks, Members, MemberStats, Admissions, FirstStart],
})
export class OrganizationsModule {}
