import { renameSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fingerprintOf, makeDeployKey } from '../src/modules/git/remote/deploy-key.js';
import { pagesByFile } from './support/archive.js';
import { readPage, writePage } from './support/change-requests.js';
import { buildOrganization, buildSpace, buildUser, type TestOrganization } from './support/factories.js';
import { lookAtRepositories } from './support/git-connections.js';
import { GitServer, hasGit } from './support/git-server.js';
import { type MemberBrowser, startMemberBrowser } from './support/member-browser.js';
import { hasSsh, startSshServer } from './support/ssh-server.js';
import { shareTestApp, type TestApp } from './support/test-app.js';

const FILES = {
  'docs/README.md': '# Welcome\n\nFirst words.\n',
  'docs/SUMMARY.md': '# Summary\n\n* [Welcome](README.md)\n* [Start](start.md)\n',
  'docs/start.md': '# Start\n\nSecond words.\n\n![](no.png)\n',
};

describe.skipIf(!hasGit)('The pages about the repository of a space', () => {
  let test: TestApp;
  let organization: TestOrganization;
  let server: GitServer;
  let browser: MemberBrowser;
  let count = 0;

  beforeAll(async () => {
    test = await shareTestApp();
    organization = await buildOrganization(test);
    browser = await startMemberBrowser(test, organization.admin.token);
    server = await GitServer.start('secret');
  });
  afterAll(async () => {
    await server.close();
    await test.close();
  });

  const ACCESS = { token: 'secret', username: 'me' };

  async function build(files: Record<string, string> = FILES) {
    const name = `pages-${++count}.git`;
    const space = (await buildSpace(organization, { title: 'Handbook' })).id;
    const page = `/app/s/${space}/~/git`;
    return { name, url: server.create(name, files), space, page, settings: `${page}/settings` };
  }

  async function connected() {
    const built = await build();
    const form = {
      do: 'connect',
      url: built.url,
      ...ACCESS,
      branch: 'main',
      folder: 'docs',
      priority: 'git',
    };
    expect(to(await browser.post(built.page, form))).toBe(`${built.page}?done=connect`);
    await test.settle();
    return built;
  }

  const to = (answer: Response) => {
    expect(answer.status).toBe(303);
    return answer.headers.get('location') ?? '';
  };
  /** The part of a page that is its own, without markup, to keep failures short. */
  const main = (text: string) =>
    (/<main[^]*<\/main>/.exec(text)?.[0] ?? text)
      .replaceAll(/<[^>]+>/g, ' ')
      .replaceAll('&quot;', '"')
      .replaceAll(/\s+/g, ' ');
  const read = async (page: string) => main(await browser.read(page));

  it('check a repository, connect it, and say that both sides are the same', async () => {
    const { url, page, space, name } = await build();
    const empty = await browser.read(`${page}?url=${encodeURIComponent(url)}`);
    expect(empty).toContain(`value="${url}"`);
    expect(empty).not.toContain('name="branch"');
    const refused = await browser.post(page, { do: 'check', url, token: 'wrong', username: 'me' });
    expect(refused.status).toBe(400);
    expect(main(await refused.text())).toContain('url: The repository');
    const checked = await browser.post(page, { do: 'check', url, ...ACCESS });
    const offered = await checked.text();
    expect([checked.status, main(offered)]).toEqual([200, expect.stringContaining('one branch')]);
    expect(offered).toMatch(/<select id="branch"[^]*<option value="main"/);
    const form = { do: 'connect', url, ...ACCESS, branch: 'main', folder: 'docs' };
    const wrong = await browser.post(page, { ...form, branch: 'nowhere' });
    const again = await wrong.text();
    expect([wrong.status, main(again)]).toEqual([400, expect.stringContaining('no branch')]);
    expect(again).toContain('value="nowhere"');
    expect(to(await browser.post(page, form))).toBe(`${page}?done=connect`);
    expect(await browser.read(page)).toMatch(/data-run="\/spaces\/\w+\/content\/imports\/\w+"|the same/);
    await test.settle();
    const text = await browser.read(page);
    expect(text).not.toContain('secret"');
    for (const words of ['The space and the branch have the same pages', 'came in', 'one warning'])
      expect(main(text)).toContain(words);
    expect(server.list(name)).toContain('docs/start.md');
    const run = /href="([^"]*\/~\/git\/runs\/\w+)">Commit \w+ came in</.exec(text)?.[1] ?? '';
    expect(await read(run)).toContain('Missing files');
    expect(await read(`/app/s/${space}/~/import`)).not.toContain('Imports so far');
    expect(await browser.read(`/app/s/${space}`)).toContain(`href="${page}"`);
  });

  it.skipIf(!hasSsh)('over SSH, show a key to let in, and go on once it is let in', async () => {
    const host = makeDeployKey('host');
    const ssh = await startSshServer(server.root, host.privateKey, host.publicKey);
    const { page, name } = await build();
    const url = `ssh://git@127.0.0.1:${ssh.port}/${name}`;
    const checked = await browser.post(page, { do: 'check', url });
    expect(main(await checked.text())).toContain('A key is made when you connect.');
    const form = { do: 'connect', url, branch: 'main', folder: 'docs', provider: 'gitea', token: '' };
    to(await browser.post(page, form));
    await test.settle();
    const closed = await browser.read(page);
    expect(main(closed)).toContain('Let this key in');
    expect(main(closed)).toContain(fingerprintOf(host.publicKey));
    expect(main(closed)).toContain('tick “Enable write access”');
    const key = /value="(ssh-ed25519 [^"]+)"/.exec(closed)?.[1] ?? '';
    ssh.letIn(key);
    to(await browser.post(page, { do: 'sync' }));
    await test.settle();
    const open = await read(page);
    expect(open).toContain('The space and the branch have the same pages');
    expect(open).not.toContain('Let this key in');
    expect(await browser.read(`${page}/settings`)).toContain(key);
    await ssh.close();
  });

  it('goes on at another address with a token that opens the repository there', async () => {
    const { name, settings, space, url } = await connected();
    renameSync(join(server.root, name), join(server.root, `moved-${name}`));
    const moved = url.replace(name, `moved-${name}`);
    const save = (fields: object) =>
      browser.post(settings, { do: 'save', url: moved, 'was-url': url, ...fields });
    const refused = await save({});
    expect([refused.status, main(await refused.text())]).toEqual([400, expect.stringContaining('token')]);
    expect(to(await save({ addressToken: ACCESS.token, addressUsername: ACCESS.username }))).toBe(
      `${settings}?done=save`,
    );
    await test.settle();
    const { body } = await organization.admin.api.get(`/v1/spaces/${space}/git/connection`);
    expect([body.url, body.status]).toEqual([moved, 'active']);
    const unused = await browser.post(settings, { do: 'save', addressToken: 'x' });
    expect(unused.status).toBe(400);
  });

  it('sync now, pause, resume, change and disconnect', async () => {
    const { page, settings, space, name } = await connected();
    expect(to(await browser.post(page, { do: 'sync' }))).toBe(`${page}?done=sync`);
    await test.settle();
    expect(await read(page)).toContain('No news on either side');
    to(await browser.post(page, { do: 'pause' }));
    expect(await read(page)).toContain('Nothing is exchanged until you resume it');
    const asleep = await browser.post(page, { do: 'sync' });
    expect([asleep.status, main(await asleep.text())]).toEqual([409, expect.stringContaining('paused')]);
    to(await browser.post(page, { do: 'resume' }));
    const shown = await browser.read(settings);
    expect(shown).toContain(`/v1/git/webhooks/`);
    expect(shown).toContain('aria-label="Secret of the webhook"');
    to(
      await browser.post(settings, {
        do: 'save',
        commitMessage: 'docs: {change_request_subject}',
        'was-commitMessage': '',
        branch: 'main',
        'was-branch': 'main',
      }),
    );
    const start = (await pagesByFile(organization.admin, space)).get('start.md')!.id;
    await writePage(organization.admin, `/v1/spaces/${space}`, start, '# Start\n\nOther words.\n');
    await test.settle();
    expect(server.log(name)[0]).toContain(': docs: ');
    const outside = await browser.post(settings, { do: 'save', folder: '../x', 'was-folder': 'docs' });
    expect([outside.status, main(await outside.text())]).toEqual([400, expect.stringContaining('folder')]);
    expect(to(await browser.post(settings, { do: 'token', ...ACCESS }))).toBe(`${settings}?done=token`);
    expect((await browser.post(settings, { do: 'token', token: '' })).status).toBe(400);
    expect(to(await browser.post(settings, { do: 'disconnect' }))).toBe(`${page}?done=disconnect`);
    expect(await read(`${page}?done=disconnect`)).toContain('Both sides keep what they have');
    expect(server.list(name)).toContain('docs/start.md');
    expect((await pagesByFile(organization.admin, space)).has('start.md')).toBe(true);
  });

  it('show what each side changed at the same place, and lead to the change request', async () => {
    const { page, space, name } = await connected();
    const path = `/v1/spaces/${space}`;
    const start = (await pagesByFile(organization.admin, space)).get('start.md')!.id;
    server.commit(name, { 'docs/start.md': '# Start\n\nTheir words.\n' }, 'Theirs');
    await writePage(organization.admin, path, start, '# Start\n\nOur words.\n');
    await test.settle();
    const text = await browser.read(page);
    expect(main(text)).toContain('Decide in change request #1');
    expect(main(text)).toContain('start.md');
    for (const place of [`/app/s/${space}`, `/app/s/${space}/~/edit/${start}`])
      expect(await browser.read(await onward(place))).toContain('Decide in #1');
    const reader = await startMemberBrowser(test, (await organization.member('read')).token);
    expect(await reader.read(await onward(`/app/s/${space}`))).not.toContain('Decide in #1');
    const inbox = `/app/o/${organization.id}/inbox`;
    expect(await read(inbox)).toContain('Git: conflict, decide in #1');
    const entries = (await organization.admin.api.get(`/v1/orgs/${organization.id}/inbox`)).body as {
      items: { kind: string; actor?: object; space: { id: string } }[];
    };
    const own = entries.items.filter((entry) => entry.space.id === space);
    expect(own).toEqual([expect.objectContaining({ kind: 'sync-conflicts' })]);
    expect(own[0]).not.toHaveProperty('actor');
    expect((await organization.admin.api.post(`${path}/change-requests/1/merge`)).status).toBe(200);
    await test.settle();
    expect(await readPage(organization.admin, path, start)).toBe('Their words.');
    expect(server.read(name, 'docs/start.md')).toContain('Their words.');
    expect(await read(page)).toContain('The space and the branch have the same pages');
  });

  it('say why a sync stopped, once, to who connected the repository and to those who may mend it', async () => {
    const { page, space, name } = await connected();
    const here = `/app/s/${space}`;
    server.renameBranch(name, 'main', 'trunk');
    for (let attempt = 0; attempt < 3; attempt++) {
      to(await browser.post(page, { do: 'sync' }));
      await test.settle();
    }
    expect(await read(page)).toContain('no branch "main"');
    expect(await browser.read(await onward(here))).toContain('the sync with the repository has stopped');
    const writer = await startMemberBrowser(test, (await organization.member('edit')).token);
    expect(await writer.read(await onward(here))).not.toContain('has stopped');
    const entries = (await organization.admin.api.get(`/v1/orgs/${organization.id}/inbox`)).body as {
      items: { id: string; kind: string; space: { id: string } }[];
    };
    const own = entries.items.filter((entry) => entry.space.id === space);
    expect(own.map(({ kind }) => kind)).toEqual(['sync-failing']);
    const inbox = `/app/o/${organization.id}/inbox`;
    expect(await read(inbox)).toContain('Git: the sync has stopped for Handbook');
    expect(to(await browser.open(`${inbox}/${own[0]!.id}`))).toBe(page);
    to(await browser.post(`${page}/settings`, { do: 'save', branch: 'trunk', 'was-branch': 'main' }));
    await test.settle();
    expect(await read(page)).toContain('The space and the branch have the same pages');
    expect(await browser.read(await onward(here))).not.toContain('has stopped');
  });

  it('are for those who may sync, and for nobody else', async () => {
    const { page, settings, url } = await connected();
    const other = await build();
    const stranger = await startMemberBrowser(test, (await buildUser(test)).token);
    const reader = await startMemberBrowser(test, (await organization.member('read')).token);
    const writer = await startMemberBrowser(test, (await organization.member('edit')).token);
    for (const [who, status] of [
      [stranger, 404],
      [reader, 403],
      [writer, 403],
    ] as const) {
      for (const place of [page, settings, other.page])
        expect((await who.open(place)).status, place).toBe(status);
      for (const form of [
        { do: 'check', url },
        { do: 'connect', url },
        { do: 'sync', url },
      ])
        expect((await who.post(other.page, form)).status).toBe(status);
      expect((await who.post(settings, { do: 'disconnect' })).status).toBe(status);
    }
    expect(await writer.read(await onward(`/app/s/${other.space}`))).not.toContain('/~/git"');
    const maker = await startMemberBrowser(test, (await organization.member('create')).token);
    expect(main(await maker.read(page))).toContain('The space and the branch have the same pages');
    const foreign = await browser.post(page, { do: 'sync' }, { origin: 'https://evil.example' });
    expect(foreign.status).toBe(403);
    expect((await browser.post(page, { do: 'nothing' })).status).toBe(400);
  });

  it('let one of two administrators connect, and tell the other', async () => {
    const { url, page, settings } = await build();
    const form = { do: 'connect', url, ...ACCESS, branch: 'main', folder: 'docs' };
    const second = await startMemberBrowser(test, (await organization.member('admin')).token);
    const answers = await Promise.all([browser.post(page, form), second.post(page, form)]);
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([303, 409]);
    const late = answers.find(({ status }) => status === 409)!;
    expect(main(await late.text())).toContain('connected to a repository already');
    await test.settle();
    to(await browser.post(settings, { do: 'disconnect' }));
    const gone = await second.post(settings, { do: 'save', branch: 'x', 'was-branch': 'main' });
    expect([gone.status, main(await gone.text())]).toEqual([409, expect.stringContaining('not connected')]);
    expect((await second.post(settings, { do: 'disconnect' })).status).toBe(409);
    expect((await second.post(page, { do: 'sync' })).status).toBe(409);
  });

  it('hand an address on from the page of imports, without what opens it', async () => {
    const { space } = await build();
    const url = 'https://me:secret@git.example/docs.git';
    const location = to(await browser.post(`/app/s/${space}/~/import`, { do: 'sync', url }));
    expect(location).toBe(`/app/s/${space}/~/git?url=${encodeURIComponent('https://git.example/docs.git')}`);
    expect(await browser.read(location)).toContain('value="https://git.example/docs.git"');
  });

  it('bring in what is pushed', async () => {
    const { page, space, name } = await connected();
    server.commit(name, { 'docs/start.md': '# Start\n\nPushed words.\n' }, 'More');
    await lookAtRepositories(test);
    const start = (await pagesByFile(organization.admin, space)).get('start.md')!.id;
    expect(await readPage(organization.admin, `/v1/spaces/${space}`, start)).toBe('Pushed words.');
    expect(await read(page)).toContain('came in');
  });

  /** Follows the address of a space to its first page. */
  async function onward(path: string): Promise<string> {
    const answer = await browser.open(path);
    return answer.status === 200 ? path : (answer.headers.get('location') ?? '');
  }
});
