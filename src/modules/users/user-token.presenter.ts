import type { CreatedUserTokenResource, UserTokenResource } from './user-token.dto.js';
import type { TokenRecord } from './user-tokens.repository.js';

/** The wire form of a token's record. */
export function presentUserToken(record: TokenRecord): UserTokenResource {
  return toResource(record);
}

/** The same with the token itself: the only time that it is shown. */
export function presentCreatedUserToken(record: TokenRecord, token: string): CreatedUserTokenResource {
  return { ...toResource(record), token };
}

function toResource(record: TokenRecord) {
  return {
    object: 'user-token' as const,
    id: record.id,
    label: record.label,
    createdAt: record.createdAt.toISOString(),
    proof: record.proof,
    ...(record.ssoOrganizationId ? { organization: record.ssoOrganizationId } : {}),
    ...(record.scopes ? { scopes: record.scopes } : {}),
    ...(record.expiresAt ? { expiresAt: record.expiresAt.toISOString() } : {}),
    ...(record.lastUsedAt ? { lastUsedAt: record.lastUsedAt.toISOString() } : {}),
  };
}
