import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildOrganization, buildSpace, type TestOrganization, type TestUser } from './support/factories.js';
import { shareTestApp, type TestApp } from './support/test-app.js';

describe('what texts of a space can name', () => {
  let test: TestApp;
  let organization: TestOrganization;
  let space: string;
  let other: string;
  let secret: string;

  const content = (title: string) => ({
    operation: 'insert_reusable_content',
    title,
    document: { markdown: 'Words.' },
  });
  const idsOf = (body: { items: { id: string }[] }) => body.items.map(({ id }) => id);

  beforeAll(async () => {
    test = await shareTestApp();
    organization = await buildOrganization(test);
    const build = async (title: string, ...titles: string[]) => {
      const { id } = await buildSpace(organization, { title });
      await organization.admin.api.post(`/v1/spaces/${id}/content`, { changes: titles.map(content) });
      return id;
    };
    space = await build('Handbook', 'Own note');
    other = await build('Policies', 'Opening hours', 'Legal note');
    secret = await build('Salaries', 'Bonus note');
    await organization.admin.api.patch(`/v1/spaces/${secret}`, { defaultLevel: null });
  });
  afterAll(() => test.close());

  const contents = (user: TestUser, search = '') =>
    user.api.get(`/v1/spaces/${space}/other-reusable-contents`, { query: { search } });
  const readers = (user: TestUser, id = space, search = '') =>
    user.api.get(`/v1/spaces/${id}/readers`, { query: { search } });

  it('are the reusable contents of other spaces that somebody may read, by title', async () => {
    const reader = await organization.member('read');
    const all = await contents(reader);
    expect(all.status).toBe(200);
    expect(all.body.items).toMatchObject([
      { object: 'reusable-content', title: 'Legal note', space: { id: other, title: 'Policies' } },
      { title: 'Opening hours' },
    ]);
    expect((await contents(reader, 'NOTE')).body.items).toHaveLength(1);
    expect((await contents(reader, '%')).body.items).toEqual([]);
    const admin = await contents(organization.admin, 'note');
    expect(admin.body.items.map(({ title }: { title: string }) => title)).toEqual([
      'Bonus note',
      'Legal note',
    ]);
  });

  it('are the people who may read the space', async () => {
    const reader = await organization.member('read');
    const found = await readers(reader, space, reader.email.slice(0, 12));
    expect(found.body.items).toMatchObject([{ object: 'user', id: reader.id, email: reader.email }]);
    const all = await readers(reader);
    expect(idsOf(all.body)).toEqual(expect.arrayContaining([reader.id, organization.admin.id]));
    const insiders = await readers(organization.admin, secret);
    expect(idsOf(insiders.body)).toContain(organization.admin.id);
    expect(idsOf(insiders.body)).not.toContain(reader.id);
  });

  it('are not told to those who may not see the space, nor the people to guests', async () => {
    const reader = await organization.member('read');
    expect((await readers(reader, secret)).status).toBe(404);
    const guest = await organization.member(null);
    expect((await readers(guest)).status).toBe(404);
    await organization.admin.api.post(`/v1/spaces/${space}/permissions`, { users: [guest.id], role: 'edit' });
    expect((await readers(guest)).status).toBe(403);
    expect((await contents(guest)).body.items).toEqual([]);
  });
});
