import { afterAll, beforeAll, expect, it } from 'vitest';
import type { ContentEdit } from '../src/modules/content/index.js';
import { openChangeRequest, writePage } from './support/change-requests.js';
import { editContent } from './support/edit-content.js';
import { buildOrganization, buildPages, buildSpace, type TestOrganization } from './support/factories.js';
import { shareTestApp, type TestApp } from './support/test-app.js';

let test: TestApp;
let organization: TestOrganization;
let space: string;

beforeAll(async () => {
  test = await shareTestApp();
  organization = await buildOrganization(test);
  space = (await buildSpace(organization)).id;
});
afterAll(() => test.close());

const admin = () => organization.admin;
const url = (path = '') => `/v1/spaces/${space}${path}`;
const build = (...pages: { title: string; into?: string }[]) => buildPages(admin(), space, pages);
const change = async (...changes: object[]) => {
  const answer = await admin().api.post(url('/content'), { changes });
  expect(answer.status).toBe(200);
};
/** Edits that the API has no operation for. */
const edit = (...edits: ContentEdit[]) =>
  editContent(test, { organizationId: organization.id, spaceId: space }, edits);

it('the head of a page names the pages before, after and around it, and the links of its front matter', async () => {
  const [group] = await build({ title: 'First' });
  const [a, b] = await build({ title: 'A', into: group }, { title: 'B', into: group });
  await edit({
    type: 'insertPage',
    page: {
      id: 'section',
      type: 'group',
      title: 'Section',
    },
  });
  const [last] = await build({ title: 'Last', into: 'section' });
  const meta = async (id: string, path = url()) =>
    (await admin().api.get(`${path}/content/page/${id}/meta-links`)).body as object;
  const page = (id: string | undefined) => ({ kind: 'page', page: id });
  expect(await meta(group!)).toEqual({ next: page(a) });
  expect(await meta(a!)).toEqual({ previous: page(group), next: page(b), parent: page(group) });
  expect(await meta(b!)).toEqual({ previous: page(a), next: page(last), parent: page(group) });
  expect(await meta(last!)).toEqual({ previous: page(b), parent: page('section') });
  const request = await openChangeRequest(admin(), space);
  await writePage(
    admin(),
    request.path,
    b!,
    '---\nmetaLinks:\n  canonical: https://example.com/b\n  alternates:\n    - a.md\n    - nowhere.md\n---\n\n# B\n',
  );
  expect(await meta(b!, request.path)).toEqual({
    previous: page(a),
    next: page(last),
    parent: page(group),
    canonical: { kind: 'url', url: 'https://example.com/b' },
    alternates: [page(a)],
  });
  const odd = ['//[', '%zz', 'a%00b', '//', 'javascript:x', 'x'.repeat(5000)];
  const written = `---\nmetaLinks: ${JSON.stringify({ canonical: odd[0], alternates: odd })}\n---\n\n# B\n`;
  await writePage(admin(), request.path, b!, written);
  expect(await meta(b!, request.path)).toEqual({ previous: page(a), next: page(last), parent: page(group) });
  const revision = (await admin().api.get(url())).body.revision as string;
  await change({ operation: 'update_page', page: a, hidden: true });
  expect(await meta(b!)).toEqual({ previous: page(group), next: page(last), parent: page(group) });
  const then = await admin().api.get(url(`/revisions/${revision}/page/${b}/meta-links`));
  expect(then.body).toEqual({ previous: page(a), next: page(last), parent: page(group) });
  expect((await admin().api.get(url('/content/page/none/meta-links'))).status).toBe(404);
});
