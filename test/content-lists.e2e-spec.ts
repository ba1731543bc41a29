import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  buildOrganization,
  buildPages,
  buildSpace,
  type TestOrganization,
  type TestUser,
} from './support/factories.js';
import { type MemberBrowser, startMemberBrowser } from './support/member-browser.js';
import { shareTestApp, type TestApp } from './support/test-app.js';

const LISTS = ['broken-links', 'files', 'reusable-contents', 'tags'];

let test: TestApp;
beforeAll(async () => {
  test = await shareTestApp();
});
afterAll(() => test.close());

async function change(organization: TestOrganization, space: string, ...changes: object[]) {
  const answer = await organization.admin.api.post(
    `/v1/spaces/${space}/content`,
    { changes },
    { query: { compat: false } },
  );
  expect([answer.status, answer.text.slice(0, 300)]).toEqual([200, expect.anything()]);
  return answer.body as { changes: { reusableContent?: string }[]; insertedFiles: { id: string }[] };
}

const fileOf = (name: string, size: number) => ({
  name,
  contentType: 'image/png',
  base64: Buffer.alloc(size, 1).toString('base64'),
});

/** A space with a broken link of each kind, two files, one of which is used, and a reusable content that a page shows. */
async function buildLibrary(organization: TestOrganization, title: string, body: object = {}) {
  const space = (await buildSpace(organization, { title, ...body })).id;
  const { insertedFiles } = await change(organization, space, {
    operation: 'insert_files',
    files: [fileOf(`${title}-large.png`, 3000), fileOf(`${title}-small.png`, 20), fileOf('gone.png', 5)],
  });
  await change(organization, space, { operation: 'insert_tag', label: `${title} tag` });
  const [large, , gone] = insertedFiles.map(({ id }) => id);
  const { changes } = await change(organization, space, {
    operation: 'insert_reusable_content',
    title: `${title} note`,
    document: { markdown: 'A note with [a lost address](../lost.md).' },
  });
  const note = changes[0]!.reusableContent!;
  const [target, lost] = await buildPages(organization.admin, space, [
    { title: `${title} target`, markdown: '## There' },
    { title: 'Lost' },
  ]);
  const [page] = await buildPages(organization.admin, space, [
    {
      title: `${title} page`,
      markdown: `[A](bindery:page/${lost}) [B](bindery:page/${target}#nowhere) [C](bindery:page/${target}#there)\n\n![P](/files/${large}) ![G](/files/${gone})\n\n{% include "bindery:reusable-content/${note}" %}\n\n[Out](https://example.com/x)\n\n[A](bindery:page/${lost})`,
    },
  ]);
  await change(organization, space, { operation: 'delete_page', page: lost });
  await change(organization, space, { operation: 'delete_file', file: gone });
  return { space, page: page!, target: target!, large: large!, note };
}

/** The texts of the cells of the table of a list, row by row. */
function rowsOf(page: string): string[][] {
  return [...page.matchAll(/<tr>(<th scope="row">.*?)<\/tr>/g)].map(([, row]) =>
    [...row!.matchAll(/<t[hd][^>]*>(.*?)<\/t[hd]>/g)].map(([, cell]) => cell!.replace(/<[^>]*>/g, '').trim()),
  );
}

/** All rows of a list, page by page. */
async function readAll(browser: MemberBrowser, list: string): Promise<string[][]> {
  const rows: string[][] = [];
  for (let next: string | undefined = list; next !== undefined;) {
    const page: string = await browser.read(next);
    rows.push(...rowsOf(page));
    next = /href="([^"]*page=[^"]*)">More /.exec(page)?.[1]?.replaceAll('&amp;', '&');
  }
  return rows;
}

