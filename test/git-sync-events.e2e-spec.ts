import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { Events } from '../src/platform/events/events.js';
import { buildOrganization, buildSpace, type TestOrganization } from './support/factories.js';
import { connectRepository, syncNow } from './support/git-connections.js';
import { commitAt, GitServer, hasGit } from './support/git-server.js';
import { shareTestApp, type TestApp } from './support/test-app.js';

describe.skipIf(!hasGit)('events of syncs', () => {
  let test: TestApp;
  let organization: TestOrganization;
  let server: GitServer;
  beforeAll(async () => {
    test = await shareTestApp();
    organization = await buildOrganization(test);
    server = await GitServer.start();
  });
  afterAll(async () => {
    await server.close();
    await test.close();
  });

  it('tell of runs that did something, and of the first that failed', async () => {
    const publish = vi.spyOn(test.app.get(Events), 'publish');
    const told = (): unknown[] => {
      const calls = publish.mock.calls.filter(([name]) => name.startsWith('git.sync-'));
      publish.mockClear();
      return calls.map(([name, event]) => {
        const { state, commitId } = event as { state?: string; commitId: string };
        return [name, state, commitId];
      });
    };
    const { admin } = organization;
    const { id } = await buildSpace(organization);
    const url = server.create('told.git', { 'README.md': '# Welcome\n' });
    await connectRepository(test, admin, id, { url });
    const commit = commitAt(server, 'told.git');
    expect(told()).toEqual([
      ['git.sync-started', undefined, commit],
      ['git.sync-ended', 'success', commit],
    ]);
    await syncNow(test, admin, id);
    expect(told()).toEqual([]);

    server.renameBranch('told.git', 'main', 'trunk');
    await syncNow(test, admin, id);
    expect(told()).toEqual([
      ['git.sync-started', undefined, commit],
      ['git.sync-ended', 'failure', commit],
    ]);
    await syncNow(test, admin, id);
    expect(told()).toEqual([]);
  });
});
