import { Global, Module } from '@nestjs/common';
import { AuditLogModule } from './audit-log.module.js';
import { AuditTrail } from './audit-trail.js';
import { AuditStreamsRepository } from './streams/audit-streams.repository.js';
import { AuditJobs } from './audit.jobs.js';

/** The audit log: every module writes to it, administrators read it (`organizations/audit`). */
@Global()
@Module({
  imports: [AuditLogModule],
  providers: [AuditTrail, AuditJobs, AuditStreamsRepository],
  exports: [AuditTrail, AuditStreamsRepository],
})
export class AuditModule {}
