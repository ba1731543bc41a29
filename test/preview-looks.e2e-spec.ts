import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildOrganization, buildPages, buildSpace, type TestOrganization } from './support/factories.js';
import { elements, parseHtml } from './support/html.js';
import { startMemberBrowser } from './support/member-browser.js';
import { shareTestApp, type TestApp } from './support/test-app.js';

/** Texts and looks of a site; a preview takes over only the looks. */
interface Settings {
  styling: { primaryColor: object; font: string; corners: string };
  announcement?: object;
  footer: { copyright?: string };
  header: { preset: string };
}

let test: TestApp;
let organization: TestOrganization;

beforeAll(async () => {
  test = await shareTestApp();
  organization = await buildOrganization(test);
});

afterAll(() => test.close());

/** A space with a change request, on a site that nobody published. */
async function build(): Promise<{ spaceId: string; draft: string; site: string }> {
  const { admin, id } = organization;
  const space = await buildSpace(organization, { title: 'Guide' });
  await buildPages(admin, space.id, [{ title: 'Start', markdown: '[Words](https://example.com).' }]);
  await admin.api.post(`/v1/spaces/${space.id}/change-requests`, { subject: 'Better' });
  const made = await admin.api.post(`/v1/orgs/${id}/sites`, { title: 'Docs', spaces: [space.id] });
  const site = `/v1/orgs/${id}/sites/${made.body.id}`;
  const settings = (await admin.api.get(`${site}/customization`)).body as Settings;
  Object.assign(settings.styling, {
    primaryColor: { light: '#8a1c5c', dark: '#f3a6d2' },
    corners: 'circular',
  });
  Object.assign(settings, { announcement: { enabled: true, message: 'Not before May.', style: 'info' } });
  settings.footer.copyright = 'Not for everybody';
  settings.header.preset = 'none';
  expect((await admin.api.put(`${site}/customization`, settings)).status).toBe(200);
  return { spaceId: space.id, draft: `/app/s/${space.id}/~/changes/1/`, site };
}

const sheetsOf = (page: string) =>
  elements(parseHtml(page), 'link')
    .map(({ properties }) => String(properties.href))
    .filter((href) => href.includes('~theme/') && href.endsWith('.css'));

describe('previews of a space', () => {
  it('previews look like the site that shows the space, and leave out announcements and visibility of the site', async () => {
    const { draft, spaceId } = await build();
    const member = await startMemberBrowser(test, organization.admin.token);
    for (const path of [draft, `/app/s/${spaceId}/`]) {
      const page = await member.read(path);
      const [sheet = '', ...more] = sheetsOf(page);
      expect([sheet.startsWith(path), more]).toEqual([true, []]);
      expect(page).toMatch(/data-look="[^"]*corners-circular/);
      expect(page).not.toMatch(/Not before May|Not for everybody|header-none/);
      const styles = await member.open(sheet);
      expect([styles.status, styles.headers.get('content-type')]).toEqual([200, 'text/css; charset=utf-8']);
      const css = await styles.text();
      expect(css).toContain('--radius:1rem');
      const [font = ''] = /fonts\/[^']+\.woff2/.exec(css) ?? [];
      const file = await member.open(new URL(font, test.baseUrl + sheet).pathname);
      expect([file.status, file.headers.get('content-type')]).toEqual([200, 'font/woff2']);
    }
  });

  it('previews take the look only from sites that the member may see', async () => {
    const { draft, spaceId } = await build();
    const guest = await organization.member(null);
    const grant = `/v1/spaces/${spaceId}/permissions/users/${guest.id}`;
    expect((await organization.admin.api.patch(grant, { role: 'read' })).status).toBeLessThan(300);
    const [member, outside] = [
      await startMemberBrowser(test, organization.admin.token),
      await startMemberBrowser(test, guest.token),
    ];
    const [sheet = ''] = sheetsOf(await member.read(draft));
    const page = await outside.read(draft);
    expect([sheetsOf(page), page.includes('corners-circular')]).toEqual([[], false]);
    expect((await outside.open(sheet)).status).toBe(404);
    expect((await fetch(test.baseUrl + sheet, { redirect: 'manual' })).status).toBe(303);
  });

  it('previews have the default look while no site shows the space', async () => {
    const { draft, site } = await build();
    await organization.admin.api.delete(site);
    const member = await startMemberBrowser(test, organization.admin.token);
    expect(sheetsOf(await member.read(draft))).toEqual([]);
  });
});
