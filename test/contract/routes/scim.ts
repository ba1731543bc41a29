import { get, org, post, remove, type Route } from '../route.js';
import type { RouteFixture } from '../route-fixture.js';

const tokens = `${org}/scim-tokens`;

/** Makes the token that the path names. */
async function withToken(fixture: RouteFixture): Promise<void> {
  const path = `/v1/orgs/${fixture.params['organizationId']}/scim-tokens`;
  const made = await fixture.admin.api.post(path, { label: 'Okta' });
  fixture.params['scimTokenId'] = (made.body as { id: string }).id;
}

export const scimRoutes: Route[] = [
  get(tokens, 'organization:read', 'admin'),
  post(tokens, 'organization:write', 'admin', 201)(),
  {
    ...remove(`${tokens}/{scimTokenId}`, 'organization:write', 'admin'),
    prepare: withToken,
    params: ({ params }) => ({ scimTokenId: params['scimTokenId'] ?? 'none' }),
  },
];
