import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { NativeRepository } from '../src/modules/git/remote/native/native-repository.js';
import { SiteConnectionsRepository } from '../src/modules/git/site/site-connections.repository.js';
import { SiteJobs } from '../src/modules/git/site/site.jobs.js';
import { SyncSite } from '../src/modules/git/site/sync-site.js';
import { WriteStructure } from '../src/modules/git/site/write-structure.js';
import { outlineOf, pagesByFile } from './support/archive.js';
import { readPage, writePage } from './support/change-requests.js';
import { buildOrganization, buildPages, buildSpace, type TestOrganization } from './support/factories.js';
import { GitServer, hasGit } from './support/git-server.js';
import { shareTestApp, type TestApp } from './support/test-app.js';

const TWO_SPACES = `# What the site is made of.
site:
  title: Product docs
  structure:
    - type: space
      key: space-guides
      title: Guides # for everybody
      path: guides
      default: true
      content:
        directory: ./guides
    # The reference.
    - type: space
      key: space-api
      title: 'API reference'
      path: api
      content:
        directory: ./api
`;
const PAGES = {
  'docs/guides/README.md': '# Welcome\n\nFirst words.\n',
  'docs/api/README.md': '# Calls\n\nAll of them.\n',
};
const FILES = { 'docs/gitbook-docs.yaml': TWO_SPACES, ...PAGES };
const CONFIG = 'docs/gitbook-docs.yaml';

/** Something that a site is made of, as far as these tests look. */
interface Item {
  object: string;
  id: string;
  title: string;
  path?: string;
  url?: string;
  default?: boolean;
  space: { id: string };
  siteSpaces?: Item[];
  children?: Item[];
}

interface Run {
  state: string;
  error: string;
  report: { imported?: string; exported?: string; changes: string[]; warnings: { message: string }[] };
}

