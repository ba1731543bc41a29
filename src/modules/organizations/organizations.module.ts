import { Module } from '@nestjs/common';
import { APP_INTERCEPTOR } from '@nestjs/core';
import { OperatorsModule } from '#modules/operators/index.js';
import { UsersModule } from '#modules/users/index.js';
import { Admissions } from './admissions.js';
import { AgentInstructionsController } from './agent-instructions/agent-instructions.controller.js';
import { AgentInstructionsRepository } from './agent-instructions/agent-instructions.repository.js';
import { AgentInstructions } from './agent-instructions/agent-instructions.service.js';
import { AuditEventsController } from './audit/audit-events.controller.js';
import { AuditStreamDelivery } from './audit/streams/audit-stream-delivery.js';
import { AuditStreamSender } from './audit/streams/audit-stream-sender.js';
import { AuditStreamsController } from './audit/streams/audit-streams.controller.js';
import { AuditStreams } from './audit/streams/audit-streams.service.js';
import { OrganizationAudit } from './audit/organization-audit.js';
import { FirstStart } from './first-start.js';
import { MemberChanges } from './member-changes.js';
import { MemberColumns } from './member-columns.js';
import { MembershipQueries } from './membership-queries.js';
import { MemberRecords } from './member-records.js';
import { MemberStats } from './member-stats.js';
import { MembersController } from './members.controller.js';
import { MembersRepository } from './members.repository.js';
import { Members } from './members.service.js';
import { OrganizationHooks } from './organization.hooks.js';
import { OrganizationsController } from './organizations.controller.js';
import { ServiceMembers } from './service-members.js';
import { SubdomainsController } from './subdomains.controller.js';
import { OrganizationsRepository } from './organizations.repository.js';
import { Organizations } from './organizations.service.js';
import { LastSeenTracker, LastSeenInterceptor } from './last-seen-tracker.js';
import { SetUp } from './set-up.js';
import { UpdateOrganization } from './update-organization.js';

/** Organizations, their members, and the first start of an installation. */
@Module({
  imports: [UsersModule, OperatorsModule],
  controllers: [
    SubdomainsController,
    OrganizationsController,
    MembersController,
    AuditEventsController,
    AuditStreamsController,
    AgentInstructionsController,
  ],
  providers: [
    Organizations,
    OrganizationsRepository,
    OrganizationHooks,
    Members,
    MemberChanges,
    MemberRecords,
    ServiceMembers,
    MembersRepository,
    MemberColumns,
    MembershipQueries,
    MemberStats,
    Admissions,
    UpdateOrganization,
    AgentInstructions,
    AgentInstructionsRepository,
    LastSeenTracker,
    { provide: APP_INTERCEPTOR, useClass: LastSeenInterceptor },
    FirstStart,
    SetUp,
    OrganizationAudit,
    AuditStreams,
    AuditStreamDelivery,
    AuditStreamSender,
  ],
  exports: [
    Organizations,
    OrganizationHooks,
    Members,
    MemberChanges,
    ServiceMembers,
    MemberColumns,
    MemberStats,
    Admissions,
    FirstStart,
    SetUp,
    OrganizationAudit,
    AuditStreams,
    AgentInstructions,
    LastSeenTracker,
    UpdateOrganization,
  ],
})
export class OrganizationsModule {}
