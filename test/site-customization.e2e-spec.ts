import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildOrganization, buildPages, buildSpace, type TestOrganization } from './support/factories.js';
import { createTestApp, type TestApp } from './support/test-app.js';

let test: TestApp;
let organization: TestOrganization;

beforeAll(async () => {
  test = await createTestApp();
  organization = await buildOrganization(test);
});

afterAll(() => test.close());

/* eslint-disable @typescript-eslint/no-explicit-any */
type Settings = Record<string, any>;

async function publish(spaces = 1) {
  const { api } = organization.admin;
  const ids: string[] = [];
  const pages: string[] = [];
  for (let n = 0; n < spaces; n++) {
    const space = await buildSpace(organization, { title: `Guide ${n}` });
    const [first = ''] = await buildPages(organization.admin, space.id, [
      { title: 'Welcome', markdown: '# One\n\nHello [out](https://example.org/).\n\n# Two\n\nMore.' },
      { title: 'Second' },
    ]);
    ids.push(space.id);
    pages.push(first);
  }
  const site = await api.post(`/v1/orgs/${organization.id}/sites`, { title: 'My docs', spaces: ids });
  const path = `/v1/orgs/${organization.id}/sites/${site.body.id}`;
  const answer = await api.post(`${path}/publish`);
  const base = new URL(answer.body.urls.published as string).pathname;
  const list = await api.get(`${path}/site-spaces`);
  const siteSpaces = (list.body.items as { id: string; path: string }[]).map((item) => item);
  return { api, path, base, spaces: ids, pages, siteSpaces };
}

type Published = Awaited<ReturnType<typeof publish>>;

async function change({ api, path }: Published, edit: (settings: Settings) => void): Promise<Settings> {
  const settings = (await api.get(`${path}/customization`)).body as Settings;
  edit(settings);
  const answer = await api.put(`${path}/customization`, settings);
  expect(answer.status, answer.text).toBe(200);
  return answer.body as Settings;
}

const read = async (path: string) => (await test.api.get(path)).text;

describe('settings of a site', () => {
  it('are complete before anybody has changed them', async () => {
    const { api, path } = await publish();
    const { body } = await api.get(`${path}/customization`);
    expect(body.styling.primaryColor).toEqual({ light: expect.any(String), dark: expect.any(String) });
    expect(body.pageActions.items).toContain('mcp');
    expect(body.socialAccounts).toEqual([]);
    expect(body.styling.codeTheme.default.light).toEqual(expect.any(String));
  });

  it('are replaced as a whole, and dropped of what nobody knows', async () => {
    const site = await publish();
    const body = await change(site, (settings) => {
      settings.title = 'Another title';
      settings.unknown = 1;
      settings.styling.corners = 'circular';
    });
    expect(body).toMatchObject({ title: 'Another title', styling: { corners: 'circular' } });
    expect(body).not.toHaveProperty('unknown');
    expect((await site.api.get(`${site.path}/customization`)).body).toEqual(body);
  });

  it.each([
    ['styling.theme', (s: Settings) => (s.styling.theme = 'neon')],
    ['styling.primaryColor.light', (s: Settings) => (s.styling.primaryColor.light = 'red')],
    ['styling.font', (s: Settings) => (s.styling.font = 'Comic')],
    [
      'header.links[0].to',
      (s: Settings) => (s.header.links = [{ title: 'A', to: { kind: 'x' }, links: [] }]),
    ],
    ['footer.copyright', (s: Settings) => (s.footer.copyright = 'x'.repeat(301))],
    ['favicon', (s: Settings) => (s.favicon = { emoji: '1f680', icon: { light: 'https://a.example/l.png', dark: 'https://a.example/d.png' } })],
    ['announcement.style', (s: Settings) => (s.announcement = { enabled: true, message: 'Hey', style: 'x' })],
    ['pdf is required', (s: Settings) => delete s.pdf],
    ['ai.mode', (s: Settings) => (s.ai.mode = 'assistant')],
  ])('name what is wrong: %s', async (at, edit) => {
    const { api, path } = await publish();
    const settings = (await api.get(`${path}/customization`)).body as Settings;
    edit(settings);
    const answer = await api.put(`${path}/customization`, settings);
    expect(answer.status).toBe(400);
    expect(answer.body.error.message).toContain(at);
  });

  it('refuse links to what is not there, to code, and conditions that cannot be decided', async () => {
    const { api, path } = await publish();
    const foreign = await buildOrganization(test);
    const theirs = await buildSpace(foreign);
    const settings = (await api.get(`${path}/customization`)).body as Settings;
    const put = async (link: object) => {
      settings.header.links = [{ title: 'Link', links: [], to: null, ...link }];
      const answer = await api.put(`${path}/customization`, settings);
      return [answer.status, answer.body.error?.message] as const;
    };
    expect(await put({ to: { kind: 'space', space: theirs.id } })).toEqual([
      400,
      expect.stringContaining(theirs.id),
    ]);
    expect((await put({ to: { kind: 'url', url: 'javascript:alert(1)' } }))[0]).toBe(400);
    expect((await put({ to: { kind: 'page', page: 'x' } }))[1]).toContain('header.links[0].to.space');
    expect((await put({ to: { kind: 'user', user: 'x' } }))[0]).toBe(400);
    expect((await put({ condition: 'visitor.claims.' }))[1]).toContain('header.links[0].condition');
    expect((await put({ to: { kind: 'url', url: 'https://example.com' } }))[0]).toBe(200);
  });

  it('may be changed by creators only', async () => {
    const { path } = await publish();
    const reader = await organization.member('read');
    const settings = (await reader.api.get(`${path}/customization`)).body as object;
    expect((await reader.api.put(`${path}/customization`, settings)).status).toBe(403);
  });
});

describe('settings of a space on a site', () => {
  it('stand over those of the site, one by one', async () => {
    const site = await publish(2);
    const at = `${site.path}/site-spaces/${site.siteSpaces[1]?.id}/customization`;
    expect((await site.api.get(at)).body.hasOverrides).toBe(false);
    const changed = await site.api.patch(at, {
      styling: { theme: 'bold', sidebar: { list: 'pill' } },
      header: { links: [{ title: 'Only here', to: null, links: [] }] },
    });
    expect(changed.body).toMatchObject({
      hasOverrides: true,
      styling: { theme: 'bold', corners: 'rounded' },
    });
    await change(site, (settings) => (settings.styling.corners = 'straight'));
    expect((await site.api.get(at)).body.styling).toMatchObject({ theme: 'bold', corners: 'straight' });
    expect((await site.api.get(`${site.path}/customization`)).body.styling.theme).toBe('clean');

    const reset = await site.api.patch(at, { styling: { theme: null } });
    expect(reset.body.styling).toMatchObject({ theme: 'clean', sidebar: { list: 'pill' } });
    const variant = `${site.base}${site.siteSpaces[1]?.path}`;
    expect(await read(variant)).toContain('Only here');
    expect(await read(site.base)).not.toContain('Only here');
    expect((await site.api.delete(at)).status).toBe(204);
    expect((await site.api.get(at)).body).toMatchObject({
      hasOverrides: false,
      styling: { sidebar: { list: 'default' } },
    });
    expect((await site.api.delete(at)).status).toBe(204);
    expect((await site.api.patch(at.replace(site.siteSpaces[1]?.id ?? '', 'nope'), {})).status).toBe(404);
  });
});
void readFileSync;
void createRequire;
