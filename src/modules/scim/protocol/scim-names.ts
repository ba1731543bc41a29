const CORE = 'urn:ietf:params:scim:schemas:core:2.0';
const MESSAGES = 'urn:ietf:params:scim:api:messages:2.0';

/** Names of SCIM's schemas and messages. */
export const SCIM = {
  user: `${CORE}:User`,
  group: `${CORE}:Group`,
  schema: `${CORE}:Schema`,
  resourceType: `${CORE}:ResourceType`,
  providerConfig: `${CORE}:ServiceProviderConfig`,
  error: `${MESSAGES}:Error`,
  list: `${MESSAGES}:ListResponse`,
} as const;

export const SCIM_CONTENT_TYPE = 'application/scim+json; charset=utf-8';
