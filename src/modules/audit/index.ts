export { AuditModule } from './audit.module.js';
export { AUDIT_ACTIONS, type AuditAction } from './audit-actions.js';
export { type AuditActorType, AuditLog, type AuditRecord } from './audit-log.js';
