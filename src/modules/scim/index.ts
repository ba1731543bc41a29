export { ScimModule } from './scim.module.js';
export { ScimTokens } from './tokens/scim-tokens.service.js';
export type { ScimToken } from './tokens/scim-tokens.repository.js';
export { CreateScimTokenBody } from './tokens/scim-token.dto.js';
