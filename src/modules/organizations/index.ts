export { OrganizationsModule } from './organizations.module.js';
export { Organizations, type OrganizationView, viewAsOutsider } from './organizations.service.js';
export type { Organization } from './organizations.repository.js';
export { OrganizationHooks } from './organization.hooks.js';
export {
  CreateOrganizationBody,
  OrganizationParams,
  OrganizationResource,
  UpdateOrganizationBody,
} from './organization.dto.js';
export { organizationUpdateOf, UpdateOrganization } from './update-organization.js';
export { presentOrganization } from './organization.presenter.js';
export {
  createOrganizationVerdict,
  isWithin,
  memberVerdict,
  type OrganizationAction,
  organizationPermissions,
  organizationVerdict,
  type Standing,
} from './organization.policy.js';
export { requireInOrganization, requireMember, requireOrganizationAdmin } from './require-member.js';
export { type MemberAdmission, type AdmissionRequest, Admissions, type JoinMethod } from './admissions.js';
export { Members, type Member } from './members.service.js';
export { MemberChanges } from './member-changes.js';
export { ServiceMembers } from './service-members.js';
export { likePattern, type MemberFilter, type MemberRow, type Membership } from './members.repository.js';
export { MEMBER_TABLES, MemberColumns } from './member-columns.js';
export { isTokenAccepted, MembershipQueries } from './membership-queries.js';
export { MemberStats } from './member-stats.js';
export { MemberParams, MemberResource } from './member.dto.js';
export { presentMember } from './member.presenter.js';
export { problemOfRuleExpression } from './merge-rule-expression.js';
export { usersInMergeRules, withoutUser } from './merge-rules.js';
export {
  type MergeRule,
  type MergeRules,
  MergeRulesField,
  RULES_WITH_USERS,
  type SpaceMergeRules,
} from './merge-rules.dto.js';
export { FirstStart, type FirstStartResult } from './first-start.js';
export { SetUp } from './set-up.js';
export type {} from './organizations.events.js';
export type { AuditExport } from './audit/export/audit-export.js';
export { AUDIT_EXPORT_FORMATS, type AuditExportFormat } from './audit/export/export-formats.js';
export { CreateAuditStreamBody, UpdateAuditStreamBody } from './audit/streams/audit-stream.dto.js';
export { stateOf as stateOfAuditStream } from './audit/streams/audit-stream.presenter.js';
export { AuditStreams, type AuditStreamView, MAX_COUNTED } from './audit/streams/audit-streams.service.js';
export type { AskedFilter } from './audit/organization-audit.js';
export { OrganizationAudit } from './audit/organization-audit.js';
export type { StoredInstructions } from './agent-instructions/agent-instructions.repository.js';
export { PutAgentInstructionsBody } from './agent-instructions/agent-instructions.dto.js';
export { AgentInstructions } from './agent-instructions/agent-instructions.service.js';
export { parseInstructions } from './agent-instructions/read-instructions.js';
export { LastSeenTracker } from './last-seen-tracker.js';
