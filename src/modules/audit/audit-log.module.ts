import { Global, Module } from '@nestjs/common';
import { AuditEventsRepository } from './audit-events.repository.js';
import { AuditLog } from './audit-log.js';

/** The writing half of the audit log, separate for processes that execute no jobs. */
@Global()
@Module({ providers: [AuditLog, AuditEventsRepository], exports: [AuditLog, AuditEventsRepository] })
export class AuditLogModule {}
