import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildOrganization, buildSpace, type TestOrganization } from './support/factories.js';
import { type MemberBrowser, startMemberBrowser } from './support/member-browser.js';
import { shareTestApp, type TestApp } from './support/test-app.js';

describe('pages on which members write', () => {
  let test: TestApp;
  let organization: TestOrganization;
  let browser: MemberBrowser;
  let space: string;
  let page: string;

  beforeAll(async () => {
    test = await shareTestApp();
    organization = await buildOrganization(test);
    browser = await startMemberBrowser(test, organization.admin.token);
    space = (await buildSpace(organization, { title: 'Handbook' })).id;
    const { body } = await organization.admin.api.post(`/v1/spaces/${space}/content?compat=false`, {
      changes: [
        { operation: 'insert_page', title: 'Home', document: { markdown: 'Words of the home page.' } },
        { operation: 'insert_page', title: 'Travel costs', document: { markdown: 'Keep the receipts.' } },
      ],
    });
    page = (body.changes as { page: { id: string } }[])[1]!.page.id;
  });
  afterAll(() => test.close());

  const editedOf = (text: string) =>
    JSON.parse((/data-text="([^"]*)"/.exec(text)?.[1] ?? '').replaceAll('&quot;', '"')) as object;

  it('show the page, and tell the editor where its text goes', async () => {
    const text = await browser.read(`/app/s/${space}/~/edit/travel-costs`);
    expect(text).toContain('Keep the receipts.');
    expect(text).toContain('Your changes are live at once');
    expect(text).toMatch(/<script type="module" src="\/~bindery\/assets\/app\/editor-[\w-]+\.js">/);
    expect(editedOf(text)).toMatchObject({
      kind: 'page',
      space,
      id: page,
      changeRequest: null,
      opensChangeRequest: false,
    });
  });

  it('load their scripts from addresses that never change', async () => {
    const text = await browser.read(`/app/s/${space}/~/edit/travel-costs`);
    const script = /src="(\/~bindery\/assets\/app\/[^"]+)"/.exec(text)![1]!;
    const answer = await fetch(test.baseUrl + script);
    expect(answer.headers.get('cache-control')).toContain('immutable');
    expect(answer.headers.get('content-type')).toContain('javascript');
    expect((await fetch(test.baseUrl + script.replace('editor-', 'editors-'))).status).toBe(404);
  });

  it('lead from the id of a page to its path', async () => {
    const answer = await browser.open(`/app/s/${space}/~/edit/${page}`);
    expect([answer.status, answer.headers.get('location')]).toEqual([
      303,
      `/app/s/${space}/~/edit/travel-costs`,
    ]);
    expect((await browser.open(`/app/s/${space}/~/edit/nowhere`)).status).toBe(404);
  });

  it('write a reusable content, whose address no page can have', async () => {
    const { api } = organization.admin;
    const { body } = await api.post(`/v1/spaces/${space}/content?compat=false`, {
      changes: [{ operation: 'insert_reusable_content', title: 'Notice', document: { markdown: 'Mind.' } }],
    });
    const [{ reusableContent: id }] = body.changes as [{ reusableContent: string }];
    const text = await browser.read(`/app/s/${space}/~/edit/~/reusable/${id}`);
    expect(editedOf(text)).toMatchObject({ kind: 'reusable-content', space, id, changeRequest: null });
    expect(text).toContain(`href="/app/s/${space}/~/reusable-contents#${id}"`);
    expect((await browser.open(`/app/s/${space}/~/edit/~/reusable/nowhere`)).status).toBe(404);
    const reader = await startMemberBrowser(test, (await organization.member('read')).token);
    expect((await reader.open(`/app/s/${space}/~/edit/~/reusable/${id}`)).status).toBe(403);
    const stranger = await startMemberBrowser(test, (await buildOrganization(test)).admin.token);
    expect((await stranger.open(`/app/s/${space}/~/edit/~/reusable/${id}`)).status).toBe(404);
  });

  it('open a change request first where the space is locked, and edit the one that is named', async () => {
    const locked = (await buildSpace(organization, { title: 'Policies', editMode: 'locked' })).id;
    const { api } = organization.admin;
    const request = await api.post(`/v1/spaces/${locked}/change-requests`, { subject: 'New words' });
    await api.post(`/v1/spaces/${locked}/change-requests/${request.body.id}/content`, {
      changes: [{ operation: 'insert_page', title: 'Home', document: { markdown: 'Draft words.' } }],
    });
    const number = request.body.number as number;
    const text = await browser.read(`/app/s/${locked}/~/changes/${number}/~/edit/home`).catch(() => '');
    const home = text === '' ? await browser.read(`/app/s/${locked}/~/changes/${number}/~/edit`) : text;
    expect(editedOf(home)).toMatchObject({ changeRequest: number, opensChangeRequest: false });
    expect(home).toContain('Change request #1: New words');
    await api.post(`/v1/spaces/${locked}/change-requests/${number}/merge`, {});
    expect(editedOf(await browser.read(`/app/s/${locked}/~/edit`))).toMatchObject({
      opensChangeRequest: true,
    });
    const merged = await browser.open(`/app/s/${locked}/~/changes/${number}/~/edit`);
    expect([merged.status, await merged.text()]).toEqual([403, expect.stringContaining('is merged')]);
  });

  it('are reached from the page that members read, and by a new page', async () => {
    const text = await browser.read(`/app/s/${space}/travel-costs`);
    expect(text).toContain(`href="/app/s/${space}/~/edit/${page}"`);
    const made = await browser.post(`/app/s/${space}/~/new-page`, {});
    expect(made.status).toBe(303);
    const address = made.headers.get('location')!;
    const shown = await browser.open(address);
    expect(editedOf(await browser.read(shown.headers.get('location')!))).toMatchObject({
      changeRequest: null,
    });
    const reader = await startMemberBrowser(test, (await organization.member('read')).token);
    expect(await reader.read(`/app/s/${space}/travel-costs`)).not.toContain('~/edit/');
    expect((await reader.post(`/app/s/${space}/~/new-page`, {})).status).toBe(403);
  });

  it('open with a new page in a change request where the space is locked', async () => {
    const locked = (await buildSpace(organization, { title: 'Rules', editMode: 'locked' })).id;
    expect(await browser.read(`/app/s/${locked}`)).toContain('New page');
    const made = await browser.post(`/app/s/${locked}/~/new-page`, {});
    expect(made.headers.get('location')).toMatch(new RegExp(`^/app/s/${locked}/~/changes/1/~/edit/\\w+`));
    const again = await browser.post(`/app/s/${locked}/~/changes/1/~/new-page`, {});
    expect(again.headers.get('location')).toContain('/~/changes/1/~/edit/');
  });

  it('are closed to readers, and to other organizations', async () => {
    const reader = await startMemberBrowser(test, (await organization.member('read')).token);
    expect((await reader.open(`/app/s/${space}/~/edit/travel-costs`)).status).toBe(403);
    const other = await startMemberBrowser(test, (await buildOrganization(test)).admin.token);
    expect((await other.open(`/app/s/${space}/~/edit/travel-costs`)).status).toBe(404);
  });
});
