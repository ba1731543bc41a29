import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { NativeRepository } from '../src/modules/git/remote/native/native-repository.js';
import { GitConnectionsRepository } from '../src/modules/git/sync/git-connections.repository.js';
import { SyncSpace } from '../src/modules/git/sync/sync-space.js';
import { TakeOut } from '../src/modules/git/sync/take-out.js';
import { pagesByFile } from './support/archive.js';
import { readPage, writePage } from './support/change-requests.js';
import { buildOrganization, buildSpace, type TestOrganization } from './support/factories.js';
import { connectRepository } from './support/git-connections.js';
import { GitServer, hasGit } from './support/git-server.js';
import { shareTestApp, type TestApp } from './support/test-app.js';

const FOLDER = {
  'SUMMARY.md': '# Summary\n\n* [One](one.md)\n* [Two](two.md)\n',
  'one.md': '# One\n\nFirst words.\n',
  'two.md': '# Two\n\nSecond words.\n',
};

describe.skipIf(!hasGit)('a sync that is broken off', () => {
  let test: TestApp;
  let organization: TestOrganization;
  let server: GitServer;
  let count = 0;
  beforeAll(async () => {
    test = await shareTestApp();
    organization = await buildOrganization(test);
    server = await GitServer.start();
  });
  afterEach(() => vi.restoreAllMocks());
  afterAll(async () => {
    await server.close();
    await test.close();
  });

  /** A connection that rested while both sides were edited, so that nothing but the test runs it. */
  async function edited() {
    const name = `repository-${++count}.git`;
    const id = (await buildSpace(organization)).id;
    await connectRepository(test, organization.admin, id, { url: server.create(name, FOLDER) });
    const pages = await pagesByFile(organization.admin, id);
    const [path, one, two] = [`/v1/spaces/${id}`, pages.get('one.md')!.id, pages.get('two.md')!.id];
    const connections = test.app.get(GitConnectionsRepository);
    const found = async () => (await connections.findOfSpace(organization.id, id))!;
    await connections.update(await found(), { isPaused: true });
    server.commit(name, { 'two.md': '# Two\n\nTheir words.\n' }, 'Theirs');
    await writePage(organization.admin, path, one, '# One\n\nOur words.\n');
    await test.settle();
    await connections.update(await found(), { isPaused: false });
    const options = { onProgress: () => undefined, authorize: () => Promise.resolve() };
    const sync = async () => test.app.get(SyncSpace).run(await found(), options);
    return { name, path, two, sync };
  }

  it.each([
    ['before what came in is stored', () => vi.spyOn(test.app.get(GitConnectionsRepository), 'update')],
    ['after its commit is noted, before the push', () => vi.spyOn(NativeRepository.prototype, 'push')],
    ['after the push, before that is noted', () => vi.spyOn(test.app.get(TakeOut), 'settle')],
  ])('%s makes each commit once, and loses nothing', async (_, breakOff) => {
    const { name, path, two, sync } = await edited();
    breakOff().mockRejectedValueOnce(new Error('The process was killed.'));
    await expect(sync()).rejects.toThrow('killed');
    await sync();
    expect(server.read(name, 'one.md')).toBe('# One\n\nOur words.\n');
    expect(await readPage(organization.admin, path, two)).toBe('Their words.');
    expect(server.log(name)).toHaveLength(3);
  });

  it('because its connection gets another folder writes nothing there, and the next one begins anew', async () => {
    const { name, path, sync } = await edited();
    const push = Reflect.get(NativeRepository.prototype, 'push') as NativeRepository['push'];
    vi.spyOn(NativeRepository.prototype, 'push').mockImplementationOnce(async function (
      this: NativeRepository,
      request,
    ) {
      const answer = await organization.admin.api.patch(`${path}/git/connection`, {
        folder: 'guide',
        paused: true,
      });
      expect(answer.status).toBe(200);
      return push.call(this, request);
    });
    await expect(sync()).rejects.toThrow('The connection was changed');
    const { body } = await organization.admin.api.get(`${path}/git/connection`);
    expect(body).toMatchObject({ folder: 'guide', status: 'paused' });
    expect([body.commit, body.problem]).toEqual([undefined, undefined]);
    expect(server.list(name)).toEqual(Object.keys(FOLDER).toSorted());
  });

  it('and taken over by another process while it still goes on, exchanges everything once', async () => {
    const { name, path, two, sync } = await edited();
    const both = await Promise.allSettled([sync(), sync()]);
    expect(both.map(({ status }) => status)).toContain('fulfilled');
    await sync();
    expect(server.read(name, 'one.md')).toBe('# One\n\nOur words.\n');
    expect(await readPage(organization.admin, path, two)).toBe('Their words.');
    expect(server.log(name)).toHaveLength(3);
  });
});
