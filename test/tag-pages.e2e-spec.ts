import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { buildOrganization, buildSpace, type TestOrganization } from './support/factories.js';
import { type MemberBrowser, startMemberBrowser } from './support/member-browser.js';
import { shareTestApp, type TestApp } from './support/test-app.js';

let test: TestApp;
let organization: TestOrganization;
let browser: MemberBrowser;
let space: string;
let path: string;

beforeAll(async () => {
  test = await shareTestApp();
});
afterAll(() => test.close());

beforeEach(async () => {
  organization = await buildOrganization(test);
  browser = await startMemberBrowser(test, organization.admin.token);
  space = (await buildSpace(organization, { title: 'Handbook' })).id;
  path = `/app/s/${space}/~/tags`;
});

const tagsOf = async () =>
  (await organization.admin.api.get(`/v1/spaces/${space}/content`)).body.tags as object[];

async function change(...changes: object[]) {
  const answer = await organization.admin.api.post(
    `/v1/spaces/${space}/content`,
    { changes },
    { query: { compat: false } },
  );
  expect([answer.status, answer.text.slice(0, 300)]).toEqual([200, expect.anything()]);
  return answer.body.changes as { page?: { id: string } }[];
}

const pageWith = async (title: string, tag: string) =>
  (
    await change({
      operation: 'insert_page',
      title,
      document: { markdown: 'x' },
      tags: [{ tag: { kind: 'tag', tag } }],
    })
  )[0]!.page!.id;

describe('the pages with the tags of a space', () => {
  it('make, change and delete tags, and say which pages have them', async () => {
    expect(await browser.read(path)).toContain('There are no tags here');
    const fields = { label: 'Brand <b>new', color: 'green', icon: 'flask', emoji: '' };
    const made = await browser.post(path, { do: 'make', ...fields });
    expect([made.status, made.headers.get('location')]).toEqual([303, `${path}?notice=tag-made`]);
    expect(await tagsOf()).toEqual([
      { slug: 'brand-bnew', label: 'Brand <b>new', color: 'green', icon: 'flask' },
    ]);
    const again = await browser.post(path, { do: 'make', ...fields });
    expect([again.status, await again.text()]).toEqual([
      400,
      expect.stringContaining('choose another label'),
    ]);
    const page = await pageWith('Travel', 'brand-bnew');
    const list = await browser.read(path);
    expect(list).toContain('On 1 page');
    expect(list).not.toContain('<b>new');
    const own = `${path}/brand-bnew`;
    expect(await browser.read(own)).toContain(`href="/app/s/${space}/~/pages/${page}"`);
    expect(await browser.read(own)).toContain('1 page will lose it');
    const changed = await browser.post(own, {
      do: 'change',
      label: 'New',
      color: 'red',
      icon: '',
      emoji: '',
    });
    expect(changed.headers.get('location')).toBe(`${own}?notice=tag-changed`);
    expect(await tagsOf()).toEqual([{ slug: 'brand-bnew', label: 'New', color: 'red' }]);
    expect((await browser.post(own, { do: 'else' })).status).toBe(400);
    const deleted = await browser.post(own, { do: 'delete' });
    expect(deleted.headers.get('location')).toBe(`${path}?notice=deleted`);
    expect(await tagsOf()).toEqual([]);
    expect((await organization.admin.api.get(`/v1/spaces/${space}/content/page/${page}`)).body.tags).toEqual(
      [],
    );
    expect((await browser.open(own)).status).toBe(404);
  });

  it('open a change request in a locked space, and are read by those who may not edit', async () => {
    await change({ operation: 'insert_tag', label: 'New' });
    await organization.admin.api.patch(`/v1/spaces/${space}`, { editMode: 'locked' });
    const made = await browser.post(path, {
      do: 'make',
      label: 'Beta',
      color: 'default',
      icon: '',
      emoji: '',
    });
    const drafted = `/app/s/${space}/~/changes/1/~/tags`;
    expect(made.headers.get('location')).toBe(`${drafted}?notice=tag-made`);
    expect(await browser.read(drafted)).toContain('Beta');
    expect(await browser.read(path)).not.toContain('Beta');
    const reader = await startMemberBrowser(test, (await organization.member('read')).token);
    const seen = await reader.read(path);
    expect([seen.includes('New'), seen.includes('Create the tag')]).toEqual([true, false]);
    expect((await reader.post(path, { do: 'make', label: 'Mine' })).status).toBe(403);
  });

  it('are listed for all spaces that a member sees', async () => {
    const all = `/app/o/${organization.id}/content/tags`;
    expect(await browser.read(all)).toContain('Your spaces have no tags');
    await change({ operation: 'insert_tag', label: 'New' }, { operation: 'insert_tag', label: 'Beta' });
    await pageWith('Travel', 'new');
    const cells = (text: string) =>
      [...text.matchAll(/<tr>(<th scope="row">.*?)<\/tr>/g)].map(([, row]) =>
        [...row!.matchAll(/<t[hd][^>]*>(.*?)<\/t[hd]>/g)].map(([, cell]) =>
          cell!.replace(/<[^>]*>/g, '').trim(),
        ),
      );
    const text = await browser.read(all);
    expect(cells(text)).toEqual([
      ['Beta', 'Handbook', 'no page'],
      ['New', 'Handbook', '1 page'],
    ]);
    expect(text).toContain(`href="${path}/new"`);
    expect(cells(await browser.read(`${all}?unused=yes`)).map(([label]) => label)).toEqual(['Beta']);
    await change({ operation: 'delete_tag', tag: 'new' });
    expect(cells(await browser.read(all)).map(([label]) => label)).toEqual(['Beta']);
    const guest = await startMemberBrowser(test, (await organization.member(null)).token);
    expect(cells(await guest.read(all))).toEqual([]);
  });
});
