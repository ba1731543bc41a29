import { get, org, patch, post, put, remove, type Route } from '../route.js';
import type { RouteFixture } from '../route-fixture.js';

const member = `${org}/members/{userId}`;

const stream = { title: 'Archive', url: 'https://logs.example/bindery' };

/** Makes the stream that the path names. */
async function withStream(fixture: RouteFixture): Promise<void> {
  const path = `/v1/orgs/${fixture.params['organizationId']}/audit-streams`;
  const made = await fixture.admin.api.post(path, stream);
  fixture.params['auditStreamId'] = (made.body as { id: string }).id;
}

const ofStream = (route: Route): Route => ({
  ...route,
  prepare: withStream,
  params: ({ params }) => ({ auditStreamId: params['auditStreamId'] ?? 'none' }),
});

const oneStream = `${org}/audit-streams/{auditStreamId}`;

export const organizationRoutes: Route[] = [
  post(`${org}/ping`, 'organization:read', 'member')(),
  { ...get(`${org}/audit-events/export`, 'organization:read', 'admin'), query: { format: 'csv' } },
  get(`${org}/audit-streams`, 'organization:read', 'admin'),
  post(`${org}/audit-streams`, 'organization:write', 'admin', 201)(),
  ofStream(get(oneStream, 'organization:read', 'admin')),
  ofStream(patch(oneStream, 'organization:write', 'admin')()),
  ofStream(post(`${oneStream}/secret`, 'organization:write', 'admin')()),
  ofStream(post(`${oneStream}/test`, 'organization:write', 'admin')()),
  ofStream(remove(oneStream, 'organization:write', 'admin')),
  get(`${org}/agent-instructions`, 'organization:read', 'member'),
  put(`${org}/agent-instructions`, 'organization:write', 'admin', 200)(),
  get(`${member}/spaces`, 'space:metadata:read', 'admin'),
  get(`${member}/teams`, 'teams:read', 'read'),
  // The organization has no identity provider.
  { ...post(`${member}/sso`, 'members:write', 'admin')(), status: 400 },
];
