import { createHmac } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { pagesByFile } from './support/archive.js';
import { readPage, writePage } from './support/change-requests.js';
import { mention, postComment, postReply } from './support/comments.js';
import { buildOrganization, buildPages, buildSpace, type TestOrganization } from './support/factories.js';
import { FakePullHost } from './support/fake-pull-host.js';
import { connectRepository, lookAtRepositories } from './support/git-connections.js';
import { GitServer, hasGit } from './support/git-server.js';
import { type MemberBrowser, startMemberBrowser } from './support/member-browser.js';
import { buildSpec } from './support/openapi.js';
import { shareTestApp, type TestApp } from './support/test-app.js';

const FOLDER = {
  LICENSE: 'Mine.\n',
  'docs/SUMMARY.md': '# Summary\n\n* [Welcome](README.md)\n* [Start](start.md)\n* [Ends](ends.md)\n',
  'docs/README.md': '# Welcome\n\nSee the [start](start.md).\n',
  'docs/start.md': '# Start\n\nFirst words.\n\nSecond words.\n',
  'docs/ends.md': '# Ends\n\nAll is well.\n',
};

describe.skipIf(!hasGit)('pull requests of a connected repository', () => {
  let test: TestApp;
  let organization: TestOrganization;
  let server: GitServer;
  let host: FakePullHost;
  let browser: MemberBrowser;
  let count = 0;
  beforeAll(async () => {
    test = await shareTestApp();
    organization = await buildOrganization(test);
    server = await GitServer.start();
    host = new FakePullHost(server);
    browser = await startMemberBrowser(test, organization.admin.token);
  });
  afterAll(async () => {
    await server.close();
    await test.close();
  });

  const admin = () => organization.admin;

  async function connected(body: object = {}, files: Record<string, string> = FOLDER) {
    const name = `team/docs-${++count}.git`;
    const url = server.create(name, files);
    const id = (await buildSpace(organization)).id;
    await connectRepository(test, admin(), id, {
      url,
      folder: 'docs',
      provider: 'gitea',
      token: 't',
      ...body,
    });
    return { name, id, number: count, path: `/v1/spaces/${id}` };
  }

  /** Opens a pull request, and lets the server find it. */
  async function opened(
    name: string,
    number: number,
    files: Record<string, string>,
    facts: Parameters<FakePullHost['push']>[3] = {},
  ) {
    const pull = host.push(name, number, files, facts);
    await look();
    return pull;
  }

  async function look(): Promise<void> {
    test.clock.advance(120_000);
    await lookAtRepositories(test);
  }

  /** The host tells of a pull request over the webhook of the connection. */
  async function noticed(id: string, number: number): Promise<void> {
    const { webhook } = (await admin().api.get(`/v1/spaces/${id}/git/connection`)).body as {
      webhook: { url: string; secret: string };
    };
    const body = JSON.stringify({ action: 'edited', pull_request: { number } });
    const answer = await fetch(test.baseUrl + new URL(webhook.url).pathname, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'x-gitea-event': 'pull_request',
        'x-gitea-signature': createHmac('sha256', webhook.secret).update(body).digest('hex'),
      },
      body,
    });
    expect(answer.status).toBeLessThan(300);
    await test.settle();
  }

  const requestOf = async (id: string): Promise<string> => (await listed(id))[0]!['changeRequest']!;

  const previewOf = (id: string, number: number, page: string) =>
    browser.read(`/app/s/${id}/~/pulls/${number}/${page}`);

  async function listed(id: string, query = ''): Promise<Record<string, string>[]> {
    const { body } = await admin().api.get(`/v1/spaces/${id}/git/pull-requests${query}`);
    return (body as { items: Record<string, string>[] }).items;
  }

  it('become a preview, with its address as a status of the commit and a comment', async () => {
    const { name, id, number, path } = await connected();
    const { sha } = await opened(name, number, {
      'docs/start.md': '# Start\n\nNew first words.\n\nSecond words.\n',
    });
    const [pull] = await listed(id);
    const address = `${test.config.publicUrl}/app/s/${id}/~/pulls/${number}`;
    expect(pull).toMatchObject({ number, title: 'Better words', state: 'open', fork: false, commit: sha });
    expect(pull).toMatchObject({ author: 'octocat', preview: address });
    expect(host.statuses.at(-1)).toMatchObject({
      sha,
      state: 'success',
      context: 'bindery/docs',
      target_url: address,
    });
    expect(host.said(number)).toEqual([expect.stringContaining(`(${address})`)]);
    const start = (await pagesByFile(admin(), id)).get('start.md')!.id;
    expect(await previewOf(id, number, 'start')).toContain('New first words.');
    expect(await readPage(admin(), path, start)).toBe('First words.\n\nSecond words.');
    const requests = await admin().api.get(`${path}/change-requests?status=open`);
    expect(requests.body.items).toEqual([]);
  });

  it('keep one comment and one preview up to date, and say nothing twice', async () => {
    const { name, id, number } = await connected();
    await opened(name, number, { 'docs/start.md': '# Start\n\nOne.\n' });
    const statuses = host.statuses.length;
    await noticed(id, number);
    expect(host.statuses).toHaveLength(statuses);
    const { sha } = await opened(name, number, { 'docs/start.md': '# Start\n\nTwo.\n' });
    expect(host.said(number)).toHaveLength(1);
    expect(host.said(number)[0]).toContain(sha.slice(0, 10));
    expect(await previewOf(id, number, 'start')).toContain('Two.');
    // A comment that somebody deleted is made anew.
    host.comments.splice(0);
    await opened(name, number, { 'docs/start.md': '# Start\n\nThree.\n' });
    expect(host.said(number)).toHaveLength(1);
  });

  it('show what they change since their branch began, and not what others changed since', async () => {
    const { name, id, number } = await connected();
    const from = 'refs/heads/main';
    host.push(name, number, { 'docs/start.md': '# Start\n\nFirst words.\n\nTheir words.\n' }, { from });
    server.commit(name, { 'docs/ends.md': '# Ends\n\nAll is very well.\n' }, 'Meanwhile');
    await look();
    expect(await previewOf(id, number, 'start')).toContain('Their words.');
    expect(await previewOf(id, number, 'ends')).toContain('All is very well.');
    expect(await browser.read(`/app/s/${id}/~/changes`)).toContain(`/~/pulls/${number}/" dir="auto">Better`);
    const changes = await browser.read(`/app/s/${id}/~/pulls/${number}/start?view=changes`);
    expect(changes).toContain('1 changed page');
  });

  it('say nothing where they change no page, and are listed no more when they are closed', async () => {
    const { name, id, number } = await connected();
    await opened(name, number, { 'src/main.c': 'int main;\n' });
    expect(host.said(number)).toEqual([]);
    expect(await listed(id)).toHaveLength(1);
    expect((await listed(id))[0]).not.toHaveProperty('preview');
    host.pull(name, number).state = 'closed';
    await look();
    expect(await listed(id)).toEqual([]);
    expect(await listed(id, '?state=all')).toMatchObject([{ number, state: 'closed' }]);
  });

  it('become change requests that follow them, where the team wants it', async () => {
    const { name, id, number, path } = await connected({ pullRequests: 'change-request' });
    await opened(name, number, { 'docs/start.md': '# Start\n\nFirst words.\n\nTheir words.\n' });
    const changeRequest = await requestOf(id);
    const request = `${path}/change-requests/${changeRequest}`;
    expect((await admin().api.get(request)).body).toMatchObject({ subject: 'Better words', status: 'open' });
    const start = (await pagesByFile(admin(), id)).get('start.md')!.id;
    expect(await readPage(admin(), request, start)).toBe('First words.\n\nTheir words.');
    const moved = await browser.open(`/app/s/${id}/~/pulls/${number}/start`);
    expect(moved.headers.get('location')).toMatch(/\/~\/changes\/1\/start$/);

    // Edits of people there stay beside those that are pushed.
    await writePage(admin(), request, start, '# Start\n\nOur words.\n\nTheir words.\n');
    await opened(name, number, { 'docs/start.md': '# Start\n\nFirst words.\n\nTheir last words.\n' });
    expect(await readPage(admin(), request, start)).toBe('Our words.\n\nTheir last words.');

    host.pull(name, number).state = 'closed';
    await look();
    expect((await admin().api.get(request)).body.status).toBe('archived');
    host.pull(name, number).state = 'open';
    await look();
    expect((await admin().api.get(request)).body.status).toBe('open');

    server.merge(name, `refs/pull/${number}/head`);
    Object.assign(host.pull(name, number), { state: 'closed', merged: true });
    await look();
    expect((await admin().api.get(request)).body.status).toBe('archived');
    expect(await readPage(admin(), path, start)).toBe('First words.\n\nTheir last words.');
    expect(await listed(id, '?state=all')).toMatchObject([{ state: 'merged' }]);
  });

  it('are closed with a word when their change request was merged here and the branch has it', async () => {
    const { name, id, number, path } = await connected({ pullRequests: 'change-request' });
    await opened(name, number, { 'docs/start.md': '# Start\n\nFirst words.\n\nTheir words.\n' });
    const changeRequest = await requestOf(id);
    expect((await admin().api.post(`${path}/change-requests/${changeRequest}/merge`)).status).toBe(200);
    await test.settle();
    expect(server.read(name, 'docs/start.md')).toContain('Their words.');
    expect(host.pull(name, number).state).toBe('closed');
    expect(host.said(number)).toEqual([expect.stringContaining('was merged')]);
  });

  it('stay open for their other files', async () => {
    const { name, id, number, path } = await connected({ pullRequests: 'change-request' });
    await opened(name, number, { 'docs/start.md': '# Start\n\nTheirs.\n', 'src/main.c': 'int main;\n' });
    const changeRequest = await requestOf(id);
    await admin().api.post(`${path}/change-requests/${changeRequest}/merge`);
    await test.settle();
    expect(host.pull(name, number).state).toBe('open');
    expect(host.said(number)).toEqual([expect.stringContaining('stays open')]);
  });

  it('have the same comments as their change requests, each once', async () => {
    const { name, id, number, path } = await connected({
      ...{ pullRequests: 'change-request', pullRequestComments: true },
    });
    await opened(name, number, { 'docs/start.md': '# Start\n\nTheirs.\n' });
    const changeRequest = await requestOf(id);
    const request = `${path}/change-requests/${changeRequest}`;
    const space = await buildSpace(organization, { title: 'Very secret plans' });
    host.say(number, 'hubot', `Look at [this](bindery:space/${space.id}) and ${mention(admin())}.`);
    const comment = await postComment(admin(), request, `Well **said**, ${mention(admin())}.`);
    await noticed(id, number);
    await postReply(admin(), request, comment.id, 'Indeed.');
    for (let time = 0; time < 3; time++) await noticed(id, number);

    const { items } = (await admin().api.get(`${request}/comments?order=asc`)).body;
    const bodies = (items as { body: { markdown: string } }[]).map(({ body }) => body.markdown);
    expect(bodies).toHaveLength(2);
    const theirs = bodies.find((body) => body.startsWith('hubot wrote'));
    expect(theirs).toContain('Look at [this](');
    expect(theirs).not.toContain('bindery:');
    const said = host.said(number).filter((body) => !body.includes('Preview of'));
    expect(said).toHaveLength(3);
    expect(said[1]).toContain('Well **said**');
    expect(said[2]).toContain('Indeed.');
    expect(said.slice(1).join()).not.toContain('bindery:');
    expect(said.slice(1).join()).not.toContain(admin().id);
  });

  it('have the edits and deletions of those comments in both places', async () => {
    const { name, id, number, path } = await connected({
      ...{ pullRequests: 'change-request', pullRequestComments: true },
    });
    await opened(name, number, { 'docs/start.md': '# Start\n\nTheirs.\n' });
    const request = `${path}/change-requests/${await requestOf(id)}`;
    const [kept, gone] = ['Too long.', 'Too short.'].map((body) => host.say(number, 'hubot', body));
    const comment = await postComment(admin(), request, 'First words.');
    const reply = await postReply(admin(), request, comment.id, 'First reply.');
    await noticed(id, number);
    const bodies = async (): Promise<{ id: string; markdown: string }[]> => {
      const { items } = (await admin().api.get(`${request}/comments?order=asc`)).body;
      return (items as { id: string; body: { markdown: string } }[]).map((one) => ({
        id: one.id,
        ...one.body,
      }));
    };
    const copyOf = async (text: string): Promise<string> =>
      (await bodies()).find(({ markdown }) => markdown.includes(text))!.id;
    const answered = await copyOf('Too long.');
    await postReply(admin(), request, answered, 'Is it?');

    kept!.body = 'Much too long.';
    host.comments.splice(host.comments.indexOf(gone!), 1);
    await admin().api.put(`${request}/comments/${comment.id}`, { body: { markdown: 'Second words.' } });
    await noticed(id, number);
    const now = await bodies();
    expect(now.find((one) => one.id === answered)!.markdown).toContain('hubot wrote');
    expect(now.find((one) => one.id === answered)!.markdown).toContain('Much too long.');
    expect(now.some(({ markdown }) => markdown.includes('Too short.'))).toBe(false);
    expect(host.said(number).join()).toContain('Second words.');
    expect(host.said(number).join()).not.toContain('First words.');

    // Replies of people stay when the author deletes what they reply to.
    host.comments.splice(host.comments.indexOf(kept!), 1);
    await admin().api.delete(`${request}/comments/${comment.id}/replies/${reply.id}`);
    await test.settle();
    expect(host.said(number).join()).not.toContain('First reply.');
    expect((await bodies()).find((one) => one.id === answered)!.markdown).toBe(
      'Its author deleted this comment on the pull request.',
    );
    const { items } = (await admin().api.get(`${request}/comments/${answered}/replies`)).body;
    expect(items).toHaveLength(1);
    await admin().api.delete(`${request}/comments/${comment.id}`);
    await test.settle();
    expect(host.said(number).filter((body) => !body.includes('Preview of'))).toEqual([
      expect.stringContaining('Is it?'),
    ]);
  });

  it('leave copies alone that another person posted, who answered for the connection before', async () => {
    const { name, id, number, path } = await connected({
      ...{ pullRequests: 'change-request', pullRequestComments: true },
    });
    await opened(name, number, { 'docs/start.md': '# Start\n\nTheirs.\n' });
    const request = `${path}/change-requests/${await requestOf(id)}`;
    const [edited, gone] = ['Edited.', 'Gone.'].map((body) => host.say(number, 'hubot', body));
    await noticed(id, number);
    const { items: copies } = (await admin().api.get(`${request}/comments?order=asc`)).body;
    await postReply(admin(), request, (copies as { id: string }[])[1]!.id, 'Is it?');
    await test.settle();
    const other = await organization.member('admin');
    const { status } = await other.api.patch(`${path}/git/connection`, { token: 'another' });
    expect(status).toBe(200);
    edited!.body = 'Edited twice.';
    host.comments.splice(host.comments.indexOf(gone!), 1);
    for (let time = 0; time < 2; time++) await noticed(id, number);
    const { items } = (await admin().api.get(`${request}/comments?order=asc`)).body;
    const bodies = (items as { body: { markdown: string } }[]).map(({ body }) => body.markdown);
    expect(bodies).toEqual([expect.stringContaining('Edited.'), expect.stringContaining('Gone.')]);
    const said = host.said(number).filter((body) => !body.includes('Preview of'));
    expect(said).toEqual(['Edited twice.', expect.stringContaining('Is it?')]);
  });

  it('tell members what is wrong, and the host only that something is', async () => {
    const { name, id, number } = await connected();
    host.refused.set(`/docs-${number}/statuses/`, 403);
    await opened(name, number, { 'docs/start.md': '# Start\n\nTheirs.\n' });
    expect((await listed(id))[0]!['hostProblem']).toContain('The status of the commit could not be written');
    expect(host.said(number)).toHaveLength(1);
    host.refused.clear();
    await look();
    expect((await listed(id))[0]).not.toHaveProperty('hostProblem');

    // The host tells of a commit that its repository does not have.
    const other = { ...host.pull(name, number), number: number + 1000, sha: 'f'.repeat(40) };
    host.pulls.set(`${name} ${other.number}`, other);
    await look();
    expect((await listed(id))[0]!['problem']).toContain('refs/pull');
    expect(host.statuses.at(-1)).toMatchObject({ sha: other.sha, state: 'failure' });
    expect(host.said(other.number)).toEqual([expect.stringContaining('no preview of the newest commit')]);
    const html = await browser.read(`/app/s/${id}/~/pulls/${other.number}/start`);
    expect(html).toContain('There is no preview of the newest commit');
  });

  it('are shown to members who see the space, and to nobody else', async () => {
    const { name, id, number } = await connected();
    await opened(name, number, { 'docs/start.md': '# Start\n\nTheirs.\n' });
    const address = `/app/s/${id}/~/pulls/${number}/start`;
    const anybody = await fetch(test.baseUrl + address, { redirect: 'manual' });
    expect([anybody.status, anybody.headers.get('location')]).toEqual([
      303,
      expect.stringContaining('sign-in'),
    ]);
    const other = await buildOrganization(test);
    const stranger = await startMemberBrowser(test, other.admin.token);
    expect((await stranger.open(address)).status).toBe(404);
    expect((await other.admin.api.get(`/v1/spaces/${id}/git/pull-requests`)).status).toBe(404);
    const reader = await organization.member('read');
    expect(await (await startMemberBrowser(test, reader.token)).read(address)).toContain('Theirs.');
    expect((await browser.open(`/app/s/${id}/~/pulls/99999/start`)).status).toBe(404);
  });

  it('of branches that are not connected, and of connections that do not want them, are left alone', async () => {
    const { name, id, number, path } = await connected();
    await opened(name, number, { 'docs/start.md': '# Start\n\nTheirs.\n' }, { target: 'next' });
    expect(await listed(id)).toEqual([]);
    host.pull(name, number).target = 'main';
    await admin().api.patch(`${path}/git/connection`, { pullRequests: 'off' });
    await look();
    expect(await listed(id)).toEqual([]);
    const settings = `/app/s/${id}/~/git/settings`;
    expect(await browser.read(settings)).toContain('<option value="off" selected');
    const form = { do: 'pulls', pullRequests: 'preview', pullRequestComments: 'true' };
    expect((await browser.post(settings, form)).headers.get('location')).toContain('done=pulls');
    expect((await admin().api.get(`${path}/git/connection`)).body).toMatchObject({
      pullRequestComments: true,
    });
    expect((await browser.post(settings, { do: 'pulls', pullRequests: 'all' })).status).toBe(400);
    const { body } = await admin().api.patch(`${path}/git/connection`, { pullRequestComments: false });
    expect(body).toMatchObject({ pullRequests: 'preview', pullRequestComments: false });
    await look();
    expect(await listed(id)).toHaveLength(1);
  });

  describe('of forks', () => {
    it('are previews only, and show nothing that their author could not see', async () => {
      const secret = await buildSpace(organization, { title: 'Secret plans' });
      const [plan] = await buildPages(admin(), secret.id, [{ title: 'Acquisition', markdown: 'Buy them.' }]);
      await buildSpec(test, organization, 'inner-api');
      const { name, id, number, path } = await connected({ pullRequests: 'change-request' });
      let asked = 0;
      const canary = createServer((_, response) => {
        asked++;
        response.end('{}');
      });
      await new Promise<void>((resolve) => canary.listen(0, '127.0.0.1', resolve));
      const address = `http://127.0.0.1:${(canary.address() as AddressInfo).port}`;
      await opened(
        name,
        number,
        {
          'docs/start.md': [
            '---',
            `cover: ${address}/cover.png`,
            '---',
            '# Start',
            `[A](bindery:page/${plan}?space=${secret.id}) [B](bindery:space/${secret.id})`,
            `[${admin().id}](bindery:user/${admin().id} "mention")`,
            `{% content-ref url="bindery:page/${plan}?space=${secret.id}" %}\n{% endcontent-ref %}`,
            `{% include "bindery:reusable-content/x?space=${secret.id}" %}`,
            `{% openapi-operation spec="inner-api" path="/pets" method="get" %}\n{% endopenapi-operation %}`,
            `{% openapi src="${address}/api.json" path="/" method="get" %}\n{% endopenapi %}`,
            `{% embed url="${address}/embed" %}`,
            `![Picture](${address}/a.png) and words ![in](${address}/b.png) a line.`,
            `| A |\n| --- |\n| [x](bindery:space/${secret.id}) |`,
            'The end.',
          ].join('\n\n'),
        },
        { isFork: true },
      );
      const [pull] = await listed(id);
      expect(pull).toMatchObject({ fork: true });
      expect(pull).not.toHaveProperty('changeRequest');
      expect(pull).not.toHaveProperty('problem');
      expect((await admin().api.get(`${path}/change-requests?status=open`)).body.items).toEqual([]);
      const html = await previewOf(id, number, 'start');
      expect(html).toContain('The end.');
      expect(html).toContain('From a fork');
      for (const word of ['Secret plans', 'Acquisition', 'Buy them', 'List the pets', plan, secret.id])
        expect(html).not.toContain(word);
      expect(html).not.toMatch(/<(img|iframe|script|link)[^>]*127\.0\.0\.1:/);
      expect(asked).toBe(0);
      canary.close();

      const told = JSON.stringify([host.statuses.at(-1), host.said(number)]);
      for (const word of ['A space', organization.hostname, admin().email, 'Start', 'Better words'])
        expect(told).not.toContain(word);
    });

    it('are compared with what the repository has, and not with what the space has beside it', async () => {
      const { name, id, number } = await connected();
      server.protect(name);
      const [page] = await buildPages(admin(), id, [{ title: 'Unannounced', markdown: 'Soon.' }]);
      await test.settle();
      const text = `# Start\n\nFrom a [fork](bindery:page/${page}).\n`;
      await opened(name, number, { 'docs/start.md': text }, { isFork: true });
      const html = await previewOf(id, number, 'start');
      expect(html).toContain('From a <a');
      expect(html).not.toMatch(/unannounced/i);
      expect(html).not.toContain(page);
      expect(await browser.read(`/app/s/${id}/start`)).toContain('Unannounced');
    });
  });
});
