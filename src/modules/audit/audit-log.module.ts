import { Global, Module } from '@nestjs/common';
import { AuditEventsRepository } from './audit-events.repository.js';
import { AuditLog } from './audit-log.js';

/** What writes to the audit log; alone, for a process that takes no jobs. */
@Global()
@Module({ providers: [AuditLog, AuditEventsRepository], exports: [AuditLog, AuditEventsRepository] })
export class AuditLogModule {}
