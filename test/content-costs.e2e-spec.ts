import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { Jobs } from '../src/platform/jobs/jobs.js';
import { buildOrganization, buildSpace, type TestOrganization } from './support/factories.js';
import { shareTestApp, type TestApp } from './support/test-app.js';

describe('the content of a space', () => {
  let test: TestApp;
  let organization: TestOrganization;
  let space: string;

  beforeAll(async () => {
    test = await shareTestApp();
    organization = await buildOrganization(test);
  });
  afterAll(() => test.close());
  beforeEach(async () => {
    space = (await buildSpace(organization)).id;
  });

  const api = () => organization.admin.api;
  const url = (path = '') => `/v1/spaces/${space}${path}`;
  const insert = (title: string) =>
    api().post(url('/content'), {
      changes: [{ operation: 'insert_page', title, document: { markdown: `Text of ${title}` } }],
    });

  it('answers an unchanged tree of pages with 304', async () => {
    await insert('Guides');
    const first = await api().get(url('/content/pages'));
    const tag = first.headers.get('etag') ?? '';
    expect(tag).toMatch(/^".+"$/);
    const headers = { 'if-none-match': tag };
    const again = await api().get(url('/content/pages'), { headers });
    expect([again.status, again.text]).toEqual([304, '']);
    const { revision } = (await api().get(url())).body;
    expect((await api().get(url(`/revisions/${revision}/pages`), { headers })).status).toBe(304);
    await insert('More');
    const later = await api().get(url('/content/pages'), { headers });
    expect(later.status).toBe(200);
    expect(later.body.pages).toHaveLength(2);
    expect((await api().get(url('/content'))).body.pages).toEqual(later.body.pages);
  });

  it('is announced to all listeners in one statement', async () => {
    await insert('First');
    const enqueue = vi.spyOn(test.app.get(Jobs), 'enqueueEach');
    const before = test.db.statements;
    await insert('Second');
    // Of these, who may and what there is take five, the content and what follows it nine, the transaction two.
    expect(test.db.statements - before).toBeLessThanOrEqual(17);
    expect(enqueue.mock.calls.map(([names]) => names.length > 1)).toEqual([true]);
    enqueue.mockRestore();
  });
});
