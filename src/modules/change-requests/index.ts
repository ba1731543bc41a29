export type * from './change-request.events.js';
export { ChangeRequest, type ChangeRequestStatus } from './change-request.entity.js';
export type { ChangeRequestAction } from './change-request.policy.js';
