import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  buildOrganization,
  buildPages,
  buildSpace,
  buildToken,
  type TestOrganization,
} from './support/factories.js';
import { startMemberBrowser } from './support/member-browser.js';
import { smallSpec } from './support/openapi.js';
import { shareTestApp, type TestApp } from './support/test-app.js';

let test: TestApp;
let organization: TestOrganization;
let list: string;

beforeAll(async () => {
  test = await shareTestApp();
  organization = await buildOrganization(test);
  list = `/app/o/${organization.id}/openapi`;
});
afterAll(() => test.close());

const put = (slug: string, text: string) =>
  organization.admin.api.put(`/v1/orgs/${organization.id}/openapi/${slug}`, { source: { text } });

describe('Pages about OpenAPI specifications', () => {
  it('they stand at the address of a specification, with its versions and errors', async () => {
    const admin = await startMemberBrowser(test, organization.admin.token);
    expect(await admin.read(list)).toContain('There are no OpenAPI specifications.');
    expect(await admin.read(`/app/o/${organization.id}`)).toContain(`href="${list}"`);
    const { body } = await put('pets', smallSpec());
    const page = new URL(body.urls.app).pathname;
    expect(page).toBe(`${list}/pets`);
    expect(await admin.read(page)).toContain('Waits to be read');
    await test.settle();
    const { body: read } = await organization.admin.api.get(`/v1/orgs/${organization.id}/openapi/pets`);
    const shown = await admin.read(page);
    for (const part of ['>pets</h1>', 'Given as text', 'private', 'shown to readers', read.lastVersion])
      expect(shown).toContain(part);
    expect(shown).not.toMatch(/Waits to be read|Failed/);
    expect(await admin.read(list)).toContain(`href="${page}"`);

    await put('pets', 'paths: [');
    await test.settle();
    const failed = await admin.read(page);
    for (const part of ['Failed', 'Why it could not be read', 'class="member-problem"', read.lastVersion])
      expect(failed).toContain(part);
  });

  it('they are not found by guests, strangers and tokens without the scope', async () => {
    await put('closed', smallSpec());
    const pages = [list, `${list}/closed`];
    const guest = await startMemberBrowser(test, (await organization.member(null)).token);
    const stranger = await startMemberBrowser(test, (await buildOrganization(test)).admin.token);
    for (const browser of [guest, stranger])
      for (const page of pages) expect((await browser.open(page)).status).toBe(404);
    expect(await guest.read(`/app/o/${organization.id}`)).not.toContain(list);
    const reader = await startMemberBrowser(test, (await organization.member('read')).token);
    for (const page of pages) expect((await reader.open(page)).status).toBe(200);
    for (const page of [`${list}/none`, `${list}/closed/more`])
      expect((await reader.open(page)).status).toBe(404);
    const { token } = await buildToken(test, organization.admin.id, ['organization:read']);
    const narrow = await startMemberBrowser(test, token);
    for (const page of pages) expect((await narrow.open(page)).status).toBe(403);
  });

  it('they register a specification by its address, as a file or as text, and refuse anything else', async () => {
    const own = await buildOrganization(test);
    const admin = await startMemberBrowser(test, own.admin.token);
    const page = `/app/o/${own.id}/openapi`;
    expect(await admin.read(page)).toContain('Register the specification of your API below');
    const create = { do: 'create', slug: 'pets', url: '', text: '' };
    for (const [form, status, words] of [
      [create, 400, 'Source: give either an address'],
      [{ ...create, url: 'https://example.com/a', text: '{}' }, 400, 'only one of them'],
      [{ ...create, text: '{}', slug: 'No <b>' }, 400, 'slug'],
      [{ ...create, url: 'nonsense' }, 400, 'url'],
      [{ ...create, url: 'https://me:secret@example.com/a' }, 400, 'no user name or password'],
    ] as const) {
      const answer = await admin.send(page, [], form);
      const text = await answer.text();
      expect([answer.status, text]).toEqual([status, expect.stringContaining(words)]);
      expect(text).not.toContain('No <b>');
    }
    const made = await admin.send(page, [{ name: 'a.json', content: smallSpec() }], create);
    expect([made.status, made.headers.get('location')]).toEqual([303, `${page}/pets?done=create`]);
    expect(await admin.read(`${page}/pets?done=create`)).toContain('The specification is registered.');
    const again = await admin.send(page, [{ name: 'a.json', content: smallSpec() }], create);
    expect([again.status, await again.text()]).toEqual([409, expect.stringContaining('already')]);
    const long = `${smallSpec().trimEnd()}\n${' '.repeat(20_000)}`;
    expect((await admin.send(page, [], { ...create, slug: 'text', text: long })).status).toBe(303);
    await test.settle();
    expect(await admin.read(`${page}/text`)).toContain('shown to readers');
  });

  it('they give it another source, fetch it again, change its visibility, and delete it', async () => {
    const own = await buildOrganization(test);
    const { api } = own.admin;
    const spec = `/v1/orgs/${own.id}/openapi/pets`;
    await api.put(spec, { source: { text: smallSpec() } });
    await test.settle();
    const { id: space } = await buildSpace(own, { title: 'API <b>space</b>' });
    await buildPages(own.admin, space, [
      {
        title: 'One <i>operation</i>',
        markdown: '{% openapi-operation spec="pets" path="/pets" method="get" %}',
      },
    ]);
    await test.settle();
    const admin = await startMemberBrowser(test, own.admin.token);
    const page = `/app/o/${own.id}/openapi/pets`;
    const shown = await admin.read(page);
    for (const part of [
      'One &lt;i>operation',
      'API &lt;b>space',
      'in its text',
      '1 page shows it. They stay',
    ])
      expect(shown).toContain(part);
    expect(shown).not.toContain('Refresh now');

    const other = 'https://example.com/openapi.yaml';
    for (const [form, done] of [
      [{ do: 'visibility', visibility: 'public' }, 'visibility'],
      [{ do: 'source', url: other, text: '' }, 'source'],
      [{ do: 'refresh' }, 'refresh'],
    ] as const) {
      const answer = await admin.post(page, form);
      expect([answer.status, answer.headers.get('location')]).toEqual([303, `${page}?done=${done}`]);
    }
    expect((await api.get(spec)).body).toMatchObject({ visibility: 'public', sourceURL: other });
    expect(await admin.read(page)).toContain('Refresh now');
    const nobody = { do: 'visibility', visibility: 'nobody' };
    expect((await admin.post(page, nobody)).status).toBe(400);
    expect((await admin.post(page, { do: 'nothing' })).status).toBe(400);

    const reader = await startMemberBrowser(test, (await own.member('read')).token);
    expect(await reader.read(page)).not.toMatch(/<form method="post" action="[^"]*openapi/);
    expect((await reader.post(page, { do: 'delete' })).status).toBe(403);
    const stranger = await startMemberBrowser(test, organization.admin.token);
    expect((await stranger.post(page, { do: 'delete' })).status).toBe(404);
    expect((await admin.post(page, { do: 'delete' }, { Origin: 'https://evil.example' })).status).toBe(403);
    const gone = await admin.post(page, { do: 'delete' });
    expect(gone.headers.get('location')).toBe(`/app/o/${own.id}/openapi?done=delete`);
    expect((await admin.open(page)).status).toBe(404);
    expect((await admin.post(page, { do: 'delete' })).status).toBe(404);
  });
});
