import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { publishSite, visitorToken } from './support/audience.js';
import { buildOrganization, buildPages, buildSpace, type TestOrganization } from './support/factories.js';
import { askAs } from './support/hosts.js';
import { createTestApp, type TestApp } from './support/test-app.js';

const PUBLIC_URL = 'https://bindery.example.com';
const DOMAIN = 'sites.example.com';

let test: TestApp;
let organization: TestOrganization;

beforeAll(async () => {
  test = await createTestApp({ publicUrl: PUBLIC_URL, sitesDomain: DOMAIN });
  organization = await buildOrganization(test);
});

afterAll(() => test.close());

const admin = () => organization.admin.api;
const host = (of = organization) => `${of.hostname}.${DOMAIN}`;
const ask = (path: string, headers: Record<string, string> = {}) =>
  askAs(test.baseUrl, host(), path, headers);
/** Address of a site below the name of its organization. */
const urlOf = (base: string) => `https://${host()}${base}`;

describe('a site with sections', () => {
  it('lists the pages of all sections in llms.txt, the sitemap and the Markdown, at their addresses', async () => {
    const site = await publishSite(organization, { title: 'Parts' });
    const [reference, german] = await Promise.all(
      ['en', 'de'].map((language) => buildSpace(organization, { title: 'Reference', language })),
    );
    for (const space of [reference, german])
      await buildPages(organization.admin, space!.id, [
        { title: 'Start' },
        { title: 'Calls', markdown: 'Call it.' },
      ]);
    const section = await admin().post(`${site.api}/sections`, {
      title: 'API',
      path: 'api',
      spaceId: reference!.id,
    });
    expect(section.status, section.text).toBe(201);
    const added = { spaceId: german!.id, sectionId: section.body.id as string };
    expect((await admin().post(`${site.api}/site-spaces`, added)).status).toBe(201);
    const url = urlOf(site.base);
    const { text } = await ask(`${site.base}llms.txt`);
    for (const line of [
      `- [Second page](${url}second-page.md)`,
      `- [Calls](${url}api/calls.md)`,
      `- [Calls](${url}api/reference-2/calls.md)`,
    ])
      expect(text).toContain(line);
    expect((await ask(`${site.base}api/reference-2/calls.md`)).text).toBe('# Calls\n\nCall it.\n');
    expect((await ask(`${site.base}api/index.md`)).text).toBe('# Start\n');
    const sitemap = (await ask(`${site.base}sitemap.xml`)).text;
    expect(sitemap).toContain(`<loc>${url}api/reference-2/calls</loc>`);
    expect(sitemap).toContain(`<xhtml:link rel="alternate" hreflang="de" href="${url}api/reference-2/calls"`);
    expect((await ask(`${site.base}llms-full.txt`)).text).toContain(`Source: <${url}api/reference-2/calls>`);
  });
});

describe('robots.txt of a host', () => {
  it('names the public sites of its organization, and no site on the host of the installation', async () => {
    const other = await buildOrganization(test);
    const open = await publishSite(organization, { title: 'Open' });
    const closed = await publishSite(organization, { title: 'Closed', visibility: 'unlisted' });
    const foreign = await publishSite(other, { title: 'Foreign' });
    const { text, type } = await ask('/robots.txt');
    expect(type).toBe('text/plain; charset=utf-8');
    expect(text).toContain(`Sitemap: ${urlOf(open.base)}sitemap.xml\n`);
    expect(text).not.toContain(closed.base);
    expect(text).not.toContain(foreign.base);
    const installation = await askAs(test.baseUrl, 'bindery.example.com', '/robots.txt');
    expect(installation.text).toBe('User-agent: *\nDisallow: /v1/\n');
    expect((await askAs(test.baseUrl, 'nobody.example.org', '/robots.txt')).status).toBe(404);
  });
});

