export { UsersModule } from './users.module.js';
export { normalizeEmail, Users, type NewUser } from './users.service.js';
export type { User } from './users.repository.js';
export { UserVisibility, type UserVisibilityCheck } from './user-visibility.js';
export { UserParams, UserResource } from './user.dto.js';
export { presentUser } from './user.presenter.js';
export { UserTokens, type NewToken } from './user-tokens.service.js';
export type { TokenRecord } from './user-tokens.repository.js';
export { type NewSession, Sessions } from './sessions.js';
