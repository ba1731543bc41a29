import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildOrganization, buildPages, buildSpace, type TestOrganization } from './support/factories.js';
import { startMemberBrowser } from './support/member-browser.js';
import { shareTestApp, type TestApp } from './support/test-app.js';

let test: TestApp;
let organization: TestOrganization;
let content: string;

beforeAll(async () => {
  test = await shareTestApp();
  organization = await buildOrganization(test);
  content = `/app/o/${organization.id}/content`;
});

afterAll(() => test.close());

async function buildCollection(title: string, parent?: string, of = organization): Promise<string> {
  const made = await of.admin.api.post(`/v1/orgs/${of.id}/collections`, { title, parent });
  return made.body.id as string;
}

/** The titles of the rows of a list, in order. */
function rowsOf(page: string): string[] {
  const list = page.split('data-contents')[1]?.split('</ul>')[0] ?? '';
  return [...list.matchAll(/<div class="app-list-main"><a [^>]*>([^<]*)<\/a>/g)].map(([, title]) => title!);
}

describe('the list of spaces and collections', () => {
  it('shows each level in its one order, with what is going on, and escapes titles', async () => {
    const own = await buildOrganization(test);
    const browser = await startMemberBrowser(test, own.admin.token);
    const list = `/app/o/${own.id}/content`;
    const empty = await browser.read(list);
    for (const words of ['There are no spaces yet', 'Create the first space', 'begin with an import'])
      expect(empty).toContain(words);

    const first = await buildSpace(own, { title: 'First <b>' });
    const guides = await buildCollection('Guides <i>', undefined, own);
    await buildSpace(own, { title: 'Last' });
    const inside = await buildSpace(own, { title: 'Inside', parent: guides });
    await buildPages(own.admin, inside.id, [{ title: 'Page' }]);
    await own.admin.api.post(`/v1/spaces/${first.id}/change-requests`, { subject: 'Draft' });
    const page = await browser.read(list);
    expect(rowsOf(page)).toEqual(['First &lt;b>', 'Guides &lt;i>', 'Last']);
    for (const words of ['1 space', '1 draft', 'draggable="true"']) expect(page).toContain(words);
    expect(page).not.toMatch(/First <b>|Guides <i>/);
    const below = await browser.read(`${list}?in=${guides}`);
    expect(rowsOf(below)).toEqual(['Inside']);
    expect(below).toContain('worked on by');
    expect(rowsOf(await browser.read(`${list}?search=INSI`))).toEqual(['Inside']);
    expect(await browser.read(`${list}?search=INSI`)).toContain('<bdi>Guides &lt;i></bdi>');
    expect(await browser.read(`${list}?search=${encodeURIComponent('<s>')}`)).toContain(
      'No space or collection',
    );
    expect((await browser.open(`${list}?in=none`)).status).toBe(404);
    expect((await browser.open(`${list}?page=none`)).status).toBe(400);
  });

  it('makes collections, and moves into, out of and beside them', async () => {
    const own = await buildOrganization(test);
    const browser = await startMemberBrowser(test, own.admin.token);
    const list = `/app/o/${own.id}/content`;
    expect((await browser.post(list, { do: 'create', title: 'x'.repeat(51) })).status).toBe(400);
    expect((await browser.post(list, { do: 'create', title: 'Guides' })).status).toBe(303);
    const [made] = (await own.admin.api.get(`/v1/orgs/${own.id}/collections`)).body.items;
    expect((await browser.post(`${list}?in=${made.id}`, { do: 'create', title: 'Nested' })).status).toBe(303);
    const one = await buildSpace(own, { title: 'One' });
    const two = await buildSpace(own, { title: 'Two' });
    const move = async (fields: Record<string, string>, at = list) =>
      (await browser.post(at, { do: 'move', ...fields })).status;
    expect(await move({ item: `space:${two.id}`, before: `space:${one.id}` })).toBe(303);
    expect(rowsOf(await browser.read(list))).toEqual(['Guides', 'Two', 'One']);
    expect(await move({ item: `collection:${made.id}`, after: `space:${one.id}`, parent: '' })).toBe(303);
    expect(rowsOf(await browser.read(list))).toEqual(['Two', 'One', 'Guides']);
    expect(await move({ item: `space:${one.id}`, parent: made.id })).toBe(303);
    expect(rowsOf(await browser.read(`${list}?in=${made.id}`))).toEqual(['Nested', 'One']);
    expect(await move({ item: `space:${one.id}`, parent: '' }, `${list}?in=${made.id}`)).toBe(303);
    expect(rowsOf(await browser.read(list))).toEqual(['Two', 'Guides', 'One']);
    // Again, and into itself, and with a form that says nothing.
    expect(await move({ item: `space:${one.id}`, parent: '' })).toBe(409);
    expect(await move({ item: `collection:${made.id}`, parent: made.id })).toBe(400);
    expect(await move({ item: 'site:x', parent: '' })).toBe(400);
    expect(await move({ item: `space:${one.id}`, parent: 'none' })).toBe(404);
    const foreign = await buildCollection('Elsewhere');
    expect(await move({ item: `space:${one.id}`, parent: foreign })).toBe(404);
  });

  it('pages through a thousand spaces', async () => {
    const own = await buildOrganization(test);
    const browser = await startMemberBrowser(test, own.admin.token);
    const first = await buildSpace(own, { title: 'Space 0000' });
    await test.db.query(
      `insert into spaces select (jsonb_populate_record(s, jsonb_build_object('id', s.id || n, 'title', 'Space ' || lpad(n::text, 4, '0'),
         'position', s.position || lpad(n::text, 4, '0') || '1'))).* from spaces s, generate_series(1, 999) n where s.id = $1`,
      [first.id],
    );
    const list = `/app/o/${own.id}/content`;
    const seen: string[] = [];
    let next: string | undefined = list;
    while (next) {
      const page: string = await browser.read(next);
      seen.push(...rowsOf(page));
      const more: string | undefined = /href="([^"]*page=[^"]*)">More</.exec(page)?.[1];
      next = more?.replaceAll('&amp;', '&');
    }
    expect(seen).toEqual(Array.from({ length: 1000 }, (_, n) => `Space ${String(n).padStart(4, '0')}`));
  });

  it('shows each member what they see, and lets nobody do more than the API', async () => {
    const hidden = await buildCollection('Hidden');
    await organization.admin.api.patch(`/v1/collections/${hidden}`, { defaultLevel: null });
    const open = await buildSpace(organization, { title: 'Open', parent: hidden });
    await organization.admin.api.patch(`/v1/spaces/${open.id}`, { defaultLevel: 'read' });
    await buildSpace(organization, { title: 'Closed', parent: hidden });
    const reader = await organization.member('read');
    const browser = await startMemberBrowser(test, reader.token);
    const page = await browser.read(content);
    expect(rowsOf(page)).toContain('Open');
    for (const words of ['Hidden', 'Closed', 'New collection', 'draggable="true"', 'New space<'])
      expect(page.slice(page.indexOf('</aside>'))).not.toContain(words);
    expect((await browser.open(`${content}?in=${hidden}`)).status).toBe(404);
    expect((await browser.post(content, { do: 'create', title: 'No' })).status).toBe(403);
    const move = { do: 'move', item: `space:${open.id}`, parent: '' };
    expect((await browser.post(content, move)).status).toBe(403);
    const stranger = await startMemberBrowser(test, (await buildOrganization(test)).admin.token);
    expect((await stranger.open(content)).status).toBe(404);
    expect((await stranger.post(content, move)).status).toBe(404);
    expect((await stranger.post(content, { do: 'create', title: 'No' })).status).toBe(404);
  });
});