describe('a site that is shared by links', () => {
  it('keeps the key in every address, and is in no index', async () => {
    const site = await publishSite(organization, { title: 'Shared', visibility: 'share-link' });
    const link = await admin().post(`${site.api}/share-links`, { name: 'Partners' });
    const { pathname, href } = new URL(link.body.urls.published as string);
    expect((await ask(`${pathname}llms.txt`)).text).toContain(`(${href}second-page.md)`);
    expect((await ask(`${pathname}second-page.md`)).text).toBe('# Second page\n\nMore words.\n');
    expect((await ask(`${pathname}sitemap.xml`)).status).toBe(404);
    expect((await ask(`${pathname}robots.txt`)).text).toContain(`Disallow: ${pathname}\n`);
    for (const name of ['llms.txt', 'llms-full.txt', 'second-page.md', 'robots.txt', 'sitemap.xml'])
      expect((await ask(site.base + name)).status, name).toBe(404);
    expect((await admin().delete(`${site.api}/share-links/${link.body.id}`)).status).toBe(204);
    expect((await ask(`${pathname}llms.txt`)).status).toBe(404);
  });
});

describe('content hidden by a condition', () => {
  const UPDATES =
    '{% updates format="full" %}\n{% update date="2026-03-02" %}\nNews of the vault.\n{% endupdate %}\n{% endupdates %}';
  const OPEN =
    '{% if visitor.claims.isMember == true %}\nWords of the vault.\n{% endif %}\n\n' +
    '{% updates format="full" %}\n{% update date="2026-03-02" %}\n{% if visitor.claims.isMember == true %}\nDetails of the vault.\n{% endif %}\n\nOpen news.\n{% endupdate %}\n{% endupdates %}';

  it('is in no answer to other visitors, even after a visitor with the claim read it', async () => {
    const site = await publishSite(organization, { title: 'Adaptive' }, []);
    const [open, vault] = await buildPages(organization.admin, site.space, [
      { title: 'Open', markdown: OPEN },
      { title: 'Vault', markdown: UPDATES },
    ]);
    const condition = 'visitor.claims.isMember == true';
    const changes = [{ operation: 'update_page', page: vault, condition }];
    expect((await admin().post(`/v1/spaces/${site.space}/content`, { changes })).status).toBe(200);
    const jsonSchema = {
      type: 'object',
      properties: { isMember: { type: 'boolean', description: 'A claim' } },
      additionalProperties: false,
    };
    await admin().put(`${site.api}/adaptive-schema`, { jsonSchema });
    await admin().patch(site.api, { adaptiveContent: { enabled: true } });
    const key = (await admin().get(`${site.api}/publishing/auth`)).body.privateKey as string;
    const member = { cookie: `bindery-visitor-token=${await visitorToken(key, { isMember: true })}` };
    const siteSpace = (await admin().get(`${site.api}/site-spaces`)).body.items[0].id as string;
    const names = [
      'index.md',
      'vault.md',
      'vault/rss.xml',
      'rss.xml',
      `~og/${siteSpace}/${vault}.png`,
      `~og/${siteSpace}/${open}.png`,
    ];
    const lists = ['llms.txt', 'llms-full.txt', 'sitemap.xml'];
    for (const name of [...names, ...lists])
      expect((await ask(site.base + name, member)).status, name).toBe(200);
    expect((await ask(`${site.base}index.md`, member)).text).toContain('Words of the vault.');
    expect((await ask(`${site.base}rss.xml`, member)).text).toContain('Details of the vault.');
    for (const name of [...names, ...lists]) {
      const { status, text } = await ask(site.base + name);
      expect(status, name).toBe(name.includes('vault') || name.includes(String(vault)) ? 404 : 200);
      expect(text, name).not.toMatch(/of the vault|Vault/);
    }
    for (const name of lists) expect((await ask(site.base + name)).text, name).not.toContain('vault');
    expect((await ask(`${site.base}rss.xml`)).text).toContain('Open news.');
  });
});
