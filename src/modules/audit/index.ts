export { AuditLogModule } from './audit-log.module.js';
export { AuditModule } from './audit.module.js';
export { AuditHooks } from './audit-hooks.js';
export { AUDIT_GROUPS, type AuditGroup, auditGroupLabel } from './audit-groups.js';
export {
  type AuditStream,
  AuditStreamsRepository,
  type StreamKey,
  type WaitingEntry,
} from './streams/audit-streams.repository.js';
export { ActorLabels } from './actor-labels.js';
export { AUDIT_ACTIONS, type AuditAction } from './audit-actions.js';
export {
  AUDIT_ACTOR_TYPES,
  AUDIT_SOURCES,
  type AuditActorType,
  type AuditSource,
} from './audit-event.types.js';
export { AuditLog, type AuditRecord } from './audit-log.js';
export type { AuditEvent, AuditEventFilter } from './audit-events.repository.js';
export { AuditTrail } from './audit-trail.js';
export {
  INSTALLATION_ACTIONS,
  type InstallationAction,
  type InstallationEvent,
  InstallationLog,
} from './installation-log.js';
