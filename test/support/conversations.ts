import type { ApiClient } from './api-client.js';

/** A conversation of one message of its reader. */
export const conversation = (id: string, body: string, more: object = {}) => ({
  id,
  parts: [{ type: 'message', role: 'user', body }],
  ...more,
});

/** Two conversations about the same thing, processed; ids of one of them, its issue and their cluster. */
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
