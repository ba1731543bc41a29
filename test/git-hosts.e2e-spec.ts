import { createHmac } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { outlineOf, pagesByFile } from './support/archive.js';
import { writePage } from './support/change-requests.js';
import { buildOrganization, buildSpace, type TestOrganization } from './support/factories.js';
import { connectRepository, syncNow } from './support/git-connections.js';
import { GitHost } from './support/git-host.js';
import { GitServer, hasGit } from './support/git-server.js';
import { type MemberBrowser, startMemberBrowser } from './support/member-browser.js';
import { buildOperator } from './support/operators.js';
import { createTestApp, type TestApp } from './support/test-app.js';

const FILES = { 'README.md': '# Welcome\n\nWords.\n' };
const MORE = { 'more.md': '# More\n\nWords.\n' };

describe.skipIf(!hasGit)('hosts of repositories', () => {
  let test: TestApp;
  let organization: TestOrganization;
  let server: GitServer;
  let host: GitHost;
  let count = 0;
  beforeAll(async () => {
    // The GitHub App is one of the whole installation.
    test = await createTestApp();
    organization = await buildOrganization(test);
    server = await GitServer.start();
    host = await GitHost.start(server);
  });
  afterAll(async () => {
    await host.close();
    await server.close();
    await test.close();
  });

  const connectionOf = async (id: string, user = organization.admin) =>
    (await user.api.get(`/v1/spaces/${id}/git/connection`)).body;

  async function connected(body: object, owner = organization.admin, of = organization) {
    const name = `hosted-${++count}`;
    const url = host.create('acme', name, FILES);
    const id = (await buildSpace(of)).id;
    await connectRepository(test, owner, id, { url, ...body });
    return { id, name, url, file: `acme/${name}.git` };
  }

  describe.each(['github', 'gitlab', 'gitea'])('%s', (provider) => {
    it('gets a webhook made by us, which goes when the connection ends', async () => {
      const { id, name } = await connected({ provider, token: 'good-token' });
      const { webhook } = await connectionOf(id);
      const [hookId, hook] = [...host.hooks].find(([, { repository }]) => repository === `acme/${name}`)!;
      const {
        config = {},
        url,
        token,
      } = hook.body as {
        config?: { url?: string; secret?: string };
        url?: string;
        token?: string;
      };
      expect([config.url ?? url, config.secret ?? token]).toEqual([webhook.url, webhook.secret]);
      expect((await organization.admin.api.delete(`/v1/spaces/${id}/git/connection`)).status).toBe(204);
      expect(host.hooks.has(hookId)).toBe(false);
    });

    it('may refuse the webhook, and pages come and go as before', async () => {
      host.mayHook = false;
      const { id, file } = await connected({ provider, token: 'good-token' });
      host.mayHook = true;
      expect((await connectionOf(id)).status).toBe('active');
      server.commit(file, MORE, 'More');
      await syncNow(test, organization.admin, id);
      expect(await outlineOf(organization.admin, id)).toEqual(['Welcome (readme)', 'More (more)']);
      expect((await organization.admin.api.delete(`/v1/spaces/${id}/git/connection`)).status).toBe(204);
    });

    it('may take the token back, which the connection says', async () => {
      const { id } = await connected({ provider, token: 'good-token' });
      host.tokens.delete('good-token');
      host.tokens.add('newer-token');
      await syncNow(test, organization.admin, id);
      const failing = await connectionOf(id);
      expect(failing).toMatchObject({ status: 'failing', problem: { code: 'no-access' } });
      expect(failing.problem.message).toMatch(/\.$/);
      const path = `/v1/spaces/${id}/git/connection`;
      await organization.admin.api.patch(path, { token: 'newer-token' });
      await test.settle();
      expect((await connectionOf(id)).status).toBe('active');
      host.tokens.add('good-token');
    });
  });

  describe('a GitHub App', () => {
    let operator: MemberBrowser;
    let admin: MemberBrowser;
    const settings = () => `/app/o/${organization.id}/settings/github`;

    beforeAll(async () => {
      operator = await startMemberBrowser(test, (await buildOperator(test)).token);
      admin = await startMemberBrowser(test, organization.admin.token);
      host.installations.push({ id: 9001, account: 'acme', repositories: [] });
      host.people.set('code-of-owner', { id: 5, owns: ['acme'] });
      host.people.set('code-of-reader', { id: 6, owns: [] });
    });

    const isHere = (location: string | null) => new URL(location ?? '', test.baseUrl).pathname;

    async function stateFrom(page: string): Promise<{ state: string; text: string }> {
      const text = await operator
        .post(page, { do: 'begin', host: host.url, account: 'acme' })
        .then((a) => a.text());
      return { text, state: /state=([\w.-]+)/.exec(text)?.[1] ?? '' };
    }

    async function linkBegun(browser = admin, page = settings()): Promise<string> {
      return /installations\/new\?state=([\w.-]+)/.exec(await browser.read(page))?.[1] ?? '';
    }

    const installed = (state: string, code = 'code-of-owner', id = '9001') =>
      `/app/github/installed?code=${code}&installation_id=${id}&setup_action=install&state=${state}`;

    it('is made by an operator alone, and once', async () => {
      expect((await admin.open('/app/operate/github')).status).toBe(404);
      const { state, text } = await stateFrom('/app/operate/github');
      expect(text).toContain(`action="${host.url}/organizations/acme/settings/apps/new?state=`);
      expect(text).toContain('request_oauth_on_install');
      const created = (code: string, given = state) =>
        `/app/operate/github/created?code=${code}&state=${given}`;
      expect((await admin.open(created('made'))).status).toBe(404);
      expect((await operator.open(created('made', 'forged'))).status).toBe(400);
      expect((await operator.open(created('unknown'))).status).toBe(400);
      const made = await operator.open(created('made'));
      expect([made.status, isHere(made.headers.get('location'))]).toEqual([303, '/app/operate/github']);
      expect(await operator.read('/app/operate/github')).toContain('bindery-test');
      expect((await operator.open(created('made'))).status).toBe(409);
      const stored = await test.db.query<{ text: string }>(
        'select row_to_json(a)::text as text from github_apps a',
      );
      expect(stored[0]?.text).not.toContain('secret of the app');
    });

    it('is linked by an administrator who owns the account at GitHub', async () => {
      const state = await linkBegun();
      const other = await buildOrganization(test);
      const stranger = await startMemberBrowser(test, other.admin.token);
      expect((await stranger.open(installed(state))).status).toBe(400);
      const refused = await admin.open(installed(state, 'code-of-reader'));
      expect([refused.status, await refused.text()]).toEqual([403, expect.stringContaining('Only an owner')]);
      expect((await admin.open(installed(state, 'code-of-owner', '1'))).status).toBe(403);
      expect((await admin.open(installed(state, 'unknown'))).status).toBe(400);
      const linked = await admin.open(installed(state));
      expect([linked.status, isHere(linked.headers.get('location'))]).toEqual([303, settings()]);
      expect(await admin.read(settings())).toContain('acme');
      const path = `/v1/orgs/${organization.id}/git/github-accounts`;
      const { body } = await organization.admin.api.get(path);
      expect(body).toMatchObject({ hosts: [host.url], items: [{ id: '9001', account: 'acme' }] });
      expect((await other.admin.api.get(path)).status).toBe(404);
      const reader = await organization.member('read');
      expect((await reader.api.get(path)).status).toBe(403);
      expect((await reader.api.post(`${path}/links`, { host: host.url })).status).toBe(403);
    });

    it('opens repositories that the account chose, for the organization alone', async () => {
      const name = 'through-app';
      const url = host.create('acme', name, FILES);
      const id = (await buildSpace(organization)).id;
      const body = { url, provider: 'github' };
      const path = `/v1/spaces/${id}/git/connection`;
      const refused = await organization.admin.api.post(path, body);
      expect([refused.status, refused.body.error.message]).toEqual([
        400,
        expect.stringMatching(/^url: GitHub has no/),
      ]);

      host.installations[0]!.repositories.push(name);
      const offered = async ({ admin }: TestOrganization, space: string) =>
        (await startMemberBrowser(test, admin.token)).read(`/app/s/${space}/~/git`);
      expect(await offered(organization, id)).toContain(`<option value="${url}">acme/${name}</option>`);
      await connectRepository(test, organization.admin, id, body);
      expect((await connectionOf(id)).status).toBe('active');
      expect([...host.hooks.values()].map(({ repository }) => repository)).not.toContain(`acme/${name}`);
      const page = (await pagesByFile(organization.admin, id)).get('README.md')!.id;
      await writePage(organization.admin, `/v1/spaces/${id}`, page, '# Welcome\n\nOther words.\n');
      await test.settle();
      expect(server.read(`acme/${name}.git`, 'README.md')).toContain('Other words.');

      const other = await buildOrganization(test);
      const theirs = (await buildSpace(other)).id;
      expect((await other.admin.api.post(`/v1/spaces/${theirs}/git/connection`, body)).status).toBe(400);
      expect(await offered(other, theirs)).not.toContain(name);
    });

    describe('tells of pushes', () => {
      const tell = async (event: string, body: object, secret = host.app.webhookSecret) => {
        const text = JSON.stringify(body);
        const answer = await fetch(`${test.baseUrl}/v1/git/webhooks/github-app`, {
          method: 'POST',
          body: text,
          headers: {
            'content-type': 'application/json',
            'x-github-event': event,
            'x-github-hook-installation-target-id': String(host.app.id),
            'x-hub-signature-256': `sha256=${createHmac('sha256', secret).update(text).digest('hex')}`,
          },
        });
        await test.settle();
        return answer.status;
      };
      const pushTo = (name: string) => ({
        ...{ ref: 'refs/heads/main', after: 'b'.repeat(40), installation: { id: 9001 } },
        repository: { id: host.idOf(name) },
      });

      it('to all spaces of the repository', async () => {
        const name = 'two-spaces';
        const url = host.create('acme', name, { 'one/README.md': '# One\n', 'two/README.md': '# Two\n' });
        host.installations[0]!.repositories.push(name);
        const ids = [];
        for (const folder of ['one', 'two']) {
          const id = (await buildSpace(organization)).id;
          await connectRepository(test, organization.admin, id, { url, provider: 'github', folder });
          ids.push(id);
        }
        server.commit(`acme/${name}.git`, { 'one/more.md': '# More\n', 'two/more.md': '# More\n' }, 'More');
        expect(await tell('push', pushTo(name), 'guessed')).toBe(401);
        expect(await tell('push', { ...pushTo(name), installation: { id: 1 } })).toBe(204);
        for (const id of ids) expect(await outlineOf(organization.admin, id)).toHaveLength(1);
        expect(await tell('push', pushTo(name))).toBe(204);
        for (const id of ids) expect(await outlineOf(organization.admin, id)).toHaveLength(2);
      });

      it('and of its removal, after which connections say what to do', async () => {
        const name = 'removed-later';
        const url = host.create('acme', name, FILES);
        host.installations[0]!.repositories.push(name);
        const id = (await buildSpace(organization)).id;
        await connectRepository(test, organization.admin, id, { url, provider: 'github' });
        expect(await tell('installation', { action: 'deleted', installation: { id: 9001 } })).toBe(204);
        await syncNow(test, organization.admin, id);
        expect(await connectionOf(id)).toMatchObject({
          status: 'failing',
          problem: { code: 'no-access', message: expect.stringContaining('Link the account again') },
        });
        expect((await admin.open(installed(await linkBegun()))).status).toBe(303);
        await syncNow(test, organization.admin, id);
        expect((await connectionOf(id)).status).toBe('active');
      });
    });

    it('is unlinked by an administrator, and removed by an operator', async () => {
      const unlinked = await admin.post(settings(), { do: 'unlink', host: host.url, installation: '9001' });
      expect(unlinked.status).toBe(303);
      const path = `/v1/orgs/${organization.id}/git/github-accounts`;
      expect((await organization.admin.api.get(path)).body.items).toEqual([]);
      expect(
        (await organization.admin.api.delete(`${path}/9001?host=${encodeURIComponent(host.url)}`)).status,
      ).toBe(404);
      expect((await operator.post('/app/operate/github', { do: 'remove', host: host.url })).status).toBe(303);
      expect((await organization.admin.api.get(path)).body.hosts).toEqual([]);
    });
  });
});
