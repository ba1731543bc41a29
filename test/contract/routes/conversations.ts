import { buildCluster } from '../../support/conversations.js';
import type { RouteFixture } from '../route-fixture.js';
import { get, org, post, put, remove, type Route } from '../route.js';

const cluster = `${org}/conversations-clusters/{clusterId}`;
const link = `${cluster}/change-requests/{changeRequestId}`;

/** Only these routes need what takes a while to make. */
async function withCluster({ admin, params }: RouteFixture): Promise<void> {
  if (params['clusterId'] === undefined)
    Object.assign(params, await buildCluster(admin.api, params['organizationId'] ?? ''));
}

const ofCluster = (route: Route): Route => ({
  ...route,
  prepare: withCluster,
  params: ({ params }) => ({ conversationId: 'none', issueId: 'none', clusterId: 'none', ...params }),
});

export const conversationRoutes: Route[] = [
  post(`${org}/conversations`, 'conversations:ingest', 'create', 204)(),
  ...[
    get(`${org}/conversations`, 'conversations:read', 'edit'),
    get(`${org}/conversations/{conversationId}`, 'conversations:read', 'edit'),
    get(`${org}/conversations-issues`, 'conversations:read', 'edit'),
    get(`${org}/conversations-issues/{issueId}`, 'conversations:read', 'edit'),
    get(`${org}/conversations-clusters`, 'conversations:read', 'edit'),
    get(cluster, 'conversations:read', 'edit'),
    get(`${cluster}/pages`, 'space:content:read', 'edit'),
    put(link, 'space:content:write', 'edit')(),
    remove(link, 'space:content:write', 'edit'),
  ].map(ofCluster),
];
