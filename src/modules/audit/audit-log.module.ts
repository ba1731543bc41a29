import { Global, Module } from '@nestjs/common';
import { ActorLabels } from './actor-labels.js';
import { AuditHooks } from './audit-hooks.js';
import { AuditEventsRepository } from './audit-events.repository.js';
import { AuditLog } from './audit-log.js';
import { InstallationLog } from './installation-log.js';

/** The writing half of the audit log, separate for processes that execute no jobs. */
@Global()
@Module({
  providers: [AuditLog, InstallationLog, ActorLabels, AuditHooks, AuditEventsRepository],
  exports: [AuditLog, InstallationLog, ActorLabels, AuditHooks, AuditEventsRepository],
})
export class AuditLogModule {}
