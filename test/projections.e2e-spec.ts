import { afterAll, beforeAll, expect, it } from 'vitest';
import { ContentStore, Projection } from '../src/modules/content/index.js';
import { Members } from '../src/modules/organizations/index.js';
import { buildOrganization, buildPages, buildSpace, type TestOrganization } from './support/factories.js';
import { shareTestApp, type TestApp } from './support/test-app.js';

let test: TestApp;
let home: TestOrganization;
let away: TestOrganization;

beforeAll(async () => {
  test = await shareTestApp();
  home = await buildOrganization(test);
  away = await buildOrganization(test);
  await test.app.get(Members).addMember(away.id, home.admin.id, 'admin');
});
afterAll(() => test.close());

const api = () => home.admin.api;

/** The projections of a space must match its content. */
async function expectInStep(spaceId: string): Promise<void> {
  const [row] = await test.db.query<{ organizationId: string; snapshot: string }>(
    `select s.organization_id as "organizationId", r.snapshot from spaces s
     join content_revisions r on r.organization_id = s.organization_id and r.id = s.revision_id where s.id = $1`,
    [spaceId],
  );
  const { organizationId, snapshot } = row!;
  expect(await test.app.get(Projection).verify(organizationId, spaceId)).toEqual([]);
  const tree = await test.app.get(ContentStore).readTree(organizationId, snapshot);
  const flat = (pages: typeof tree): string[] => pages.flatMap((page) => [page.id, ...flat(page.pages)]);
  const found = await test.db.query<{ id: string; own: boolean }>(
    `select page_id as id, vector @@ ('''@o:' || organization_id || ''' & ''@s:' || space_id || '''')::tsquery as own
     from search_pages where organization_id = $1 and space_id = $2`,
    [organizationId, spaceId],
  );
  expect(found.map(({ id }) => id).sort()).toEqual(flat(tree).sort());
  expect(found.every(({ own }) => own)).toBe(true);
  expect(await test.db.query('select from search_backlog where space_id = $1', [spaceId])).toEqual([]);
}

/** The same numbers in every run. */
function numbers(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((state / 2_147_483_648) * below);
  };
}

interface Listed {
  id: string;
  type: string;
  pages?: Listed[];
}

async function pagesOf(space: string): Promise<string[]> {
  const { body } = await api().get(`/v1/spaces/${space}/content/pages`);
  const flat = (pages: Listed[]): string[] => pages.flatMap((page) => [page.id, ...flat(page.pages ?? [])]);
  return flat((body as { pages: Listed[] }).pages);
}

async function edit(space: string, next: (below: number) => number): Promise<void> {
  const pages = await pagesOf(space);
  const page = pages[next(pages.length)];
  const into = next(2) === 0 ? undefined : pages[next(pages.length)];
  const text = { document: { markdown: `Words ${next(50)} [x](https://example.com/${next(5)})` } };
  const changes = [
    { operation: 'insert_page', title: `Page ${next(9)}`, into, ...text },
    { operation: 'update_page', page, ...text },
    { operation: 'update_page', page, title: `Title ${next(9)}`, hidden: next(2) === 0 },
    { operation: 'update_page', page, into: into ?? null },
    { operation: 'delete_page', page },
  ];
  // Some of them are refused: into themselves, or without a page.
  await api().post(`/v1/spaces/${space}/content`, { changes: [changes[next(page ? 5 : 1)]] });
}

async function other(space: string, next: (below: number) => number): Promise<string> {
  const path = `/v1/spaces/${space}`;
  switch (next(6)) {
    case 0: {
      const revisions = (await api().get(`${path}/revisions`)).body.items as { id: string }[];
      await api().post(`${path}/revisions/${revisions[next(revisions.length)]?.id}/rollback`);
      return space;
    }
    case 1:
      return (await api().post(`${path}/duplicate`)).body.id as string;
    case 2: {
      const { organization } = (await api().get(path)).body as { organization: string };
      await api().post(`${path}/transfer`, { organization: organization === home.id ? away.id : home.id });
      return space;
    }
    case 3:
      await api().delete(path);
      await api().post(`${path}/restore`);
      return space;
    case 4:
      await api().patch(path, { language: ['en', 'de', 'fr'][next(3)] });
      return space;
    default: {
      const request = (await api().post(`${path}/change-requests`, { subject: 'x' })).body as { id: string };
      const [page] = await pagesOf(space);
      const change = page
        ? { operation: 'update_page', page, title: `Merged ${next(9)}` }
        : { operation: 'insert_page', title: 'Merged' };
      await api().post(`${path}/change-requests/${request.id}/content`, { changes: [change] });
      await edit(space, next);
      await api().post(`${path}/change-requests/${request.id}/merge`);
      return space;
    }
  }
}

it.each([1, 2, 3])(
  'the search index and the table of pages follow every change of spaces (%i)',
  async (seed) => {
    expect.hasAssertions();
    const next = numbers(seed);
    const spaces = [(await buildSpace(home)).id];
    await buildPages(home.admin, spaces[0]!, [{ title: 'One' }, { title: 'Two' }, { title: 'Three' }]);
    for (let step = 0; step < 25; step++) {
      const at = next(spaces.length);
      if (next(3) > 0) await edit(spaces[at]!, next);
      else {
        const space = await other(spaces[at]!, next);
        if (!spaces.includes(space) && spaces.length < 4) spaces.push(space);
      }
    }
    await test.settle();
    for (const space of spaces) await expectInStep(space);
  },
);

it('a copy that moves to another organization before it is indexed is found there', async () => {
  const { id } = await buildSpace(home);
  await buildPages(home.admin, id, [{ title: 'Traveller' }]);
  const copy = (await api().post(`/v1/spaces/${id}/duplicate`)).body.id as string;
  const moved = await api().post(`/v1/spaces/${copy}/transfer`, { organization: away.id });
  expect(moved.status).toBe(200);
  await test.settle();
  await expectInStep(copy);
});
