import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildOrganization, buildToken, type TestOrganization } from './support/factories.js';
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
});
