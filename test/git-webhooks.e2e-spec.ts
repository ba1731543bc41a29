import { createHmac } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { outlineOf } from './support/archive.js';
import { buildOrganization, buildSpace, type TestOrganization } from './support/factories.js';
import { connectRepository } from './support/git-connections.js';
import { commitAt, GitServer, hasGit } from './support/git-server.js';
import { shareTestApp, type TestApp } from './support/test-app.js';

const FILES = { 'README.md': '# Welcome\n\nWords.\n' };
const MORE = { 'more.md': '# More\n\nWords.\n' };

const hmac = (secret: string, body: string): string =>
  createHmac('sha256', secret).update(body).digest('hex');

/** Headers with which each host signs a push. */
const HOSTS: Record<string, (secret: string, body: string) => Record<string, string>> = {
  github: (secret, body) => ({
    'x-github-event': 'push',
    'x-hub-signature-256': `sha256=${hmac(secret, body)}`,
  }),
  gitea: (secret, body) => ({ 'x-gitea-event': 'push', 'x-gitea-signature': hmac(secret, body) }),
  forgejo: (secret, body) => ({ 'x-forgejo-event': 'push', 'x-forgejo-signature': hmac(secret, body) }),
  gitlab: (secret) => ({ 'x-gitlab-event': 'Push Hook', 'x-gitlab-token': secret }),
  bitbucket: (secret, body) => ({
    'x-event-key': 'repo:refs_changed',
    'x-hub-signature': `sha256=${hmac(secret, body)}`,
  }),
};

