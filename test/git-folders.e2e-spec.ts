import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SyncJobs } from '../src/modules/git/sync/sync.jobs.js';
import { outlineOf } from './support/archive.js';
import { buildOrganization, buildSpace, type TestOrganization } from './support/factories.js';
import { connectRepository } from './support/git-connections.js';
import { GitServer, hasGit } from './support/git-server.js';
import { createTestApp, type TestApp } from './support/test-app.js';

const FILES = { 'README.md': '# Welcome\n', 'docs/README.md': '# Docs\n', 'more/README.md': '# More\n' };

describe.skipIf(!hasGit)('the folder of a connection', () => {
  let test: TestApp;
  let organization: TestOrganization;
  let server: GitServer;
  let count = 0;

  beforeAll(async () => {
    test = await createTestApp();
    organization = await buildOrganization(test);
    server = await GitServer.start();
  });
  afterAll(async () => {
    await server.close();
    await test.close();
  });

  const repository = () => server.create(`folders-${++count}.git`, FILES);
  const space = async (title: string, of = organization) => (await buildSpace(of, { title })).id;
  const connect = (id: string, body: object, of = organization) =>
    of.admin.api.post(`/v1/spaces/${id}/git/connection`, body);

  const lookLater = async () => {
    test.clock.advance(2 * 60_000);
    await test.app.get(SyncJobs).takeDue();
    await test.settle();
  };

  it('belongs to one space: neither it nor one in it or around it is given to another', async () => {
    const url = repository();
    const first = await space('Handbook');
    await connectRepository(test, organization.admin, first, { url, folder: 'docs' });
    const second = await space('Second');
    for (const folder of ['docs', 'docs/guide', ''])
      for (const address of [url, url.replace(/\.git$/, '')]) {
        const refused = await connect(second, { url: address, folder });
        expect([refused.status, refused.body.error.message]).toEqual([
          409,
          expect.stringContaining('The space "Handbook" is synced with the folder docs on this branch'),
        ]);
      }
    const made = await connect(second, { url, folder: 'more' });
    expect(made.status).toBe(201);
    const moved = await organization.admin.api.patch(`/v1/spaces/${second}/git/connection`, { folder: '' });
    expect(moved.status).toBe(409);
    server.git(`folders-${count}.git`, ['branch', 'next', 'main']);
    expect((await connect(await space('Third'), { url, branch: 'next' })).status).toBe(201);
    // Another organization is told of nobody else's repositories.
    const other = await buildOrganization(test);
    expect((await connect(await space('Elsewhere', other), { url, folder: 'docs' }, other)).status).toBe(201);
    // Nor are members told of spaces that they do not see.
    const creator = await organization.member('create');
    const own = await creator.api.post(`/v1/orgs/${organization.id}/spaces`, { title: 'Own' });
    await organization.admin.api.patch(`/v1/spaces/${first}`, { defaultLevel: null });
    const hidden = await creator.api.post(`/v1/spaces/${own.body.id}/git/connection`, {
      url,
      folder: 'docs',
    });
    expect([hidden.status, hidden.text]).toEqual([409, expect.not.stringContaining('Handbook')]);
    await organization.admin.api.delete(`/v1/spaces/${first}/git/connection`);
    expect((await connect(await space('Heir'), { url, folder: 'docs/guide' })).status).toBe(201);
  });

  it('goes to one of two spaces that ask for it at the same moment', async () => {
    const url = repository();
    const spaces = await Promise.all(['A', 'B', 'C'].map((title) => space(title)));
    const answers = await Promise.all(spaces.map((id) => connect(id, { url, folder: 'docs' })));
    expect(answers.map(({ status }) => status).sort((one, other) => one - other)).toEqual([201, 409, 409]);
  });

  it('rests while its space is deleted, goes on with it, and is free once it is purged', async () => {
    const url = repository();
    const { api } = organization.admin;
    const id = await space('Deleted');
    await connectRepository(test, organization.admin, id, { url });
    expect((await api.delete(`/v1/spaces/${id}`)).status).toBe(204);
    server.commit(`folders-${count}.git`, { 'new.md': '# New\n' }, 'New');
    const requests = () => server.requests.filter((request) => request.includes(`folders-${count}.git`));
    const asked = requests().length;
    await lookLater();
    expect(requests()).toHaveLength(asked);
    expect((await api.post(`/v1/spaces/${id}/restore`)).status).toBe(200);
    const { body } = await api.get(`/v1/spaces/${id}/git/connection`);
    expect([body.status, body.problem]).toEqual(['active', undefined]);
    await lookLater();
    expect(await outlineOf(organization.admin, id)).toContain('New (new)');
    await api.delete(`/v1/spaces/${id}`);
    expect((await connect(await space('Too early'), { url })).status).toBe(409);
    expect((await api.post(`/v1/spaces/${id}/purge`)).status).toBe(204);
    expect((await connect(await space('Heir'), { url })).status).toBe(201);
  });

  it('rests while its space is archived, and goes on with it', async () => {
    const url = repository();
    const { api } = organization.admin;
    const id = await space('Archived');
    await connectRepository(test, organization.admin, id, { url });
    expect((await api.post(`/v1/spaces/${id}/archive`)).status).toBe(200);
    server.commit(`folders-${count}.git`, { 'new.md': '# New\n' }, 'New');
    await lookLater();
    expect(await outlineOf(organization.admin, id)).not.toContain('New (new)');
    const path = `/v1/spaces/${id}/git/connection`;
    expect((await api.get(path)).body).toMatchObject({ status: 'active' });
    const refused = [
      await api.post(`${path}/sync`),
      await api.patch(path, { folder: 'x' }),
      await api.delete(path),
    ];
    expect(refused.map(({ status }) => status)).toEqual([403, 403, 403]);
    expect((await api.post(`/v1/spaces/${id}/unarchive`)).status).toBe(200);
    await lookLater();
    expect(await outlineOf(organization.admin, id)).toContain('New (new)');
  });
});
