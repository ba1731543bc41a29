import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { Events } from '../src/platform/events/events.js';
import { type AudienceSite, publishSite } from './support/audience.js';
import { buildOrganization, buildPages, buildSpace, type TestOrganization } from './support/factories.js';
import { elements, parseHtml, textOf } from './support/html.js';
import { shareTestApp, type TestApp } from './support/test-app.js';

let test: TestApp;
let organization: TestOrganization;
let site: AudienceSite;

beforeAll(async () => {
  test = await shareTestApp();
});

beforeEach(async () => {
  organization = await buildOrganization(test);
  site = await publishSite(organization);
  await admin().patch(`/v1/spaces/${site.space}`, { language: 'en' });
});

afterAll(() => test.close());

const admin = () => organization.admin.api;

interface SiteSpace {
  id: string;
  path: string;
  default: boolean;
  space: { id: string };
  urls: { published: string };
}

/** A copy of the source with the same pages, as a translation begins. */
async function copyIn(language: string): Promise<string> {
  const copy = await admin().post(`/v1/spaces/${site.space}/duplicate`);
  expect(copy.status, copy.text).toBe(201);
  const { id } = copy.body as { id: string };
  await admin().patch(`/v1/spaces/${id}`, { language, title: `Guide in ${language}` });
  await test.settle();
  return id;
}

async function complete(spaceId: string, language: string, more: object = {}): Promise<void> {
  const event = {
    ...{ organizationId: organization.id, translationId: 'made', sourceSpaceId: site.space, spaceId },
    ...{ language, onSites: true, actorId: organization.admin.id, ...more },
  };
  await test.db.transaction(() => test.app.get(Events).publish('translation.completed', event));
  await test.settle();
}

async function shown(): Promise<SiteSpace[]> {
  return (await admin().get(`${site.api}/site-spaces`)).body.items as SiteSpace[];
}

const read = async (path: string) => {
  const tree = parseHtml(await (await fetch(test.baseUrl + path)).text());
  return (tag: string, className?: string) => elements(tree, tag, className);
};