describe.skipIf(!hasGit)('what hosts tell of pushes', () => {
  let test: TestApp;
  let organization: TestOrganization;
  let server: GitServer;
  let count = 0;
  beforeAll(async () => {
    test = await shareTestApp();
    organization = await buildOrganization(test);
    server = await GitServer.start();
  });
  afterAll(async () => {
    await server.close();
    await test.close();
  });

  const admin = () => organization.admin;
  const connectionOf = async (id: string) => (await admin().api.get(`/v1/spaces/${id}/git/connection`)).body;
  const runsOf = async (id: string): Promise<unknown[]> =>
    (await admin().api.get(`/v1/spaces/${id}/content/imports`)).body.items;

  async function connected() {
    const name = `told-${++count}.git`;
    const url = server.create(name, FILES);
    const { id } = await buildSpace(organization);
    await connectRepository(test, admin(), id, { url });
    const { webhook, commit } = await connectionOf(id);
    return { id, name, webhook: webhook as { url: string; secret: string }, commit: commit as string };
  }

  async function tell(
    url: string,
    body: object | string,
    headersFor: (body: string) => Record<string, string>,
  ): Promise<number> {
    const text = typeof body === 'string' ? body : JSON.stringify(body);
    const address = test.baseUrl + new URL(url).pathname;
    const headers = { 'content-type': 'application/json', ...headersFor(text) };
    const { status } = await fetch(address, { method: 'POST', body: text, headers });
    await test.settle();
    return status;
  }

  const pushed = (after: string, branch = 'main') => ({ ref: `refs/heads/${branch}`, after });
  const pushOf = (host: string, after: string) =>
    host === 'bitbucket' ? { changes: [{ ref: { id: 'refs/heads/main' }, toHash: after }] } : pushed(after);
  const NEW = 'a'.repeat(40);

  it.each(Object.keys(HOSTS))('bring in what was pushed, told as by %s', async (host) => {
    const { id, name, webhook } = await connected();
    server.commit(name, MORE, 'More');
    const status = await tell(webhook.url, pushOf(host, NEW), (body) => HOSTS[host]!(webhook.secret, body));
    expect(status).toBe(204);
    expect(await outlineOf(admin(), id)).toEqual(['Welcome (readme)', 'More (more)']);
    expect((await connectionOf(id)).webhook.lastSeenAt).toBeDefined();
  });

  it('bring in what was pushed, told as by Bitbucket Cloud', async () => {
    const { id, name, webhook } = await connected();
    server.commit(name, MORE, 'More');
    const change = { new: { type: 'branch', name: 'main', target: { hash: NEW } } };
    const headersFor = (body: string) => ({
      'x-event-key': 'repo:push',
      'x-hub-signature': `sha256=${hmac(webhook.secret, body)}`,
    });
    expect(await tell(webhook.url, { push: { changes: [change] } }, headersFor)).toBe(204);
    expect(await outlineOf(admin(), id)).toEqual(['Welcome (readme)', 'More (more)']);
  });

  it('are refused alike with a wrong signature, without one, and where there is no connection', async () => {
    const { id, webhook, commit } = await connected();
    const before = await runsOf(id);
    const other = await connected();
    const forged: ((body: string) => Record<string, string>)[] = [
      () => ({}),
      (body) => HOSTS['github']!('guessed', body),
      (body) => HOSTS['github']!(other.webhook.secret, body),
      (body) => HOSTS['github']!(webhook.secret, `${body} `),
      () => ({ 'x-gitlab-event': 'Push Hook', 'x-gitlab-token': `${webhook.secret}x` }),
      () => ({ 'x-github-event': 'push', 'x-hub-signature-256': 'sha256=' }),
    ];
    const answers = await Promise.all(
      [webhook.url, webhook.url.replace(/[^/]+$/, 'nothing')].flatMap((url) =>
        forged.map(async (headersFor) => {
          const body = JSON.stringify(pushed(NEW));
          const address = test.baseUrl + new URL(url).pathname;
          const headers = { 'content-type': 'application/json', ...headersFor(body) };
          const answer = await fetch(address, { method: 'POST', body, headers });
          const { error } = (await answer.json()) as { error: { message: string } };
          return `${answer.status} ${error.message}`;
        }),
      ),
    );
    expect(new Set(answers).size).toBe(1);
    expect(answers[0]).toMatch(/^401 The signature/);
    await test.settle();
    expect(await runsOf(id)).toEqual(before);
    expect((await connectionOf(id)).webhook.lastSeenAt).toBeUndefined();
    expect((await connectionOf(id)).commit).toBe(commit);
  });

  it('start nothing for other branches, tags, what is in common already, and what is no push', async () => {
    const { id, webhook, commit } = await connected();
    const before = (await runsOf(id)).length;
    const signed = (event: string) => (body: string) => ({
      ...HOSTS['github']!(webhook.secret, body),
      'x-github-event': event,
    });
    expect(await tell(webhook.url, pushed(NEW, 'draft'), signed('push'))).toBe(204);
    expect(await tell(webhook.url, { ref: 'refs/tags/main', after: NEW }, signed('push'))).toBe(204);
    expect(await tell(webhook.url, pushed(commit), signed('push'))).toBe(204);
    expect(await tell(webhook.url, { zen: 'Simple.' }, signed('ping'))).toBe(204);
    expect(await tell(webhook.url, { action: 'opened' }, signed('issues'))).toBe(204);
    expect(await runsOf(id)).toHaveLength(before);
  });

  it('may come twice', async () => {
    const { id, name, webhook } = await connected();
    server.commit(name, MORE, 'More');
    const before = (await runsOf(id)).length;
    const after = commitAt(server, name);
    const headersFor = (body: string) => HOSTS['github']!(webhook.secret, body);
    expect(await tell(webhook.url, pushed(after), headersFor)).toBe(204);
    expect(await tell(webhook.url, pushed(after), headersFor)).toBe(204);
    expect(await runsOf(id)).toHaveLength(before + 1);
    expect(await outlineOf(admin(), id)).toEqual(['Welcome (readme)', 'More (more)']);
  });

  it('must be JSON objects of a size that can be kept', async () => {
    const { webhook } = await connected();
    const headersFor = (body: string) => HOSTS['github']!(webhook.secret, body);
    expect(await tell(webhook.url, '[]', headersFor)).toBe(400);
    expect(await tell(webhook.url, '{', headersFor)).toBe(400);
    expect(await tell(webhook.url, `{"a":"${'x'.repeat(9 * 2 ** 20)}"}`, headersFor)).toBe(413);
    // Without a signature, nobody reads it.
    expect(await tell(webhook.url, `{"a":"${'x'.repeat(9 * 2 ** 20)}"}`, () => ({}))).toBe(401);
  });
});
