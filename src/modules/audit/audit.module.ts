import { Global, Module } from '@nestjs/common';
import { AuditEventsRepository } from './audit-events.repository.js';
import { AuditLog } from './audit-log.js';
import { AuditTrail } from './audit-trail.js';
import { AuditJobs } from './audit.jobs.js';

/** The audit log: every module writes to it, administrators read it (`organizations/audit`). */
@Global()
@Module({
  providers: [AuditLog, AuditTrail, AuditEventsRepository, AuditJobs],
  exports: [AuditLog, AuditTrail],
})
export class AuditModule {}
