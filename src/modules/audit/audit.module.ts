import { Global, Module } from '@nestjs/common';
import { AuditEventsRepository } from './audit-events.repository.js';
import { AuditLog } from './audit-log.js';

/** The audit log: every module writes to it, administrators read it. */
@Global()
@Module({ providers: [AuditLog, AuditEventsRepository], exports: [AuditLog] })
export class AuditModule {}