describe.skipIf(!hasGit)('a site and a branch of a repository', () => {
  let test: TestApp;
  let organization: TestOrganization;
  let server: GitServer;
  let count = 0;
  /** One that has bad files for a while. */
  let broken: { id: string; name: string } | undefined;
  beforeAll(async () => {
    test = await shareTestApp();
    organization = await buildOrganization(test);
    server = await GitServer.start();
  });
  afterEach(() => void vi.restoreAllMocks());
  afterAll(async () => {
    await server.close();
    await test.close();
  });

  const admin = () => organization.admin;
  const siteAt = (id: string): string => `/v1/orgs/${organization.id}/sites/${id}`;

  async function buildSite(spaces: string[] = []): Promise<string> {
    const body = { title: 'A site', spaces };
    return (await admin().api.post(`/v1/orgs/${organization.id}/sites`, body)).body.id as string;
  }

  async function connected(files: Record<string, string> = FILES, body: object = {}, spaces: string[] = []) {
    const name = `site-${++count}.git`;
    const url = server.create(name, files);
    const id = await buildSite(spaces);
    const answer = await admin().api.post(`${siteAt(id)}/git/connection`, { url, folder: 'docs', ...body });
    expect(answer).toMatchObject({ status: 201 });
    await test.settle();
    return { id, name, run: await latestRun(id) };
  }

  const runsOf = async (id: string) => (await admin().api.get(`${siteAt(id)}/git/runs`)).body.items as Run[];

  async function latestRun(id: string): Promise<Run> {
    return (await runsOf(id))[0]!;
  }

  async function sync(id: string) {
    expect((await admin().api.post(`${siteAt(id)}/git/connection/sync`)).status).toBe(204);
    await test.settle();
    return latestRun(id);
  }

  async function look() {
    await test.app.get(SiteJobs).takeDue();
    await test.settle();
  }

  const connectionOf = async (id: string) => (await admin().api.get(`${siteAt(id)}/git/connection`)).body;
  const structureOf = async (id: string) =>
    (await admin().api.get(`${siteAt(id)}/structure`)).body.structure as Item[];
  /** Spaces of a site at its top, or of its sections, as `path: title`. */
  async function shown(id: string): Promise<string[]> {
    const lines = (items: Item[], into: string): string[] =>
      items.flatMap((item) => [
        `${into}${item.path ?? item.url ?? '-'}: ${item.title}${item.default ? ' *' : ''}`,
        ...lines(item.siteSpaces ?? item.children ?? [], `${into}${item.path ?? '-'}/`),
      ]);
    return lines(await structureOf(id), '');
  }
  async function spaceOf(id: string, path: string) {
    const all = (await structureOf(id)).flatMap((item) => [item, ...(item.siteSpaces ?? [])]);
    const found = all.find((item) => item.object === 'site-space' && item.path === path)!;
    return { siteSpace: found.id as string, id: found.space.id as string };
  }

  it('takes its structure and its spaces from the file, and is the same after the first run', async () => {
    const { id, run, name } = await connected();
    expect(run).toMatchObject({
      state: 'success',
      report: { warnings: [], changes: [{}, {}].map(() => expect.stringContaining('is synced with')) },
    });
    expect(await shown(id)).toEqual(['guides: Guides *', 'api: API reference']);
    expect((await admin().api.get(siteAt(id))).body.title).toBe('Product docs');
    expect(await outlineOf(admin(), (await spaceOf(id, 'guides')).id)).toEqual(['Welcome (readme)']);
    expect(await outlineOf(admin(), (await spaceOf(id, 'api')).id)).toEqual(['Calls (readme)']);
    expect(await connectionOf(id)).toMatchObject({
      status: 'active',
      spaces: [{ status: 'active' }, { status: 'active' }],
    });
    expect(server.log(name)).toHaveLength(1);
    const again = await sync(id);
    expect(again).toMatchObject({ state: 'success', report: { changes: [], warnings: [] } });
    expect(again.report.exported ?? again.report.imported).toBeUndefined();
    expect(server.log(name)).toHaveLength(1);
  });

  it('exchanges pages of two spaces in one push, and edits of both back', async () => {
    const { id, name } = await connected();
    const [guides, api] = [await spaceOf(id, 'guides'), await spaceOf(id, 'api')];
    server.commit(
      name,
      {
        'docs/guides/README.md': '# Welcome\n\nOther words.\n',
        'docs/api/README.md': '# Calls\n\nMore of them.\n',
      },
      'Say more',
    );
    await look();
    for (const [space, words] of [
      [guides, 'Other words.'],
      [api, 'More of them.'],
    ] as const) {
      const page = (await pagesByFile(admin(), space.id)).get('README.md')!.id;
      expect(await readPage(admin(), `/v1/spaces/${space.id}`, page)).toBe(words);
      await admin().api.patch(`/v1/spaces/${space.id}`, { editMode: 'live' });
      await writePage(admin(), `/v1/spaces/${space.id}`, page, `# T\n\n${words} And ours.\n`);
    }
    await test.settle();
    expect(server.read(name, 'docs/guides/README.md')).toContain('Other words. And ours.');
    expect(server.read(name, 'docs/api/README.md')).toContain('More of them. And ours.');
    expect(server.read(name, CONFIG)).toBe(TWO_SPACES);
  });

  it('writes a site with sections, groups and links as a file with a folder for each space', async () => {
    const one = (await buildSpace(organization, { title: 'Start here' })).id;
    const two = (await buildSpace(organization, { title: 'Calls' })).id;
    await buildPages(admin(), one, [{ title: 'Hello', markdown: 'Words.' }]);
    await buildPages(admin(), two, [{ title: 'List', markdown: 'All.' }]);
    const id = await buildSite([one]);
    const added = await admin().api.post(`${siteAt(id)}/sections`, { spaceId: two, title: 'Reference' });
    await admin().api.post(`${siteAt(id)}/section-groups`, { title: 'More', sections: [added.body.id] });
    await admin().api.post(`${siteAt(id)}/external-links`, {
      title: 'Status',
      url: 'https://status.example.com/',
    });
    const name = `site-${++count}.git`;
    const url = server.create(name);
    await admin().api.post(`${siteAt(id)}/git/connection`, { url, priority: 'bindery' });
    await test.settle();
    expect(await latestRun(id)).toMatchObject({ state: 'success', report: { warnings: [] } });
    expect(server.read(name, 'gitbook-docs.yaml')).toBe(`site:
  title: A site
  structure:
    - type: section
      key: section-start-here
      title: Start here
      path: start-here
      default: true
      children:
        - type: space
          key: space-start-here
          title: Start here
          path: start-here
          default: true
          content:
            directory: ./start-here/start-here
    - type: section-group
      key: section-group-more
      title: More
      children:
        - type: section
          key: section-reference
          title: Reference
          path: reference
          children:
            - type: space
              key: space-calls
              title: Calls
              path: calls
              default: true
              content:
                directory: ./reference/calls
    - type: external-link
      key: link-status
      title: Status
      url: https://status.example.com/
`);
    const pages = server.list(name).filter((path) => path.endsWith('.md') && !path.endsWith('SUMMARY.md'));
    expect(pages).toEqual(['reference/calls/list.md', 'start-here/start-here/hello.md']);
    // The branch has moved by the commits of the spaces: nothing is left to do.
    const before = server.log(name).length;
    await look();
    expect(server.log(name)).toHaveLength(before);
  });

  it('renames, moves and reorders parts from the file, without another space', async () => {
    const { id, name } = await connected();
    const [guides, api] = [await spaceOf(id, 'guides'), await spaceOf(id, 'api')];
    server.commit(
      name,
      {
        [CONFIG]: `site:
  title: Our docs
  structure:
    - type: section
      key: section-reference
      title: Reference
      path: reference
      icon: gear
      description: All calls.
      default: true
      children:
        - { type: space, key: space-api, title: The API, path: guides, default: true, content: { directory: ./api } }
    - type: section-group
      key: more
      title: More
      children:
        - type: section
          key: section-guides
          title: Guides
          path: guides
          children:
            - { type: space, key: space-guides, title: Guides, path: api, default: true, content: { directory: ./guides } }
        - { type: external-link, key: status, title: Status, url: 'https://status.example.com/' }
`,
      },
      'Other structure',
    );
    await look();
    expect(await latestRun(id)).toMatchObject({ state: 'success', report: { changes: [], warnings: [] } });
    expect(await shown(id)).toEqual([
      'reference: Reference *',
      'reference/guides: The API *',
      '-: More',
      '-/guides: Guides',
      '-/guides/api: Guides *',
      '-/https://status.example.com/: Status',
    ]);
    const structure = await structureOf(id);
    expect(structure[0]!.siteSpaces![0]!.space.id).toBe(api.id);
    expect(structure[0]).toMatchObject({ icon: 'gear', description: 'All calls.' });
    expect(structure[1]!.children![0]!.siteSpaces![0]!.space.id).toBe(guides.id);
    expect((await admin().api.get(`/v1/spaces/${api.id}`)).body.title).toBe('The API');
    expect((await admin().api.get(siteAt(id))).body.title).toBe('Our docs');
    expect(server.log(name)).toHaveLength(2);
  });

  it('lets a space leave the site that leaves the file, and takes the same one back', async () => {
    const { id, name } = await connected();
    const api = await spaceOf(id, 'api');
    const without = TWO_SPACES.slice(0, TWO_SPACES.indexOf('    # The reference.'));
    server.commit(name, { [CONFIG]: without }, 'Without the reference');
    await look();
    expect(await shown(id)).toEqual(['guides: Guides *']);
    const run = await latestRun(id);
    expect(run.report.changes).toEqual([
      'The space "API reference" is not synced with the folder docs/api any more. It keeps its pages, and the folder its files.',
    ]);
    expect((await admin().api.get(`/v1/spaces/${api.id}/git/connection`)).status).toBe(404);
    expect(await outlineOf(admin(), api.id)).toEqual(['Calls (readme)']);
    expect(server.list(name)).toContain('docs/api/README.md');

    server.commit(name, { [CONFIG]: TWO_SPACES }, 'With it');
    await sync(id);
    expect((await spaceOf(id, 'api')).id).toBe(api.id);
    expect(await outlineOf(admin(), api.id)).toEqual(['Calls (readme)']);
  });

  it('writes what is changed in the site into the lines of the file that it is about', async () => {
    const { id, name } = await connected();
    const api = await spaceOf(id, 'api');
    await admin().api.patch(`/v1/spaces/${api.id}`, { title: 'All calls' });
    await admin().api.patch(`${siteAt(id)}/site-spaces/${api.siteSpace}`, { path: 'calls' });
    await admin().api.patch(siteAt(id), { defaultSiteSpace: api.siteSpace });
    await test.settle();
    expect(server.read(name, CONFIG)).toBe(
      TWO_SPACES.replace("'API reference'", "'All calls'")
        .replace('path: api', 'path: calls')
        .replace('      default: true\n', '')
        .replace('        directory: ./api\n', '        directory: ./api\n      default: true\n'),
    );
    expect(server.log(name)[0]).toMatch(/: Update the structure of Product docs$/);

    const third = (await buildSpace(organization, { title: 'News' })).id;
    await buildPages(admin(), third, [{ title: 'Today', markdown: 'Sun.' }]);
    await admin().api.post(`${siteAt(id)}/site-spaces`, { spaceId: third });
    await test.settle();
    const text = server.read(name, CONFIG);
    expect(text).toContain('      title: Guides # for everybody\n');
    expect(text).toContain('    # The reference.\n    - type: space\n      key: space-api\n');
    expect(text.slice(text.indexOf('    - type: space\n      key: space-news'))).toBe(
      `    - type: space
      key: space-news
      title: News
      path: news
      content:
        directory: ./news
`,
    );
    expect(server.read(name, 'docs/news/today.md')).toContain('Sun.');

    await admin().api.delete(`${siteAt(id)}/site-spaces/${(await spaceOf(id, 'news')).siteSpace}`);
    await test.settle();
    expect(server.read(name, CONFIG)).not.toContain('news');
    expect(server.list(name)).toContain('docs/news/today.md');
    expect((await admin().api.get(`/v1/spaces/${third}/git/connection`)).status).toBe(404);

    // Back on the site it has the folder that it had.
    await admin().api.post(`${siteAt(id)}/site-spaces`, { spaceId: third });
    await test.settle();
    expect(server.read(name, CONFIG)).toContain(
      'key: space-news\n      title: News\n      path: news\n      content:\n        directory: ./news\n',
    );
    expect(server.list(name).filter((path) => path.endsWith('today.md'))).toEqual(['docs/news/today.md']);
  });

  it('merges changes of both sides by members, and says where the file counted', async () => {
    const { id, name } = await connected();
    const api = await spaceOf(id, 'api');
    // Nobody looks at the repository before the site is changed, too.
    server.commit(
      name,
      { [CONFIG]: TWO_SPACES.replace('path: api', 'path: http').replace("'API reference'", "'HTTP API'") },
      'Rename it',
    );
    await admin().api.patch(`/v1/spaces/${api.id}`, { title: 'All calls' });
    await admin().api.patch(siteAt(id), { title: 'Handbooks' });
    await test.settle();
    expect(await shown(id)).toEqual(['guides: Guides *', 'http: HTTP API']);
    const text = server.read(name, CONFIG);
    expect(text).toContain('title: Handbooks\n');
    expect(text).toContain("title: 'HTTP API'\n      path: http\n");
    const runs = await runsOf(id);
    expect(runs.flatMap((run) => run.report?.warnings ?? []).map((one) => one.message)).toContain(
      'Both sides changed the title of the space "space-api", and the file counted. It was "All calls" in the site.',
    );
  });

  it.each<[string, string, RegExp]>([
    [
      'no default',
      TWO_SPACES.replace('      default: true\n', ''),
      /The site needs exactly one default among its spaces: none/,
    ],
    [
      'equal paths',
      TWO_SPACES.replace('path: api', 'path: guides'),
      /space "space-api" has the path "guides" of the space "space-guides"/,
    ],
    [
      'a bad link',
      `site:\n  title: Title\n  structure:\n    - { type: section, key: s, title: Section, path: s, default: true }\n    - { type: external-link, key: x, title: Status, url: 'javascript:alert(1)' }\n`,
      /url of the external link "x" must be/,
    ],
  ])('changes nothing in the site where the file has %s', async (_, bad, sentence) => {
    broken ??= await connected();
    const { id, name } = broken;
    const before = await shown(id);
    server.commit(name, { [CONFIG]: bad }, 'Bad');
    const run = await sync(id);
    expect(await shown(id)).toEqual(before);
    expect(run).toMatchObject({ state: 'failure', error: expect.stringMatching(sentence) });
    expect(run.report.warnings[0]).toMatchObject({ file: CONFIG, message: expect.stringMatching(sentence) });
    expect(await connectionOf(id)).toMatchObject({ status: 'failing', problem: { code: 'structure' } });
    server.commit(name, { [CONFIG]: TWO_SPACES }, 'Good');
    expect(await sync(id)).toMatchObject({ state: 'success' });
    expect(await connectionOf(id)).toMatchObject({ status: 'active' });
  });

  it('goes on with the pages while the file breaks a rule, or is gone', async () => {
    const { id, name } = await connected();
    const space = (await spaceOf(id, 'api')).id;
    const page = (await pagesByFile(admin(), space)).get('README.md')!.id;
    for (const [file, words] of [
      ['site: 1\n', 'New ones.'],
      ['', 'Newer ones.'],
    ] as const) {
      server.commit(name, { [CONFIG]: file, 'docs/api/README.md': `# Calls\n\n${words}\n` }, 'Bad');
      expect(await sync(id)).toMatchObject({ state: 'failure' });
      expect(await readPage(admin(), `/v1/spaces/${space}`, page)).toBe(words);
    }
  });

  it('takes spaces that the site has already for those of the same path in the file', async () => {
    const own = (await buildSpace(organization, { title: 'API' })).id;
    const other = (await buildSpace(organization, { title: 'Left alone' })).id;
    const { id, run } = await connected(FILES, {}, [other, own]);
    expect(run.state).toBe('success');
    expect(await shown(id)).toEqual(['guides: Guides *', 'api: API reference']);
    expect((await spaceOf(id, 'api')).id).toBe(own);
    expect((await admin().api.get(`/v1/spaces/${other}`)).status).toBe(200);
  });

  it('stops with a sentence without a file, for a space that is connected already, and for one without the right', async () => {
    const bare = await connected({ 'docs/README.md': '# Words\n' });
    expect(bare.run.error).toMatch(/no file docs\/gitbook-docs.yaml/);
    expect(await connectionOf(bare.id)).toMatchObject({ status: 'failing', problem: { code: 'no-config' } });

    const own = (await buildSpace(organization, { title: 'API reference' })).id;
    const url = server.create(`own-${++count}.git`, { 'README.md': '# Own\n' });
    await admin().api.post(`/v1/spaces/${own}/git/connection`, { url });
    const { run, id } = await connected(FILES, {}, [own]);
    expect(run.error).toMatch(/space "space-api" is connected with a repository of its own/);
    const taken = `taken-${++count}.git`;
    const shared = server.create(taken, FILES);
    const { id: single } = await buildSpace(organization);
    await admin().api.post(`/v1/spaces/${single}/git/connection`, { url: shared, folder: 'docs/api/v1' });
    const third = await buildSite();
    await admin().api.post(`${siteAt(third)}/git/connection`, { url: shared, folder: 'docs' });
    await test.settle();
    expect((await latestRun(third)).error).toMatch(/The folder docs\/api is synced with another space/);
    expect(await connectionOf(third)).toMatchObject({ spaces: [] });
    expect(await shown(id)).toEqual(['api-reference: API reference *']);
  });

  it('is for those who may change the site, and works with their rights', async () => {
    const writer = await organization.member('create');
    const reader = await organization.member('edit');
    const stranger = (await buildOrganization(test)).admin;
    const { id } = await connected();
    const path = `${siteAt(id)}/git/connection`;
    expect((await reader.api.get(path)).status).toBe(403);
    expect((await stranger.api.get(path)).status).toBe(404);
    expect((await stranger.api.post(path, { url: server.url })).status).toBe(404);
    expect((await stranger.api.get(`${siteAt(id)}/git/runs`)).status).toBe(404);
    expect((await writer.api.get(path)).status).toBe(200);

    const hidden = (await buildSpace(organization, { title: 'Hidden' })).id;
    await admin().api.patch(`/v1/spaces/${hidden}`, { defaultLevel: 'read' });
    const name = `site-${++count}.git`;
    const other = await buildSite([hidden]);
    await writer.api.post(`${siteAt(other)}/git/connection`, {
      url: server.create(name),
      priority: 'bindery',
    });
    await test.settle();
    expect((await latestRun(other)).error).toMatch(/may not sync the space "space-hidden"/);
    expect(await connectionOf(other)).toMatchObject({ problem: { code: 'no-right' }, spaces: [] });
  });

  it('ends with the site, and with a space that is deleted', async () => {
    const { id, name } = await connected();
    const [guides, api] = [await spaceOf(id, 'guides'), await spaceOf(id, 'api')];
    await admin().api.delete(`/v1/spaces/${api.id}`);
    await sync(id);
    expect(server.read(name, CONFIG)).not.toContain('space-api');
    expect(server.list(name)).toContain('docs/api/README.md');
    await admin().api.post(`/v1/orgs/${organization.id}/deleted-spaces/${api.id}/restore`);

    expect((await admin().api.get(`/v1/spaces/${guides.id}`)).body.gitSync).toMatchObject({});
    await admin().api.delete(siteAt(id));
    expect((await admin().api.get(`/v1/spaces/${guides.id}/git/connection`)).status).toBe(404);
    const space = (await admin().api.get(`/v1/spaces/${guides.id}`)).body;
    expect(space.gitSync).toBeUndefined();
    expect(await outlineOf(admin(), guides.id)).toEqual(['Welcome (readme)']);
  });

  it('hears of a push by its webhook, and starts its spaces with it', async () => {
    const { id, name } = await connected();
    const { webhook } = await connectionOf(id);
    const commit = server.commit(name, { 'docs/api/README.md': '# Calls\n\nPushed.\n' }, 'Push');
    const headers = { 'x-gitlab-event': 'Push Hook', 'x-gitlab-token': webhook.secret as string };
    const told = { ref: 'refs/heads/main', after: commit };
    const path = new URL(webhook.url as string).pathname;
    expect((await test.api.post(path, told, { headers: { ...headers, 'x-gitlab-token': 'x' } })).status).toBe(
      401,
    );
    expect((await test.api.post(path, told, { headers })).status).toBe(204);
    await test.settle();
    const space = (await spaceOf(id, 'api')).id;
    const page = (await pagesByFile(admin(), space)).get('README.md')!.id;
    expect(await readPage(admin(), `/v1/spaces/${space}`, page)).toBe('Pushed.');
    expect((await connectionOf(id)).webhook.lastSeenAt).toBeDefined();
  });

  it('changes its spaces with it, which are not changed alone', async () => {
    const { id, name } = await connected();
    const api = await spaceOf(id, 'api');
    const own = `/v1/spaces/${api.id}/git/connection`;
    expect((await admin().api.patch(own, { branch: 'other' })).status).toBe(409);
    expect((await admin().api.delete(own)).status).toBe(409);
    const path = `${siteAt(id)}/git/connection`;
    server.git(name, ['branch', 'next', 'main']);
    expect((await admin().api.patch(path, { branch: 'next', paused: true })).status).toBe(200);
    expect((await admin().api.get(own)).body).toMatchObject({ branch: 'next', status: 'paused' });
    expect((await admin().api.post(`${path}/sync`)).status).toBe(409);
    expect((await admin().api.patch(path, { paused: false })).body.status).toBe('active');
    expect((await admin().api.delete(path)).status).toBe(204);
    expect((await admin().api.get(own)).status).toBe(404);
    expect((await admin().api.get(path)).status).toBe(404);
    expect(await shown(id)).toEqual(['guides: Guides *', 'api: API reference']);
  });

  it.each([
    ['before the spaces are noted', () => vi.spyOn(test.app.get(SiteConnectionsRepository), 'update')],
    ['before the push', () => vi.spyOn(NativeRepository.prototype, 'push')],
    ['after the push, before that is noted', () => vi.spyOn(test.app.get(WriteStructure), 'settle')],
  ])('that is broken off %s makes each space and each commit once', async (_, breakOff) => {
    const { id, name } = await connected();
    await admin().api.patch(`${siteAt(id)}/git/connection`, { paused: true });
    const third = `${TWO_SPACES}    - { type: space, key: third, title: Third, path: third, content: { directory: ./third } }\n`;
    server.commit(name, { [CONFIG]: third, 'docs/third/README.md': '# Third\n' }, 'A third');
    await admin().api.patch(siteAt(id), { title: 'Handbooks' });
    await test.settle();
    const rows = test.app.get(SiteConnectionsRepository);
    const found = async () => (await rows.findOfSite(organization.id, id))!;
    await rows.update(await found(), { isPaused: false });
    const options = { onProgress: () => undefined, authorize: () => Promise.resolve() };
    const spaces = async () =>
      (await admin().api.get(`/v1/orgs/${organization.id}/spaces`, { query: { limit: 1000 } })).body.items;
    const before = (await spaces()).length;
    breakOff().mockRejectedValueOnce(new Error('The process was killed.'));
    await expect(test.app.get(SyncSite).run(await found(), options)).rejects.toThrow('killed');
    vi.restoreAllMocks();
    await test.app.get(SyncSite).run(await found(), options);
    await test.settle();
    expect((await spaces()).length).toBe(before + 1);
    expect(await shown(id)).toEqual(['guides: Guides *', 'api: API reference', 'third: Third']);
    expect(server.read(name, CONFIG)).toContain('title: Handbooks');
    expect(server.log(name).filter((line) => line.includes('Update the structure'))).toHaveLength(1);
  });
});
