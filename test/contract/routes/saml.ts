import { get, org, patch, post, remove, type Route } from '../route.js';
import type { RouteFixture } from '../route-fixture.js';

/** Makes the provider that the path names. */
async function withProvider(fixture: RouteFixture): Promise<void> {
  const made = await fixture.admin.api.post(`/v1/orgs/${fixture.params['organizationId']}/saml`, {
    label: 'One',
  });
  fixture.params['samlProviderId'] = (made.body as { id: string }).id;
}

const ofProvider = (route: Route): Route => ({
  ...route,
  prepare: withProvider,
  params: ({ params }) => ({ samlProviderId: params['samlProviderId'] ?? 'none' }),
});

const one = `${org}/saml/{samlProviderId}`;

export const samlRoutes: Route[] = [
  get(`${org}/saml`, 'organization:read', 'admin'),
  post(`${org}/saml`, 'organization:write', 'admin', 201)(),
  ofProvider(get(one, 'organization:read', 'admin')),
  ofProvider(patch(one, 'organization:write', 'admin')()),
  ofProvider(remove(one, 'organization:write', 'admin')),
  get(`${org}/sso`, 'organization:read', 'member'),
  { route: 'POST /v1/sso/token', audience: 'public', status: 201 },
];