describe('lists of the content of all spaces', () => {
  it('show broken links, files and reusable contents of every space, and lead to where they are changed', async () => {
    const organization = await buildOrganization(test);
    const content = `/app/o/${organization.id}/content`;
    const browser = await startMemberBrowser(test, organization.admin.token);
    expect(await browser.read(`${content}/broken-links`)).toContain('No link is broken');
    expect(await browser.read(`${content}/files`)).toContain('Your spaces have no files');
    expect(await browser.read(`${content}/reusable-contents`)).toContain(
      'Your spaces have no reusable contents',
    );
    const { space, page, large, note } = await buildLibrary(organization, 'Beta');
    const alpha = await buildLibrary(organization, 'alpha <b>');
    const app = `/app/s/${space}/~`;

    const broken = await browser.read(`${content}/broken-links`);
    const ofSpace = (title: string) => [
      [`${title} note`.concat('a reusable content'), title, 'The address ../lost.md leads to no page.'],
      [`${title} page`, title, 'The page that it leads to is gone.'],
      [`${title} page`, title, `${title} target has no heading #nowhere.`],
      [`${title} page`, title, 'The file that it shows is gone.'],
    ];
    const sorted = (rows: string[][]) => rows.map((row) => row.join(' | ')).toSorted();
    expect(sorted(rowsOf(broken))).toEqual(sorted([...ofSpace('alpha &lt;b>'), ...ofSpace('Beta')]));
    expect(rowsOf(broken).map(([, title]) => title)).toEqual([
      ...Array<string>(4).fill('alpha &lt;b>'),
      ...Array<string>(4).fill('Beta'),
    ]);
    expect(broken).not.toContain('<b>');
    for (const href of [`${app}/edit/${page}`, `${app}/edit/~/reusable/${note}`])
      expect(broken).toContain(`href="${href}"`);
    expect(broken).toContain('All spaces (8)');
    expect(rowsOf(await browser.read(`${content}/broken-links?space=${space}`))).toHaveLength(4);
    expect(await browser.read(`${content}/broken-links?space=none`)).toContain(
      'No link of this space is broken',
    );

    const files = await browser.read(`${content}/files`);
    expect(rowsOf(files)).toEqual([
      ['alpha &lt;b>-large.png', 'alpha &lt;b>', '3 kB', '1 page'],
      ['Beta-large.png', 'Beta', '3 kB', '1 page'],
      ['alpha &lt;b>-small.png', 'alpha &lt;b>', '20 B', 'no page'],
      ['Beta-small.png', 'Beta', '20 B', 'no page'],
    ]);
    expect(files).toContain(`href="${app}/files/${large}"`);
    expect(files).toContain('4 files, 6 kB; no page that you see uses 2 of them.');
    const unused = await browser.read(`${content}/files?unused=yes&space=${alpha.space}`);
    expect(rowsOf(unused).map(([name]) => name)).toEqual(['alpha &lt;b>-small.png']);
    const found = await browser.read(`${content}/files?search=${encodeURIComponent('BETA-L')}`);
    expect(rowsOf(found).map(([name]) => name)).toEqual(['Beta-large.png']);
    expect(await browser.read(`${content}/files?search=%25`)).toContain('No file is like this.');

    const contents = await browser.read(`${content}/reusable-contents`);
    expect(rowsOf(contents)).toEqual([
      ['alpha &lt;b> note', 'alpha &lt;b>', '1 page'],
      ['Beta note', 'Beta', '1 page'],
    ]);
    expect(contents).toContain(`href="${app}/edit/~/reusable/${note}"`);
    for (const list of LISTS) {
      expect(contents).toContain(`href="${content}/${list}"`);
      expect((await browser.open(`${content}/${list}?page=none`)).status).toBe(400);
      const cursor = Buffer.from(JSON.stringify(['\0'])).toString('base64url');
      expect((await browser.open(`${content}/${list}?page=${cursor}`)).status).toBe(400);
    }
  });

  it('show each member the rows and numbers of spaces that they see, and nothing of others', async () => {
    const organization = await buildOrganization(test);
    const { api } = organization.admin;
    const collection = async (title: string, parent?: string) =>
      (await api.post(`/v1/orgs/${organization.id}/collections`, { title, parent })).body.id as string;
    const outer = await collection('Outer');
    const inner = await collection('Inner', outer);
    await api.patch(`/v1/collections/${outer}`, { defaultLevel: null });
    const open = await buildLibrary(organization, 'Visible');
    const nested = await buildLibrary(organization, 'Nested', { parent: inner });
    const closed = await buildLibrary(organization, 'Closed', { parent: inner });
    await api.patch(`/v1/spaces/${closed.space}`, { defaultLevel: null });
    const bin = await buildLibrary(organization, 'Deleted');
    await api.delete(`/v1/spaces/${bin.space}`);
    // The hidden space uses a file of the open one, and the open one leads to a page of the hidden one.
    await buildPages(organization.admin, closed.space, [
      { title: 'User', markdown: `![P](bindery:file/${open.large}?space=${open.space})` },
    ]);
    const reader = await organization.member('read');
    const nestedReader = await organization.member('read');
    const guest = await organization.member(null);
    const outsider = await organization.member(null);
    const grant = (base: string, user: string) =>
      api.post(`/v1/${base}/permissions`, { users: [user], role: 'edit' });
    expect((await grant(`collections/${outer}`, nestedReader.id)).status).toBe(204);
    expect((await grant(`spaces/${closed.space}`, guest.id)).status).toBe(204);

    const matrix = [
      [organization.admin, ['Closed', 'Nested', 'Visible']],
      [reader, ['Visible']],
      [guest, ['Closed']],
      [outsider, []],
    ] as const;
    const places = new Map([
      ['Visible', open],
      ['Nested', nested],
      ['Closed', closed],
    ]);
    for (const [user, spaces] of [...matrix, [nestedReader, ['Closed', 'Nested', 'Visible']] as const]) {
      const browser = await startMemberBrowser(test, user.token);
      for (const list of LISTS) {
        const text = await browser.read(`/app/o/${organization.id}/content/${list}`);
        const main = text.slice(text.indexOf('<main'));
        expect([list, new Set(rowsOf(main).map(([, title]) => title))]).toEqual([list, new Set(spaces)]);
        for (const [title, { space }] of places) {
          const isSeen = (spaces as readonly string[]).includes(title);
          expect([list, title, main.includes(title) || main.includes(space)]).toEqual([list, title, isSeen]);
          const one = await browser.read(`/app/o/${organization.id}/content/${list}?space=${space}`);
          expect(rowsOf(one).length > 0).toBe(isSeen);
        }
        expect(main).not.toContain('Deleted');
      }
      const answer = await user.api.get(`/v1/orgs/${organization.id}/broken-links`);
      const titles = (answer.body.items as { space: { title: string } }[]).map(({ space }) => space.title);
      expect([...new Set(titles)]).toEqual(spaces);
      expect(answer.body.count).toBe(titles.length);
    }
    // Uses in hidden spaces are not counted.
    const usesOf = async ({ token }: TestUser) => {
      const browser = await startMemberBrowser(test, token);
      const rows = rowsOf(await browser.read(`/app/o/${organization.id}/content/files?space=${open.space}`));
      return rows.find(([name]) => name === 'Visible-large.png')?.at(-1);
    };
    expect([await usesOf(organization.admin), await usesOf(reader)]).toEqual(['2 pages', '1 page']);
    // A reader is led to the page itself, as they may not use the editor.
    const asReader = await startMemberBrowser(test, reader.token);
    const list = await asReader.read(`/app/o/${organization.id}/content/broken-links`);
    expect(list).toContain(`href="/app/s/${open.space}/~/pages/${open.page}"`);
    expect(list).not.toContain('/~/edit/');
    const stranger = await buildOrganization(test);
    const asStranger = await startMemberBrowser(test, stranger.admin.token);
    for (const name of LISTS)
      expect((await asStranger.open(`/app/o/${organization.id}/content/${name}`)).status).toBe(404);
    expect((await stranger.admin.api.get(`/v1/orgs/${organization.id}/broken-links`)).status).toBe(404);
  });

  it('page through many rows, each of which comes once', async () => {
    const organization = await buildOrganization(test);
    const browser = await startMemberBrowser(test, organization.admin.token);
    const numbers = Array.from({ length: 50 }, (_, index) => String(index).padStart(2, '0'));
    for (const title of ['One', 'Two']) {
      const space = (await buildSpace(organization, { title })).id;
      await buildPages(
        organization.admin,
        space,
        numbers.map((number) => ({ title: `P${number}`, markdown: `[x](../lost-${number}.md)` })),
      );
      for (const part of [numbers.slice(0, 20), numbers.slice(20, 40), numbers.slice(40)])
        await change(
          organization,
          space,
          { operation: 'insert_files', files: part.map((number) => fileOf(`${number}.png`, 7)) },
          ...part.map((number) => ({ operation: 'insert_tag', label: `T${number}` })),
          ...part.map((number) => ({
            operation: 'insert_reusable_content',
            title: `R${number}`,
            document: { markdown: 'Words.' },
          })),
        );
    }
    for (const list of LISTS) {
      const rows = await readAll(browser, `/app/o/${organization.id}/content/${list}`);
      expect([list, rows.length, new Set(rows.map((row) => row.join(' '))).size]).toEqual([list, 100, 100]);
      const { length } = await readAll(browser, `/app/o/${organization.id}/content/${list}?search=1`);
      expect([list, length]).toEqual([list, list === 'broken-links' ? 100 : 28]);
    }
    const { body } = await organization.admin.api.get(`/v1/orgs/${organization.id}/broken-links`, {
      query: { limit: 3 },
    });
    expect([body.items.length, body.count]).toEqual([3, 100]);
    const [first] = body.items;
    expect(first).toMatchObject({ object: 'broken-link', problem: 'address', target: '../lost-00.md' });
    expect(first.place).toMatchObject({ kind: 'page', title: 'P00' });
    const next = await organization.admin.api.get(`/v1/orgs/${organization.id}/broken-links`, {
      query: { limit: 3, page: body.next.page },
    });
    expect(next.body.items[0].target).toBe('../lost-03.md');
  });
});
