import { SyncJobs } from '../../src/modules/git/sync/sync.jobs.js';
import type { TestApp } from './test-app.js';
import type { TestUser } from './factories.js';

/** A run of an import or a sync, as the API shows it. */
export interface ShownRun {
  id: string;
  kind: string;
  state: string;
  error?: string;
  report?: {
    revision: string;
    pages: number;
    warnings: { file: string; kind: string; message: string }[];
    sync?: { imported?: string; exported?: string; changeRequest?: string };
  };
}

/** Connects a space with a repository, and waits for the first run. */
export async function connectRepository(
  test: TestApp,
  user: TestUser,
  spaceId: string,
  body: object,
): Promise<ShownRun> {
  const answer = await user.api.post(`/v1/spaces/${spaceId}/git/connection`, body);
  if (answer.status !== 201) throw new Error(`Not connected: ${JSON.stringify(answer.body)}`);
  await test.settle();
  return latestRun(user, spaceId);
}

/** Asks for a sync, and waits for it. */
export async function syncNow(test: TestApp, user: TestUser, spaceId: string): Promise<ShownRun> {
  const answer = await user.api.post(`/v1/spaces/${spaceId}/git/connection/sync`);
  await test.settle();
  const id = answer.headers.get('location')?.split('/').pop() ?? '';
  return (await user.api.get(`/v1/spaces/${spaceId}/content/imports/${id}`)).body as ShownRun;
}

/** Lets the server look at all repositories that are due. */
export async function lookAtRepositories(test: TestApp): Promise<void> {
  await test.app.get(SyncJobs).takeDue();
  await test.settle();
}

async function latestRun(user: TestUser, spaceId: string): Promise<ShownRun> {
  const { body } = await user.api.get(`/v1/spaces/${spaceId}/content/imports`);
  return (body as { items: ShownRun[] }).items[0]!;
}
