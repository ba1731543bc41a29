import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SiteJobs } from '../src/modules/git/site/site.jobs.js';
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

describe.skipIf(!hasGit)('a site and a branch of a repository', () => {
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

  async function latestRun(id: string) {
    return (await admin().api.get(`${siteAt(id)}/git/runs`)).body.items[0];
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
  const structureOf = async (id: string) => (await admin().api.get(`${siteAt(id)}/structure`)).body.structure;
  /** Spaces of a site at its top, or of its sections, as `path: title`. */
  async function shown(id: string): Promise<string[]> {
    const lines = (items: any[], into: string): string[] =>
      items.flatMap((item) => [
        `${into}${item.path ?? item.url ?? '-'}: ${item.title}${item.default ? ' *' : ''}`,
        ...lines(item.siteSpaces ?? item.children ?? [], `${into}${item.path ?? '-'}/`),
      ]);
    return lines(await structureOf(id), '');
  }
  async function spaceOf(id: string, path: string) {
    const all = (await structureOf(id)).flatMap((item: any) => [item, ...(item.siteSpaces ?? [])]);
    const found = all.find((item: any) => item.object === 'site-space' && item.path === path);
    return { siteSpace: found.id as string, id: found.space.id as string };
  }

  it('takes its structure and its spaces from the file, and is the same after the first run', async () => {
    const { id, run, name } = await connected();
    expect(run).toMatchObject({ state: 'success', report: { warnings: [], changes: [{}, {}].map(() => expect.stringContaining('is synced with')) } });
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
      { 'docs/guides/README.md': '# Welcome\n\nOther words.\n', 'docs/api/README.md': '# Calls\n\nMore of them.\n' },
      'Say more',
    );
    await look();
    for (const [space, words] of [[guides, 'Other words.'], [api, 'More of them.']] as const) {
      const page = (await pagesByFile(admin(), space.id)).get('readme')!.id;
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
    await admin().api.post(`${siteAt(id)}/external-links`, { title: 'Status', url: 'https://status.example.com/' });
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
    expect(server.list(name)).toContain('start-here/start-here/README.md');
    expect(server.list(name)).toContain('reference/calls/README.md');
    // The branch has moved by the commits of the spaces: nothing is left to do.
    const before = server.log(name).length;
    await look();
    expect(server.log(name)).toHaveLength(before);
  });
});
