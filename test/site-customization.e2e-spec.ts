import { extractText } from 'unpdf';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { elements, parseHtml, textOf } from './support/html.js';
import { buildFont, FONT_FILE } from './support/fonts.js';
import { upload } from './support/imports.js';
import { publishFolder } from './support/published-site.js';
import { buildOrganization, buildPages, buildSpace, type TestOrganization } from './support/factories.js';
import { GitStatesRepository } from '../src/modules/git/git-states.repository.js';
import { shareTestApp, type TestApp } from './support/test-app.js';

let test: TestApp;
let organization: TestOrganization;

beforeAll(async () => {
  test = await shareTestApp();
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

/** Counts the PDF files of a space that were asked for. */
const exportsOf = async (space: string) =>
  (await test.db.query('select 1 from pdf_exports where space_id = $1', [space])).length;

const read = async (path: string) => (await test.api.get(path)).text;

/** Changes nothing, so one will do. */
let refused: Published | undefined;

describe('settings of a site', () => {
  it('the settings are complete before any change', async () => {
    const { api, path } = await publish();
    const { body } = await api.get(`${path}/customization`);
    expect(body.styling.primaryColor).toEqual({ light: expect.any(String), dark: expect.any(String) });
    expect(body.pageActions.items).toContain('mcp');
    expect(body.socialAccounts).toEqual([]);
    expect(body.styling.codeTheme.default.light).toEqual(expect.any(String));
  });

  it('the settings are replaced as a whole, without unknown fields', async () => {
    const site = await publish();
    const body = await change(site, (settings) => {
      settings.title = 'Another title';
      settings.unknown = 1;
      settings.insights.trackingCookie = true;
      settings.styling.corners = 'circular';
    });
    expect(body).toMatchObject({ title: 'Another title', styling: { corners: 'circular' } });
    expect(body).not.toHaveProperty('unknown');
    // Readers are counted without cookies, whatever is asked for.
    expect(body.insights.trackingCookie).toBe(false);
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
    [
      'favicon',
      (s: Settings) =>
        (s.favicon = {
          emoji: '1f680',
          icon: { light: 'https://a.example/l.png', dark: 'https://a.example/d.png' },
        }),
    ],
    ['announcement.style', (s: Settings) => (s.announcement = { enabled: true, message: 'Hey', style: 'x' })],
    ['pdf is required', (s: Settings) => delete s.pdf],
    ['ai.mode', (s: Settings) => (s.ai.mode = 'assistant')],
  ])('the refusal names the field: %s', async (at, edit) => {
    const { api, path } = (refused ??= await publish());
    const settings = (await api.get(`${path}/customization`)).body as Settings;
    edit(settings);
    const answer = await api.put(`${path}/customization`, settings);
    expect(answer.status).toBe(400);
    expect(answer.body.error.message).toContain(at);
  });

  it('the settings refuse links to missing targets and to code, and conditions that cannot be evaluated', async () => {
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

  it('only creators change the settings', async () => {
    const { path } = await publish();
    const reader = await organization.member('read');
    const settings = (await reader.api.get(`${path}/customization`)).body as object;
    expect((await reader.api.put(`${path}/customization`, settings)).status).toBe(403);
  });
});

describe('settings of a space on a site', () => {
  it('the settings override those of the site, one by one', async () => {
    const site = await publish(2);
    const at = `${site.path}/site-spaces/${site.siteSpaces[1]?.id}/customization`;
    expect((await site.api.get(at)).body.hasOverrides).toBe(false);
    const changed = await site.api.patch(at, {
      styling: { theme: 'bold', sidebar: { list: 'pill' } },
      header: { links: [{ title: 'Only here', to: { kind: 'url', url: 'https://example.com' }, links: [] }] },
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
    const variant = `${site.base}${site.siteSpaces[1]?.path}/`;
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

/** The site's own style sheet, which the page names. */
async function themeOf(html: string): Promise<{ css: string; headers: Headers; href: string }> {
  const href = /href="([^"]+~theme\/[^"]+\.css)"/.exec(html)?.[1] ?? '';
  const answer = await test.api.get(href);
  expect(answer.status).toBe(200);
  return { css: answer.text, headers: answer.headers, href };
}

describe('customized pages', () => {
  it('pages take colours, fonts and shapes from a style sheet of the site that is cached for ever', async () => {
    const site = await publish();
    const before = await themeOf(await read(site.base));
    await change(site, ({ styling }) => {
      styling.primaryColor = { light: '#0f766e', dark: '#2dd4bf' };
      styling.font = 'Lato';
      styling.corners = 'straight';
      styling.depth = 'flat';
      styling.theme = 'bold';
      styling.sidebar = { background: 'filled', list: 'pill' };
    });
    const html = await read(site.base);
    const after = await themeOf(html);
    expect(after.href).not.toBe(before.href);
    expect(after.css).toContain('--primary-solid:light-dark(#0f766e,#2dd4bf)');
    expect(after.css).toContain('--radius:0rem');
    expect(after.css).toContain('--shadow:none');
    expect(after.css).toContain('--header-ground:light-dark(#0f766e,#2dd4bf)');
    expect(after.headers.get('cache-control')).toContain('immutable');
    expect(html).toMatch(/data-look="[^"]*theme-bold[^"]*sidebar-filled[^"]*list-pill/);
    // The older address still answers, but nobody is to keep what it says now.
    expect((await test.api.get(before.href)).headers.get('cache-control')).toBe('no-cache');
    const [, font = ''] = /url\('(fonts\/lato\/[^']+)'\)/.exec(after.css) ?? [];
    const file = await test.api.get(new URL(font, `http://site${after.href}`).pathname);
    expect([file.status, file.headers.get('content-type')]).toEqual([200, 'font/woff2']);
    expect(after.css).not.toMatch(/https?:/);
  });

  it('pages stay readable in any colour', async () => {
    const site = await publish();
    await change(site, ({ styling }) => (styling.primaryColor = { light: '#ffee00', dark: '#000033' }));
    const { css } = await themeOf(await read(site.base));
    expect(css).toContain('--on-primary:light-dark(#000000,#ffffff)');
    expect(css).not.toContain('--primary:light-dark(#ffee00');
  });

  it('pages show links, groups, copyright, privacy and accounts, and each link only to its audience', async () => {
    const site = await publish();
    const [space = ''] = site.spaces;
    const page = { kind: 'page', page: site.pages[0], space };
    const url = { kind: 'url', url: 'https://example.com/' };
    await change(site, (settings) => {
      settings.title = 'Titled';
      settings.header.links = [
        { title: 'Buy', style: 'button-primary', to: url, links: [] },
        { title: 'Help', to: null, links: [{ title: 'Ask', to: page }] },
        { title: 'Secret', to: url, links: [], condition: 'visitor.claims.isStaff == true' },
      ];
      settings.footer = {
        groups: [{ title: 'Legal', links: [{ title: 'Terms', to: url }] }],
        copyright: '© Us',
      };
      settings.privacyPolicy = { url: 'https://example.com/privacy' };
      settings.trademark.enabled = false;
      settings.socialAccounts = [
        { platform: 'github', handle: 'us', display: { header: true, footer: false } },
      ];
      settings.externalLinks.target = 'blank';
      settings.pagination.enabled = false;
      settings.favicon = { emoji: '1f680' };
    });
    const html = await read(site.base);
    const tree = parseHtml(html);
    const links = new Map(
      elements(tree, 'a').map((link) => [textOf(link).trim(), link.properties as Record<string, string>]),
    );
    expect(links.get('Buy')).toMatchObject({ href: 'https://example.com/', target: '_blank' });
    expect(links.get('Ask')?.['href']).toBe(site.base);
    expect(links.get('Ask')?.['target']).toBeUndefined();
    expect(links.get('out')?.['target']).toBe('_blank');
    expect(links.get('Terms')?.['href']).toBe('https://example.com/');
    expect(html).not.toContain('Secret');
    expect(html).toContain('© Us');
    expect(html).toContain('https://example.com/privacy');
    expect(html).toContain('https://github.com/us');
    expect(html).not.toContain('Published with');
    expect(html).not.toContain('class="pagination"');
    expect(html).toContain('| Titled</title>');
    expect(html).toContain('data:image/svg+xml,');
  });

  it('pages show an announcement until it is closed or over', async () => {
    const site = await publish();
    const announcement = { enabled: true, message: 'Version 3', style: 'warning' };
    await change(site, (settings) => (settings.announcement = announcement));
    const html = await read(site.base);
    expect(html).toContain('announcement-warning');
    const [, id] = /data-close="([^"]+)"/.exec(html) ?? [];
    expect((await themeOf(html)).css).toContain(`[data-closed~='${id}'] .announcement{display:none}`);
    await change(site, (settings) => (settings.announcement.enabled = false));
    expect(await read(site.base)).not.toContain('Version 3');
  });

  it('pages begin light or dark, and offer the choice only where there is one', async () => {
    const site = await publish();
    expect(await read(site.base)).toContain('data-theme-choice="dark"');
    await change(site, (settings) => (settings.themes = { default: 'dark', toggeable: false }));
    const html = await read(site.base);
    expect(html).toMatch(/<html[^>]*data-theme="dark"[^>]*data-theme-fixed/);
    expect(html).not.toContain('data-theme-choice');
  });

  it('pages link to the same page of another variant, where it exists', async () => {
    const site = await publish(2);
    const other = `${site.base}${site.siteSpaces[1]?.path}`;
    expect(await read(`${site.base}second`)).toContain(`href="${other}/second"`);
    expect(await read(site.base)).toContain(`href="${other}/"`);
  });

  it('pages show uploaded logos at an address that lasts', async () => {
    const site = await publish();
    const pixel =
      'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
    const [space = ''] = site.spaces;
    const files = [{ name: 'logo.png', contentType: 'image/png', base64: pixel }];
    const inserted = await site.api.post(
      `/v1/spaces/${space}/content`,
      { changes: [{ operation: 'insert_files', files }] },
      { query: { compat: false } },
    );
    const fileId = inserted.body.insertedFiles[0].id as string;
    const file = await site.api.get(`/v1/spaces/${space}/content/files/${fileId}`);
    const signed = file.body.downloadURL as string;
    const body = await change(site, (settings) => (settings.header.logo = { light: signed, dark: signed }));
    const kept = body.header.logo.light as string;
    expect(kept).toContain('/~images/');
    expect(await read(site.base)).toContain(`src="${kept}"`);
    const image = await test.api.get(new URL(kept).pathname);
    expect([image.status, image.headers.get('content-type')]).toEqual([200, 'image/png']);
    await change(site, (settings) => delete settings.header.logo);
    expect((await test.api.get(new URL(kept).pathname)).status).toBe(404);
  });

  it('pages offer the PDF of their space, with the content that the reader may see', async () => {
    const site = await publish();
    const [space = ''] = site.spaces;
    const document = { markdown: 'Only for staff.' };
    const secret = {
      operation: 'insert_page',
      title: 'Hidden',
      condition: 'visitor.claims.isStaff',
      document,
    };
    const added = await site.api.post(
      `/v1/spaces/${space}/content`,
      { changes: [secret] },
      { query: { compat: false } },
    );
    expect(added.status, added.text).toBe(200);
    const pdf = `${site.base}~pdf/${site.siteSpaces[0]?.id}`;
    expect(await read(site.base)).not.toContain(pdf);
    expect((await test.api.get(pdf)).status).toBe(404);
    await change(site, (settings) => (settings.pdf.enabled = true));
    expect(await read(site.base)).toContain(`href="${pdf}"`);
    const file = await fetch(test.baseUrl + pdf);
    expect([file.status, file.headers.get('content-type')]).toEqual([200, 'application/pdf']);
    const { text } = await extractText(new Uint8Array(await file.arrayBuffer()), { mergePages: true });
    expect(text).toContain('Hello');
    expect(text).not.toMatch(/Hidden|staff/);
  });

  it('pages offer the PDF of a page before that of all pages, to readers of the page', async () => {
    const site = await publish();
    const [space = ''] = site.spaces;
    const secret = { operation: 'insert_page', title: 'Secret', condition: 'visitor.claims.isStaff' };
    const part = { operation: 'insert_page', title: 'Part', document: { markdown: 'Words of a part.' } };
    const changes = [
      { ...secret, document: { markdown: 'Only for staff.' } },
      {
        ...part,
        document: { markdown: 'Words.\n\n{% if visitor.claims.isStaff %}\nFor staff.\n{% endif %}' },
      },
    ];
    const added = await site.api.post(
      `/v1/spaces/${space}/content`,
      { changes },
      { query: { compat: false } },
    );
    expect(added.status, added.text).toBe(200);
    const pages = (await site.api.get(`/v1/spaces/${space}/content/pages`)).body.pages as {
      id: string;
      title: string;
    }[];
    const idOf = (title: string) => pages.find((page) => page.title === title)?.id ?? '';
    const all = `${site.base}~pdf/${site.siteSpaces[0]?.id}`;
    expect((await test.api.get(`${all}/${idOf('Part')}`)).status).toBe(404);
    await change(site, (settings) => (settings.pdf.enabled = true));
    const links = elements(parseHtml(await read(`${site.base}part`)), 'a')
      .map(({ properties }) => String(properties.href))
      .filter((href) => href.includes('~pdf/'));
    expect(links).toEqual([`${all}/${idOf('Part')}`, all]);
    const file = await fetch(test.baseUrl + links[0]);
    expect([file.status, file.headers.get('content-disposition')]).toEqual([
      200,
      expect.stringContaining('Part.pdf'),
    ]);
    const { text } = await extractText(new Uint8Array(await file.arrayBuffer()), { mergePages: true });
    expect(text).toContain('Words.');
    expect(text).not.toMatch(/staff|Hello|Secret/);
    const before = await exportsOf(space);
    for (const page of [idOf('Secret'), 'unknown', `${idOf('Part')}/more`, '%00', ''])
      expect([page, (await fetch(`${test.baseUrl}${all}/${page}`)).status]).toEqual([page, 404]);
    expect(await exportsOf(space)).toBe(before);
  });

  it('browsers get a page that reloads while a PDF is made', async () => {
    const site = await publish();
    await change(site, (settings) => (settings.pdf.enabled = true));
    const all = test.baseUrl + site.base + `~pdf/${site.siteSpaces[0]?.id}`;
    expect((await fetch(all)).status).toBe(200);
    const [space] = site.spaces;
    const making = `update pdf_exports set state = 'making', blob = null, updated_at = $2 where space_id = $1`;
    await test.db.query(making, [space, test.clock.now()]);
    const waiting = await fetch(all, { headers: { accept: 'text/html,*/*' } });
    expect([waiting.status, waiting.headers.get('refresh'), waiting.headers.get('cache-control')]).toEqual([
      202,
      '3',
      'no-store',
    ]);
    const page = parseHtml(await waiting.text());
    expect(elements(page, 'h1').map(textOf)).toEqual(['The PDF is being made']);
    const back = elements(page, 'a').map(({ properties }) => properties.href);
    expect(back).toEqual([site.base]);
  });

  it('pages link to the editor of their file, where they come from a repository', async () => {
    const { space, url, id } = await publishFolder(test, organization, { 'README.md': '# From files' });
    const path = `/v1/orgs/${organization.id}/sites/${id}`;
    const states = test.app.get(GitStatesRepository);
    const state = await states.find(organization.id, space);
    if (!state) throw new Error('The import left no trace.');
    await states.save({ ...state, url: 'https://github.com/acme/docs.git', ref: 'refs/heads/main' });
    const address = 'https://github.com/acme/docs/edit/main/README.md';
    const { pathname } = new URL(url);
    expect(await read(pathname)).not.toContain(address);
    const { api } = organization.admin;
    const settings = (await api.get(`${path}/customization`)).body as Settings;
    await api.put(`${path}/customization`, { ...settings, git: { showEditLink: true } });
    expect(await read(pathname)).toContain(address);
  });
});

describe('uploaded fonts', () => {
  it('fonts are uploaded, used on pages, renamed everywhere, and kept while a site uses them', async () => {
    const site = await publish();
    const fonts = `/v1/orgs/${organization.id}/fonts`;
    const id = await buildFont(test, organization.admin, organization.id);
    const font = await site.api.get(`${fonts}/${id}`);
    expect(font.body).toMatchObject({ custom: true, fontFamily: 'Own', permissions: { edit: true } });
    expect((await site.api.get(fonts)).body.items).toContainEqual(font.body);
    const { permissions: _, ...definition } = font.body as Settings;
    await change(site, ({ styling }) => (styling.font = definition));
    const { css, href } = await themeOf(await read(site.base));
    const [, path = ''] = new RegExp(`url\\('(fonts/${id}/[^']+)'\\)`).exec(css) ?? [];
    const file = await fetch(test.baseUrl + new URL(path, `http://site${href}`).pathname);
    expect(Buffer.from(await file.arrayBuffer()).equals(FONT_FILE)).toBe(true);
    const open = await test.api.get(new URL(definition['fontFaces'][0].sources[0].url as string).pathname);
    expect([open.status, open.headers.get('access-control-allow-origin')]).toEqual([200, '*']);

    const renamed = await site.api.post(`${fonts}/${id}`, { fontFamily: 'Renamed' });
    expect(renamed.status).toBe(201);
    const settings = await site.api.get(`${site.path}/customization`);
    expect(settings.body.styling.font.fontFamily).toBe('Renamed');
    expect((await site.api.delete(`${fonts}/${id}`)).status).toBe(409);
    await change(site, ({ styling }) => (styling.font = 'Inter'));
    expect((await site.api.delete(`${fonts}/${id}`)).status).toBe(204);
    const gone = await site.api.put(`${site.path}/customization`, {
      ...settings.body,
      styling: { ...settings.body.styling, font: definition },
    });
    expect([gone.status, gone.body.error.message]).toEqual([400, expect.stringContaining('styling.font.id')]);
  });

  it('fonts are recognized by their bytes, not their names', async () => {
    const file = { name: 'a.woff2', type: 'font/woff2', content: 'This is no font.' };
    const storageKey = await upload(test, organization.admin, organization.id, file, 'customization_font');
    const body = { fontFamily: 'Fake', fontFaces: [{ weight: 400, storageKey }] };
    const answer = await organization.admin.api.put(`/v1/orgs/${organization.id}/fonts`, body);
    expect([answer.status, answer.body.error.message]).toEqual([
      400,
      expect.stringContaining('not a web font'),
    ]);
  });
});
