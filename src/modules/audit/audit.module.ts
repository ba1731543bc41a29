import { Global, Module } from '@nestjs/common';
import { AuditLogModule } from './audit-log.module.js';
import { AuditTrail } from './audit-trail.js';
import { AuditJobs } from './audit.jobs.js';

/** The audit log: every module writes to it, administrators read it (`organizations/audit`). */
@Global()
@Module({ imports: [AuditLogModule], providers: [AuditTrail, AuditJobs], exports: [AuditTrail] })
export class AuditModule {}
