import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { LetterSectionIds1772000000890 } from '../src/migrations/1772000000890-letter-section-ids.js';
import { buildOrganization, buildSpace, type TestOrganization } from './support/factories.js';
import { createTestApp, type TestApp } from './support/test-app.js';

let test: TestApp;
let organization: TestOrganization;
let site: string;

beforeAll(async () => {
  test = await createTestApp();
  organization = await buildOrganization(test);
  const made = await api().post(`/v1/orgs/${organization.id}/sites`, { title: 'Docs' });
  site = `/v1/orgs/${organization.id}/sites/${(made.body as { id: string }).id}`;
});

afterAll(() => test.close());

const api = () => organization.admin.api;

async function added(what: string, body: object): Promise<{ id: string }> {
  const answer = await api().post(`${site}/${what}`, body);
  expect(answer.status, answer.text).toBe(201);
  return answer.body as { id: string };
}

const space = async (title: string): Promise<string> => (await buildSpace(organization, { title })).id;
const addSpace = async (title: string, sectionId?: string) =>
  added('site-spaces', { spaceId: await space(title), sectionId });
const addSection = async (title: string, more: object = {}) =>
  added('sections', { spaceId: await space(title), ...more });
const structure = async (): Promise<unknown> => (await api().get(`${site}/structure`)).body;

describe('sections and groups with old ids that begin with a digit', () => {
  const former = (id: string) => id.replace(/^A/, '0');

  /** Puts the site back to how it was stored then. */
  async function age(): Promise<void> {
    await test.db.transaction(async () => {
      for (const table of ['site_spaces', 'site_sections', 'site_section_groups', 'site_external_links'])
        await test.db.query(`alter table ${table} disable trigger all`);
      for (const [table, column] of [
        ['site_section_groups', 'id'],
        ['site_section_groups', 'parent_id'],
        ['site_sections', 'id'],
        ['site_sections', 'group_id'],
        ['site_spaces', 'section_id'],
        ['site_external_links', 'group_id'],
      ])
        await test.db.query(`update ${table} set ${column} = '0' || substr(${column}, 2)`);
      await test.db.query(
        `update site_redirects set destination = jsonb_set(destination, '{siteSectionId}', to_jsonb('0' || substr(destination ->> 'siteSectionId', 2)))`,
      );
      for (const table of ['site_spaces', 'site_sections', 'site_section_groups', 'site_external_links'])
        await test.db.query(`alter table ${table} enable trigger all`);
    });
  }

  it('they get ids that selectors take, and are still found by their old ids', async () => {
    const guide = await addSection('Guide');
    const outer = await added('section-groups', { title: 'Outer' });
    const inner = await added('section-groups', { title: 'Inner', parent: outer.id, sections: [guide.id] });
    const variant = await addSpace('Variant', guide.id);
    const destination = { kind: 'site-section', siteSectionId: guide.id };
    const redirect = { source: '/old', destination };
    expect((await api().post(`${site}/redirects`, redirect)).status).toBe(201);
    const before = await structure();
    // The published contract knows no links, so the structure is read without one.
    const link = { title: 'Status', url: 'https://status.example.com', parent: inner.id };
    const linked = await added('external-links', link);
    await age();
    const groupOf = (id: string) =>
      test.db.query<{ group_id: string }>('select group_id from site_external_links where id = $1', [id]);
    expect(await groupOf(linked.id)).toEqual([{ group_id: former(inner.id) }]);
    const runner = test.dataSource.createQueryRunner();
    await runner.startTransaction();
    await new LetterSectionIds1772000000890().up(runner);
    await runner.commitTransaction();
    await runner.release();
    expect(await groupOf(linked.id)).toEqual([{ group_id: inner.id }]);
    expect((await api().delete(`${site}/external-links/${linked.id}`)).status).toBe(204);
    expect(await structure()).toEqual(before);
    const redirects = (await api().get(`${site}/redirects`)).body as { items: { destination: object }[] };
    expect(redirects.items.map((redirect) => redirect.destination)).toEqual([destination]);

    const update = (what: string, id: string, body: object) =>
      api().patch(`${site}/${what}/${former(id)}`, body);
    expect((await update('sections', guide.id, { title: 'Renamed' })).body).toMatchObject({ id: guide.id });
    expect((await update('section-groups', inner.id, { title: 'Within' })).body).toMatchObject({
      id: inner.id,
    });
    const more = await addSection('More', { siteSectionGroupId: former(outer.id) });
    expect(more).toMatchObject({ sectionGroup: outer.id });
    const copy = await addSpace('Third', former(guide.id));
    expect(copy).toMatchObject({ section: guide.id });
    expect((await api().patch(site, { defaultSiteSection: former(guide.id) })).status).toBe(200);
    const other = { kind: 'site-section', siteSectionId: former(guide.id) };
    const pointing = await api().post(`${site}/redirects`, { source: '/older', destination: other });
    expect(pointing.body).toMatchObject({ destination });
    const position = { before: { type: 'site-section', id: former(guide.id) } };
    const moved = { item: { type: 'site-section-group', id: former(inner.id) }, position };
    expect((await api().patch(`${site}/structure/sort`, moved)).body.error.message).toContain(
      'stands beside',
    );
    expect((await api().delete(`${site}/section-groups/${former(inner.id)}`)).status).toBe(204);
    expect((await api().delete(`${site}/sections/${former(guide.id)}`)).status).toBe(204);
    const left = JSON.stringify(await structure());
    for (const { id } of [guide, inner, variant, copy]) expect(left).not.toContain(id);
  });
});
