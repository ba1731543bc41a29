export { ALLOWED, atLeast, denied, HIDDEN, requireAllowed, type Verdict } from '#platform/http/verdict.js';
export { roleVerdict } from './role-verdict.js';
export {
  DEFAULT_LEVELS,
  type DefaultLevel,
  effectiveRole,
  type RoleFacts,
  strongest,
} from './effective-role.js';
export {
  accessTables,
  ACTOR_PARAMETERS,
  actorValues,
  ALL_COLLECTIONS,
  COLLECTION_ACCESS,
  isAdminEverywhere,
  ONE_COLLECTION_ACCESS,
  ONE_SPACE_ACCESS,
  roleExpression,
  SPACE_ACCESS,
  visibleSpacesTable,
} from './visibility.js';
export type {
  Grant,
  Grantee,
  GranteeKind,
  Resource,
  ResourceType,
  RoleOrigin,
  TeamGrant,
} from './resource.js';
export type { EffectiveFilter } from './effective-roles.repository.js';
export {
  type EffectivePermission,
  type ExplainedRole,
  Grants,
  type InviteInput,
  type TeamPermission,
  type UserPermission,
} from './grants.service.js';
export { AccessModule } from './access.module.js';
export { type HeldResource, permissionRoutes } from './permission.routes.js';
