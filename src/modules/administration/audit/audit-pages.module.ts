import { Module } from '@nestjs/common';
import { MemberPagesModule } from '#modules/member-pages/index.js';
import { OrganizationsModule } from '#modules/organizations/index.js';
import { TeamsModule } from '#modules/teams/index.js';
import { UsersModule } from '#modules/users/index.js';
import { AuditNames } from './log/audit-names.js';
import { AuditPages } from './log/audit-pages.js';
import { StreamListPages } from './streams/stream-list-pages.js';
import { StreamPages } from './streams/stream-pages.js';

/** The audit log of an organization, its export, and its streams. */
@Module({
  imports: [MemberPagesModule, OrganizationsModule, UsersModule, TeamsModule],
  providers: [AuditNames, AuditPages, StreamListPages, StreamPages],
})
export class AuditPagesModule {}
