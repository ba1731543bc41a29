import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { outlineOf, pagesByFile } from './support/archive.js';
import { writePage } from './support/change-requests.js';
import { buildOrganization, buildSpace, type TestOrganization } from './support/factories.js';
import { connectRepository, syncNow } from './support/git-connections.js';
import { GitHost } from './support/git-host.js';
import { GitServer, hasGit } from './support/git-server.js';
import { shareTestApp, type TestApp } from './support/test-app.js';

const ROOT = '/v1/git/installations';
const FILES = { 'README.md': '# Welcome\n\nWords.\n', 'docs/README.md': '# Docs\n\nWords.\n' };

describe.skipIf(!hasGit)('installations of Git Sync', () => {
  let test: TestApp;
  let organization: TestOrganization;
  let server: GitServer;
  let host: GitHost;
  let count = 0;
  beforeAll(async () => {
    test = await shareTestApp();
    organization = await buildOrganization(test);
    server = await GitServer.start();
    host = await GitHost.start(server);
  });
  afterAll(async () => {
    await host.close();
    await server.close();
    await test.close();
  });

  const api = () => organization.admin.api;
  const get = async (path: string) => (await api().get(path)).body;

  async function installed(provider = 'gitlab') {
    const { id: spaceId } = await buildSpace(organization);
    const made = await api().post(ROOT, { provider, target: { type: 'space', spaceId } });
    expect(made.status).toBe(201);
    return { spaceId, id: made.body.id as string, path: `${ROOT}/${made.body.id}`, body: made.body };
  }

  /** With a token, and a project to choose. */
  async function withToken() {
    const name = `project-${++count}`;
    host.create('acme', name, FILES);
    const one = await installed();
    const answer = await api().patch(one.path, {
      provider: 'gitlab',
      providerConfiguration: { accessToken: 'good-token', customInstanceURL: host.url },
    });
    expect([answer.status, answer.body.status]).toEqual([200, 'pending']);
    return { ...one, name, projectId: host.idOf(name), file: `acme/${name}.git` };
  }

  async function configured(more: object = {}) {
    const one = await withToken();
    const { status, body } = await api().patch(one.path, {
      provider: 'gitlab',
      providerConfiguration: { projectId: one.projectId, branch: 'refs/heads/main' },
      ...more,
    });
    expect(status).toBe(200);
    await test.settle();
    return { ...one, body };
  }

  it("use a person's token for that person alone, and at its host alone", async () => {
    const { path, spaceId } = await withToken();
    const projects = `${path}/gitlab/projects`;
    expect((await api().get(projects)).body.items).not.toEqual([]);
    const colleague = await organization.member('admin');
    expect((await colleague.api.get(projects)).body.items).toEqual([]);
    const elsewhere = { customInstanceURL: 'http://127.0.0.1:1' };
    const moved = await colleague.api.patch(path, { provider: 'gitlab', providerConfiguration: elsewhere });
    expect([moved.status, moved.body.status]).toEqual([200, 'unauthenticated']);
    expect((await api().get(projects)).body.items).toEqual([]);
    expect((await api().get(`/v1/spaces/${spaceId}`)).status).toBe(200);
  });

  it('begin without a repository, as those who may sync a space see them', async () => {
    const { id, path, spaceId, body } = await installed();
    expect(body).toEqual({
      object: 'git-sync-installation',
      id,
      provider: 'gitlab',
      providerConfiguration: {},
      target: { type: 'space', spaceId },
      status: 'unauthenticated',
      createdAt: body.createdAt,
      createdBy: organization.admin.id,
      updatedAt: body.createdAt,
      urls: { location: expect.stringMatching(new RegExp(`${path}$`)) },
    });
    const target = { type: 'space', spaceId };
    expect((await api().post(ROOT, { provider: 'github', target })).status).toBe(409);
    const [reader, stranger] = [await organization.member('read'), (await buildOrganization(test)).admin];
    for (const [user, status] of [
      [reader, 403],
      [stranger, 404],
    ] as const) {
      expect((await user.api.get(path)).status).toBe(status);
      expect((await user.api.delete(path)).status).toBe(status);
      const change = { provider: 'gitlab', providerConfiguration: { accessToken: 'x' } };
      expect((await user.api.patch(path, change)).status).toBe(status);
      expect((await user.api.post(ROOT, { provider: 'gitlab', target })).status).toBe(status);
      expect((await user.api.get(`${path}/gitlab/projects`)).status).toBe(status);
    }
    expect((await api().delete(path)).status).toBe(205);
    expect((await api().get(path)).status).toBe(404);
    expect((await api().post(ROOT, { provider: 'gitlab', target })).status).toBe(201);
  });

  it('are on sites, too, with those of the spaces below them', async () => {
    const space = (await buildSpace(organization, { title: 'Guides' })).id;
    const sites = `/v1/orgs/${organization.id}/sites`;
    const siteId = (await api().post(sites, { title: 'Docs', spaces: [space] })).body.id as string;
    const target = { type: 'site', siteId };
    const made = await api().post(ROOT, { provider: 'gitlab', target });
    expect([made.status, made.body]).toMatchObject([201, { target, status: 'unauthenticated' }]);
    expect((await api().post(ROOT, { provider: 'github', target })).status).toBe(409);
    const path = `${ROOT}/${made.body.id}`;
    for (const [user, status] of [
      [await organization.member('read'), 403],
      [(await buildOrganization(test)).admin, 404],
    ] as const) {
      expect((await user.api.get(path)).status).toBe(status);
      expect((await user.api.post(ROOT, { provider: 'gitlab', target })).status).toBe(status);
    }
    const ofSpace = { type: 'space', spaceId: space, siteId };
    expect((await api().post(ROOT, { provider: 'gitlab', target: ofSpace })).status).toBe(400);

    const name = `project-${++count}`;
    host.create('acme', name, { ...FILES, 'docs/guides/README.md': '# Guides\n' });
    const projectId = host.idOf(name);
    const providerConfiguration = {
      ...{ accessToken: 'good-token', customInstanceURL: host.url, projectId, branch: 'refs/heads/main' },
    };
    const wanted = { provider: 'gitlab', projectDirectory: 'docs', providerConfiguration };
    const refused = await api().patch(path, { ...wanted, priority: 'git' });
    expect([refused.status, refused.body.error]).toMatchObject([
      409,
      {
        type: 'missing_site_git_sync_config',
        details: {
          path: 'docs/gitbook-docs.yaml',
          branch: 'main',
          prompt: expect.stringContaining('Create'),
        },
      },
    ]);
    expect(await get(path)).toMatchObject({ id: made.body.id, providerConfiguration: {} });

    const configured = await api().patch(path, { ...wanted, priority: 'gitbook' });
    expect(configured.status).toBe(200);
    await test.settle();
    expect(await get(path)).toMatchObject({
      ...{ id: made.body.id, status: 'active', priority: 'gitbook', projectDirectory: 'docs', target },
    });
    const file = `acme/${name}.git`;
    expect(server.read(file, 'docs/gitbook-docs.yaml')).toContain('directory: ./guides-2\n');
    const list = (await get(`${sites}/${siteId}/spaces/git/installations`)).items;
    expect(list).toMatchObject([
      { id: made.body.id, target },
      {
        parentInstallationId: made.body.id,
        target: { type: 'space', spaceId: space },
        projectDirectory: 'docs/guides-2',
      },
    ]);
    expect(list[0].parentInstallationId).toBeUndefined();
    expect((await get(`/v1/spaces/${space}`)).gitSync).toMatchObject({ parentInstallationId: made.body.id });

    const child = `${ROOT}/${list[1].id}`;
    expect((await api().delete(child)).status).toBe(409);
    const elsewhere = { provider: 'gitlab', providerConfiguration: { branch: 'refs/heads/other' } };
    expect((await api().patch(child, elsewhere)).status).toBe(409);
    const move = (folders: object) =>
      api().patch(path, {
        provider: 'gitlab',
        providerConfiguration: {},
        childInstallationProjectDirectories: folders,
      });
    expect((await move({ none: 'docs' })).status).toBe(400);
    expect((await move({ [list[1].id]: '../docs' })).status).toBe(400);
    expect((await move({ [list[1].id]: 'handbook' })).status).toBe(200);
    await test.settle();
    expect(server.read(file, 'docs/gitbook-docs.yaml')).toContain('directory: /handbook\n');
    expect(await get(child)).toMatchObject({ projectDirectory: 'handbook' });

    expect((await api().delete(path)).status).toBe(205);
    expect((await api().get(child)).status).toBe(404);
    expect((await get(`${sites}/${siteId}/spaces/git/installations`)).items).toEqual([]);
  });

  it('show projects, branches and files to choose from', async () => {
    const { path, name, projectId } = await withToken();
    const { items } = await get(`${path}/gitlab/projects`);
    expect(items).toContainEqual({
      id: projectId,
      accountName: 'acme',
      repositoryName: name,
      fullName: `acme/${name}`,
      defaultBranch: 'main',
    });
    const project = `${path}/gitlab/projects/${projectId}`;
    expect(await get(`${project}/branches`)).toEqual({ items: [{ name: 'main', ref: 'refs/heads/main' }] });
    expect(await get(`${project}/file?path=docs/README.md&ref=main`)).toEqual({
      name: 'README.md',
      path: 'docs/README.md',
      sha: 'b10b',
      size: FILES['docs/README.md'].length,
    });
    expect((await api().get(`${project}/file?path=none.md&ref=main`)).status).toBe(404);
    expect((await api().get(`${path}/gitlab/projects/1/branches`)).status).toBe(404);
    expect((await api().get(`${path}/github/repos`)).status).toBe(404);
    const fresh = await installed();
    expect(await get(`${fresh.path}/gitlab/projects`)).toEqual({ items: [] });
    expect(await get(`${(await installed('github')).path}/github/repos`)).toEqual({ items: [] });
  });

  it('say in a sentence that a token was taken back', async () => {
    const { path } = await withToken();
    await api().patch(path, { provider: 'gitlab', providerConfiguration: { accessToken: 'old-token' } });
    const { status, body } = await api().get(`${path}/gitlab/projects`);
    expect([status, body.error.message]).toEqual([
      502,
      expect.stringMatching(/^GitLab does not know the token/),
    ]);
  });

  it('connect a space once repository and branch are chosen, and bring its pages in', async () => {
    const { id, path, spaceId, body } = await configured({ projectDirectory: 'docs' });
    expect(body).toMatchObject({ id, status: 'active', priority: 'git', projectDirectory: 'docs' });
    expect(body.providerConfiguration).toMatchObject({
      branch: 'refs/heads/main',
      customInstanceURL: host.url,
    });
    expect(JSON.stringify(await get(path))).not.toContain('good-token');
    expect(await outlineOf(organization.admin, spaceId)).toEqual(['Docs (readme)']);
    expect(await get(`/v1/spaces/${spaceId}/git/connection`)).toMatchObject({ id, status: 'active' });
  });

  it('begin with the pages of the space where these count', async () => {
    const one = await withToken();
    const { status } = await api().patch(one.path, {
      provider: 'gitlab',
      providerConfiguration: { projectId: one.projectId, branch: 'refs/heads/main' },
      priority: 'gitbook',
      projectDirectory: 'new',
    });
    expect(status).toBe(200);
    await test.settle();
    expect(server.list(one.file).some((path) => path.startsWith('new/'))).toBe(true);
  });

  it('go on elsewhere, under the same id', async () => {
    const { id, path, spaceId } = await configured();
    const name = `project-${++count}`;
    host.create('acme', name, { 'README.md': '# Elsewhere\n\nWords.\n' });
    const providerConfiguration = { projectId: host.idOf(name) };
    const { status, body } = await api().patch(path, { provider: 'gitlab', providerConfiguration });
    await test.settle();
    expect([status, body.id]).toEqual([200, id]);
    expect((await get(path)).providerConfiguration.projectId).toBe(host.idOf(name));
    const { url } = await get(`/v1/spaces/${spaceId}/git/connection`);
    expect(url).toContain(name);
    expect([...host.hooks.values()].filter((hook) => JSON.stringify(hook.body).includes(id))).toHaveLength(1);
  });

  it('refuse what cannot be, naming the member', async () => {
    const { path, projectId } = await withToken();
    const refuse = async (body: object) => (await api().patch(path, body)).body.error?.message;
    const providerConfiguration = { projectId, branch: 'refs/heads/main' };
    expect(await refuse({ provider: 'github', providerConfiguration: {} })).toMatch(/^provider must stay/);
    expect(await refuse({ provider: 'gitlab', providerConfiguration: { branch: 'main' } })).toContain(
      'branch',
    );
    expect(
      await refuse({
        provider: 'gitlab',
        providerConfiguration: { projectId: 1, branch: 'refs/heads/main' },
      }),
    ).toMatch(/^providerConfiguration.projectId/);
    const nowhere = { projectId, branch: 'refs/heads/nowhere' };
    expect(await refuse({ provider: 'gitlab', providerConfiguration: nowhere })).toMatch(/^branch: /);
    expect(
      await refuse({ provider: 'gitlab', providerConfiguration, agentInstructions: ['claude'] }),
    ).toContain('agentInstructions');
    expect(
      await refuse({ provider: 'gitlab', providerConfiguration, previewExternalBranches: true }),
    ).toContain('previewExternalBranches');
    expect(await refuse({ provider: 'gitlab', providerConfiguration, projectDirectory: '../up' })).toContain(
      'folder',
    );
    expect((await get(path)).status).toBe('pending');
  });

  it('are what was connected by other operations, and end with it', async () => {
    const name = `project-${++count}`;
    const url = host.create('acme', name, FILES);
    const { id: spaceId } = await buildSpace(organization);
    await connectRepository(test, organization.admin, spaceId, {
      url,
      provider: 'gitlab',
      token: 'good-token',
      folder: 'docs',
    });
    const { id } = await get(`/v1/spaces/${spaceId}/git/connection`);
    expect(await get(`${ROOT}/${id}`)).toMatchObject({
      status: 'active',
      providerConfiguration: { projectId: host.idOf(name), branch: 'refs/heads/main' },
      projectDirectory: 'docs',
    });
    const hidden = (await buildSpace(organization)).id;
    const body = { title: 'Docs', spaces: [spaceId, hidden] };
    const site = (await api().post(`/v1/orgs/${organization.id}/sites`, body)).body.id;
    const list = `/v1/orgs/${organization.id}/sites/${site}/spaces/git/installations`;
    expect((await get(list)).items.map((item: { id: string }) => item.id)).toEqual([id]);
    const reader = await organization.member('read');
    expect((await reader.api.get(list)).body).toEqual({ items: [] });
    expect((await api().delete(`${ROOT}/${id}`)).status).toBe(205);
    expect((await api().get(`/v1/spaces/${spaceId}/git/connection`)).status).toBe(404);
    expect(await get(list)).toEqual({ items: [] });
  });

  it('are named by the space and its Git information, with how the last operation went', async () => {
    const { id, spaceId, name, file } = await configured({ projectDirectory: 'docs' });
    const state = {
      installationId: id,
      installationProvider: 'gitlab',
      installationStatus: 'active',
      repoName: `acme/${name}`,
      url: `${host.url}/acme/${name}/-/tree/main/docs`,
    };
    expect((await get(`/v1/spaces/${spaceId}`)).gitSync).toMatchObject(state);
    const info = () => get(`/v1/spaces/${spaceId}/git/info`);
    expect(await info()).toMatchObject({ ...state, operation: { state: 'success', direction: 'import' } });
    const page = (await pagesByFile(organization.admin, spaceId)).get('README.md')!.id;
    await writePage(organization.admin, `/v1/spaces/${spaceId}`, page, '# Docs\n\nOther words.\n');
    await test.settle();
    expect(server.read(file, 'docs/README.md')).toContain('Other words.');
    expect((await info()).operation).toMatchObject({ state: 'success', direction: 'export' });

    host.tokens.delete('good-token');
    await syncNow(test, organization.admin, spaceId);
    host.tokens.add('good-token');
    const unauthenticated = { installationStatus: 'unauthenticated' };
    expect(await info()).toMatchObject({ ...unauthenticated, operation: { state: 'failure' } });
    expect((await get(`/v1/spaces/${spaceId}`)).gitSync).toMatchObject(unauthenticated);
    expect(await get(`${ROOT}/${id}`)).toMatchObject({ status: 'unauthenticated' });
    await syncNow(test, organization.admin, spaceId);
    expect((await get(`/v1/spaces/${spaceId}`)).gitSync).toMatchObject({ installationStatus: 'active' });
    await api().delete(`${ROOT}/${id}`);
    expect((await get(`/v1/spaces/${spaceId}`)).gitSync).toBeUndefined();
    const copy = await api().post(`/v1/spaces/${spaceId}/duplicate`);
    expect(copy.body.gitSync).toBeUndefined();
  });
});
