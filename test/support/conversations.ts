import type { ApiClient } from './api-client.js';
import type { TestOrganization } from './factories.js';

/** A conversation of one message of its reader. */
export const conversation = (id: string, body: string, more: object = {}) => ({
  id,
  parts: [{ type: 'message', role: 'user', body }],
  ...more,
});

/** Several wordings of the same question. */
export const PASSWORD = [
  'How do I reset my password?',
  'How can I reset my password?',
  'I want to reset my password',
];
export const PDF = [
  'How do I export pages to PDF?',
  'Can I export all pages as a PDF?',
  'Is there an export of pages to PDF?',
];

/** A conversation for each text. */
export const asked = (bodies: readonly string[], prefix = 'c') =>
  bodies.map((body, at) => conversation(`${prefix}-${at}`, body));

interface ListedClusters {
  items: { id: string; label: string; summary: string; stats: { issues: number; conversations: number } }[];
  count: number;
}

export interface ListedIssue {
  id: string;
  title: string;
  summary: string;
  cluster?: string;
  conversation: string;
}

/** The requests that ingest and read an organization's conversations. */
export function deskOf({ id, admin: { api } }: TestOrganization) {
  const base = `/v1/orgs/${id}`;
  return {
    base,
    ingest: (body: unknown) => api.post(`${base}/conversations`, body),
    clusters: async (query: object = {}): Promise<ListedClusters> =>
      (await api.get(`${base}/conversations-clusters`, { query: query as never })).body,
    issues: async (query: object = {}): Promise<ListedIssue[]> => {
      const { body } = await api.get(`${base}/conversations-issues`, {
        query: { limit: 1000, ...query } as never,
      });
      return (body as { items: { issue: ListedIssue }[] }).items.map(({ issue }) => issue);
    },
  };
}

/** Two processed conversations about the same problem; answers the ids of one of them, its issue and their cluster. */
export async function buildCluster(
  api: ApiClient,
  organizationId: string,
): Promise<{ conversationId: string; issueId: string; clusterId: string }> {
  const base = `/v1/orgs/${organizationId}`;
  const asked = ['How do I reset my password?', 'How can I reset my password?'];
  await api.post(
    `${base}/conversations`,
    asked.map((body, at) => conversation(`password-${at}`, body)),
  );
  for (const end = Date.now() + 60_000; Date.now() < end;) {
    const { body } = await api.get(`${base}/conversations-issues`, { query: { conversation: 'password-0' } });
    const issue = (body as { items: { issue: { id: string; cluster?: string } }[] }).items[0]?.issue;
    if (issue?.cluster) return { conversationId: 'password-0', issueId: issue.id, clusterId: issue.cluster };
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error('The conversations were not processed.');
}
