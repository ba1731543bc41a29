import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildCluster, conversation } from './support/conversations.js';
import {
  buildOrganization,
  buildPages,
  buildSpace,
  buildToken,
  type TestOrganization,
} from './support/factories.js';
import { type MemberBrowser, startMemberBrowser } from './support/member-browser.js';
import { shareTestApp, type TestApp } from './support/test-app.js';

let test: TestApp;
let organization: TestOrganization;
let admin: MemberBrowser;
let list: string;
let cluster: string;
let closed: string;

beforeAll(async () => {
  test = await shareTestApp();
  organization = await buildOrganization(test);
  const { api, token } = organization.admin;
  admin = await startMemberBrowser(test, token);
  list = `/app/o/${organization.id}/conversations`;
  const { clusterId } = await buildCluster(api, organization.id);
  cluster = `${list}/${clusterId}`;
  for (const [title, text] of [
    ['Open', 'Reset your password <b>here</b>.'],
    ['Closed', 'Reset your secret password there.'],
  ] as const) {
    const { id } = await buildSpace(organization, { title: `${title} space` });
    await buildPages(organization.admin, id, [{ title: `${title} page`, markdown: text }]);
    const made = await api.post(`/v1/spaces/${id}/change-requests`, { subject: `${title} <i>answer</i>` });
    await api.put(
      `/v1/orgs/${organization.id}/conversations-clusters/${clusterId}/change-requests/${made.body.id}`,
    );
    if (title === 'Closed') closed = id;
  }
  await api.patch(`/v1/spaces/${closed}`, { defaultLevel: null });
  await api.post(
    `/v1/orgs/${organization.id}/conversations`,
    conversation('password-0', 'How do I reset my password?', {
      subject: 'Help <img>',
      metadata: { url: 'https://desk.example.com/tickets/1' },
    }),
  );
  await test.settle();
});
afterAll(() => test.close());

describe('Pages about conversations', () => {
  it('they list clusters in the wanted order', async () => {
    expect(await admin.read(`/app/o/${organization.id}`)).toContain(`href="${list}"`);
    const listed = await admin.read(list);
    expect(listed).toContain(`href="${cluster}"`);
    expect(listed).toMatch(
      /<svg class="pulse"[^>]*aria-label="Questions in the last 13 weeks[^"]*: (0, ){12}2"/,
    );
    expect(await admin.read(`${list}?status=pending`)).not.toContain(`href="${cluster}"`);
    const ordered = await admin.read(`${list}?status=analysing&orderBy=issues&order=asc`);
    expect(ordered).toContain(`href="${cluster}"`);
    expect(ordered).toMatch(/<option value="issues" selected>/);
    expect((await admin.open(`${list}?page=nonsense`)).status).toBe(400);
    expect((await admin.post(list, {})).status).toBe(405);
    expect((await admin.post(cluster, { do: 'nothing' })).status).toBe(400);
  });

  it('they show the questions of a cluster, the pages that may answer them, and the change requests made for it', async () => {
    const shown = await admin.read(cluster);
    for (const part of [
      'How can I reset my password?',
      'Help &lt;img>',
      'href="https://desk.example.com/tickets/1"',
      'Open page',
      'Closed page',
      'Open &lt;i>answer&lt;/i> (draft)',
      'Closed &lt;i>answer',
      'Asked</dt><dd>2 times, in 2 conversations',
      'email: 2',
    ])
      expect(shown).toContain(part);
    expect(shown).not.toMatch(/<b>here|<img>/);
    expect((await admin.open(`${list}/none`)).status).toBe(404);
    const id = cluster.split('/').at(-1);
    const { body } = await organization.admin.api.get(
      `/v1/orgs/${organization.id}/conversations-clusters/${id}`,
    );
    expect(new URL(body.urls.app).pathname).toBe(cluster);
  });

  it('they show change requests in any state, and say when there are more', async () => {
    // As if fifty more had been made for it and merged.
    await test.db.execute(
      `insert into change_requests select (jsonb_populate_record(cr, jsonb_build_object(
         'id', cr.id || n, 'number', cr.number + n, 'status', 'merged', 'created_at', cr.created_at - interval '1 day'))).*
       from change_requests cr, generate_series(1, 50) n where cr.organization_id = $1 and cr.subject like 'Closed%'`,
      [organization.id],
    );
    const shown = await admin.read(cluster);
    for (const part of ['(draft)', '(merged)', 'The newest 50 of 52']) expect(shown).toContain(part);
  });

  it('they hide spaces that the member cannot read, and everything without the scope for conversations', async () => {
    const editor = await startMemberBrowser(test, (await organization.member('edit')).token);
    const seen = await editor.read(cluster);
    expect(seen).toContain('Open page');
    expect(seen).not.toMatch(/Closed|secret/);
    expect(seen).not.toContain(closed);

    const reader = await startMemberBrowser(test, (await organization.member('comment')).token);
    expect(await reader.read(`/app/o/${organization.id}`)).not.toContain(list);
    const stranger = await startMemberBrowser(test, (await buildOrganization(test)).admin.token);
    const { token } = await buildToken(test, organization.admin.id, [
      'organization:read',
      'conversations:read',
    ]);
    const narrow = await startMemberBrowser(test, token);
    for (const path of [list, cluster]) {
      const refused = await reader.open(path);
      expect([refused.status, await refused.text()]).toEqual([403, expect.not.stringContaining('password')]);
      expect((await stranger.open(path)).status).toBe(404);
    }
    expect((await narrow.open(list)).status).toBe(200);
    expect((await narrow.open(cluster)).status).toBe(403);
  });
});
