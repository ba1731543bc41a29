import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildOrganization, buildSpace, type TestOrganization } from './support/factories.js';
import { GitServer, hasGit } from './support/git-server.js';
import { type MemberBrowser, startMemberBrowser } from './support/member-browser.js';
import { shareTestApp, type TestApp } from './support/test-app.js';

const CONFIG = `site:
  title: Product docs
  structure:
    - type: space
      key: space-guides
      title: Guides
      path: guides
      default: true
      content:
        directory: ./guides
`;
const FILES = { 'docs/gitbook-docs.yaml': CONFIG, 'docs/guides/README.md': '# Welcome\n' };

describe.skipIf(!hasGit)('The pages about the repository of a site', () => {
  let test: TestApp;
  let organization: TestOrganization;
  let server: GitServer;
  let browser: MemberBrowser;
  let count = 0;

  beforeAll(async () => {
    test = await shareTestApp();
    organization = await buildOrganization(test);
    browser = await startMemberBrowser(test, organization.admin.token);
    server = await GitServer.start();
  });
  afterAll(async () => {
    await server.close();
    await test.close();
  });

  async function build(files: Record<string, string> = FILES) {
    const name = `site-pages-${++count}.git`;
    const space = (await buildSpace(organization, { title: 'Left' })).id;
    const sites = `/v1/orgs/${organization.id}/sites`;
    const body = { title: 'Docs', spaces: [space] };
    const site = (await organization.admin.api.post(sites, body)).body.id as string;
    const page = `/app/o/${organization.id}/sites/${site}/git`;
    return { name, url: server.create(name, files), site: `${sites}/${site}`, page };
  }

  async function connected() {
    const built = await build();
    const form = { do: 'connect', url: built.url, branch: 'main', folder: 'docs', priority: 'git' };
    expect(to(await browser.post(built.page, form))).toBe(`${built.page}?done=connect`);
    await test.settle();
    return built;
  }

  const to = (answer: Response) => {
    expect(answer.status).toBe(303);
    return answer.headers.get('location') ?? '';
  };
  const main = (text: string) =>
    (/<main[^]*<\/main>/.exec(text)?.[0] ?? text).replaceAll(/<[^>]+>/g, ' ').replaceAll(/\s+/g, ' ');
  const read = async (page: string) => main(await browser.read(page));

  it('check a repository, connect it, and show its spaces and runs', async () => {
    const { url, page, name } = await build();
    expect(await read(page)).toContain('gitbook-docs.yaml says what the site is made of');
    const checked = main(await (await browser.post(page, { do: 'check', url })).text());
    expect(checked).toContain('The repository opens');
    expect(checked).toContain('The site counts');
    const form = { do: 'connect', url, branch: 'main', folder: 'docs', priority: 'git' };
    expect(to(await browser.post(page, form))).toBe(`${page}?done=connect`);
    await test.settle();
    const shown = await browser.read(page);
    expect(main(shown)).toMatch(/Status the same .* Spaces active Guides docs\/guides/);
    expect(main(shown)).toContain('docs/gitbook-docs.yaml');
    const run = /href="([^"]*\/git\/runs\/[^"]+)"/.exec(shown)?.[1] ?? '';
    expect(await read(run)).toContain('is synced with the folder docs/guides now');

    server.commit(name, { 'docs/gitbook-docs.yaml': CONFIG.replace('      path: guides\n', '') }, 'Bad');
    expect(to(await browser.post(page, { do: 'sync' }))).toBe(`${page}?done=sync`);
    await test.settle();
    const stopped = await browser.read(page);
    expect(main(stopped)).toMatch(/stopped .*The space (?:"|&quot;)space-guides(?:"|&quot;) needs a path/);
    const failed = /href="([^"]*\/git\/runs\/[^"]+)"/.exec(stopped)?.[1] ?? '';
    expect(await read(failed)).toContain('needs a path');
  });

  it('change the settings, and disconnect the site with its spaces', async () => {
    const { page, site } = await connected();
    const settings = `${page}/settings`;
    expect(await read(settings)).toContain('its spaces all their pages. They are disconnected, too.');
    const space = (await organization.admin.api.get(`${site}/structure`)).body.structure[0].space.id;
    const own = `/app/s/${space}/~/git`;
    const ofSpace = await browser.read(own);
    expect(main(ofSpace)).toContain('The space is synced with its site');
    expect(ofSpace).not.toContain(`${own}/settings`);
    const fields = { commitMessage: 'docs: {change_request_subject}' };
    const shown = { 'was.commitMessage': '' };
    expect(to(await browser.post(settings, { do: 'save', ...fields, ...shown }))).toBe(
      `${settings}?done=save`,
    );
    expect(to(await browser.post(page, { do: 'pause' }))).toBe(`${page}?done=pause`);
    expect(await read(page)).toContain('paused');
    expect(to(await browser.post(settings, { do: 'disconnect' }))).toBe(`${page}?done=disconnect`);
    expect(await read(page)).toContain('1. The repository');
    expect((await organization.admin.api.get(`/v1/spaces/${space}/git/connection`)).status).toBe(404);
  });

  it('are for those who may change the site', async () => {
    const { page } = await connected();
    const reader = await organization.member('read');
    const other = await startMemberBrowser(test, reader.token);
    await expect(other.read(page)).rejects.toThrow('403');
    expect((await other.post(page, { do: 'sync' })).status).toBe(403);
    expect(await other.read(page.replace(/\/git$/, ''))).not.toContain(`href="${page}"`);
  });
});