describe('a translated space on a site', () => {
  it('the space is put beside its source, once, at the code of its language', async () => {
    const other = await buildSpace(organization, { title: 'Other' });
    await admin().post(`${site.api}/site-spaces`, { spaceId: other.id });
    const french = await copyIn('fr');
    await complete(french, 'fr');
    await complete(french, 'fr');
    const brazilian = await copyIn('pt-br');
    await complete(brazilian, 'pt-br');
    expect((await shown()).map(({ path, space }) => [path, space.id])).toEqual([
      ['guide', site.space],
      ['pt-br', brazilian],
      ['fr', french],
      ['other', other.id],
    ]);
    const { items } = (await admin().get(`/v1/orgs/${organization.id}/audit-events`)).body as {
      items: { action: string; actor: object }[];
    };
    const changes = items.filter(({ action }) => action === 'site.structure.updated');
    expect(changes).toHaveLength(3);
    expect(changes[0]?.actor).toMatchObject({ type: 'user', id: organization.admin.id });
  });

  it('the space is added by its translation with onSites', async () => {
    const started = await admin().post(`/v1/orgs/${organization.id}/translations`, {
      source: { space: site.space, language: 'en' },
      ...{ language: 'he', onSites: true },
    });
    expect(started.status, started.text).toBe(201);
    await test.settle();
    expect((await shown()).map(({ path }) => path)).toEqual(['guide', 'he']);
  });

  it('the space stays away when a member removed it from the site, until onSites is set again', async () => {
    const translations = `/v1/orgs/${organization.id}/translations`;
    const source = { space: site.space, language: 'en' };
    const started = await admin().post(translations, { source, language: 'he', onSites: true });
    const translation = `${translations}/${(started.body as { id: string }).id}`;
    await test.settle();
    const [, hebrew] = await shown();
    expect((await admin().delete(`${site.api}/site-spaces/${hebrew?.id}`)).status).toBe(204);
    await buildPages(organization.admin, site.space, [{ title: 'News', markdown: 'Something new.' }]);
    await admin().post(`${translation}/run`);
    await test.settle();
    // One more where the automatic run of the new page was not taken over.
    const { stats } = (await admin().get(translation)).body as { stats: { runs: number } };
    expect(stats.runs).toBeGreaterThan(1);
    expect((await shown()).map(({ path }) => path)).toEqual(['guide']);
    await admin().patch(translation, { onSites: false });
    await admin().patch(translation, { onSites: true });
    await test.settle();
    expect((await shown()).map(({ path }) => path)).toEqual(['guide', 'he']);
  });

  it('the space takes another path where the code is taken', async () => {
    const other = await buildSpace(organization, { title: 'FR' });
    await admin().post(`${site.api}/site-spaces`, { spaceId: other.id });
    await complete(await copyIn('fr'), 'fr');
    expect((await shown()).map(({ path }) => path)).toEqual(['guide', 'fr-2', 'fr']);
  });

  it('the space stays away without onSites, and from sites that its creator may not manage', async () => {
    const french = await copyIn('fr');
    const editor = await organization.member('edit');
    await complete(french, 'fr', { onSites: false });
    await complete(french, 'fr', { actorId: editor.id });
    await complete(french, 'fr', { actorId: 'nobody' });
    const stranger = await buildOrganization(test);
    await complete(french, 'fr', { actorId: stranger.admin.id });
    expect(await shown()).toHaveLength(1);
    await complete(french, 'fr');
    expect(await shown()).toHaveLength(2);
  });

  it('the space has the audience of its source', async () => {
    const [source] = await shown();
    const condition = 'visitor.claims.unsigned.beta == true';
    const path = `${site.api}/site-spaces/${source?.id}`;
    expect((await admin().patch(path, { condition })).status).toBe(200);
    await complete(await copyIn('de'), 'de');
    expect(await shown()).toMatchObject([{ condition }, { condition }]);
  });
});

describe('readers of a translated site', () => {
  it('readers choose the language of a page', async () => {
    const arabic = await copyIn('ar');
    await complete(arabic, 'ar');
    await complete(await copyIn('fr'), 'fr');
    // The same page stays the same page when its address is another one.
    const { pages } = (await admin().get(`/v1/spaces/${arabic}/content`)).body as {
      pages: { id: string; path: string }[];
    };
    const second = pages.find(({ path }) => path === 'second-page');
    const changes = [{ operation: 'update_page', page: second?.id, slug: 'thani' }];
    expect((await admin().post(`/v1/spaces/${arabic}/content`, { changes })).status).toBeLessThan(300);
    await test.settle();
    const page = await read(`${site.base}second-page`);
    expect(page('html')[0]?.properties).toMatchObject({ lang: 'en', dir: 'ltr' });
    const menu = page('details', 'variants')[0];
    expect(menu && elements(menu, 'a').map((a) => [textOf(a), a.properties.href])).toEqual([
      ['English', site.base],
      ['Français', `${site.base}fr/second-page`],
      ['العربية', `${site.base}ar/thani`],
    ]);
    const alternates = page('link')
      .filter(({ properties }) => properties.hrefLang)
      .map(({ properties }) => [properties.hrefLang, new URL(String(properties.href)).pathname]);
    expect(alternates).toEqual([
      ['en', `${site.base}second-page`],
      ['fr', `${site.base}fr/second-page`],
      ['ar', `${site.base}ar/thani`],
      ['x-default', `${site.base}second-page`],
    ]);
    const turned = await read(`${site.base}ar/thani`);
    expect(turned('html')[0]?.properties).toMatchObject({ lang: 'ar', dir: 'rtl' });
    const back = turned('details', 'variants')[0];
    expect(back && elements(back, 'a').map((a) => a.properties.href)).toEqual([
      `${site.base}second-page`,
      `${site.base}fr/second-page`,
      `${site.base}ar/`,
    ]);
  });
});
