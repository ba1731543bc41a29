import { get, org, patch, post, remove, type Route } from '../route.js';
import type { RouteFixture } from '../route-fixture.js';

const settings = {
  label: 'One',
  issuer: 'https://login.example',
  clientID: 'bindery',
  clientSecret: 'secret',
};

/** Makes the provider that the path names. */
async function withProvider(fixture: RouteFixture): Promise<void> {
  const made = await fixture.admin.api.post(`/v1/orgs/${fixture.params['organizationId']}/oidc`, settings);
  fixture.params['oidcProviderId'] = (made.body as { id: string }).id;
}

const ofProvider = (route: Route): Route => ({
  ...route,
  prepare: withProvider,
  params: ({ params }) => ({ oidcProviderId: params['oidcProviderId'] ?? 'none' }),
});

const one = `${org}/oidc/{oidcProviderId}`;

export const oidcRoutes: Route[] = [
  get(`${org}/oidc`, 'organization:read', 'admin'),
  post(`${org}/oidc`, 'organization:write', 'admin', 201)(),
  ofProvider(get(one, 'organization:read', 'admin')),
  ofProvider(patch(one, 'organization:write', 'admin')()),
  ofProvider(remove(one, 'organization:write', 'admin')),
];
