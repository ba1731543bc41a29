import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { deskOf, PASSWORD } from './support/conversations.js';
import { buildOrganization, buildSpace, type TestOrganization } from './support/factories.js';
import { type MemberBrowser, startMemberBrowser } from './support/member-browser.js';
import { shareTestApp, type TestApp } from './support/test-app.js';

let test: TestApp;
let organization: TestOrganization;
let admin: MemberBrowser;
let list: string;
let page: string;

beforeAll(async () => {
  test = await shareTestApp();
});
afterAll(() => test.close());

beforeEach(async () => {
  organization = await buildOrganization(test);
  admin = await startMemberBrowser(test, organization.admin.token);
  list = `/app/o/${organization.id}/conversations`;
  page = `${list}/hand-in`;
});

const stored = async (): Promise<{ id: string; subject?: string; createdAt: string }[]> =>
  (await organization.admin.api.get(`/v1/orgs/${organization.id}/conversations`)).body.items;

describe('Conversations handed in by people', () => {
  it('come as one question', async () => {
    expect(await admin.read(list)).toContain(`href="${page}"`);
    const form = {
      ...{ do: 'question', question: 'How do I pay <b>you</b>?', subject: 'Money' },
      url: 'https://desk.example.com/1',
    };
    const taken = await admin.post(page, form);
    expect([taken.status, taken.headers.get('location')]).toEqual([303, `${page}?taken=1`]);
    expect(await admin.read(`${page}?taken=1`)).toContain('1 conversation is taken.');
    await admin.post(page, form);
    expect(await stored()).toMatchObject([{ subject: 'Money' }]);
    for (const [given, words] of [
      [{ ...form, question: ' ' }, 'Question: write what was asked.'],
      [{ ...form, url: 'no address' }, 'metadata.url'],
    ] as const) {
      const answer = await admin.post(page, given);
      const text = await answer.text();
      expect([answer.status, text]).toEqual([400, expect.stringContaining(words)]);
      expect(text).toContain('value="Money"');
    }
  });

  it.each([
    ['a table', 'id,question,created at\n7,How do I pay?,2026-01-31T12:00:00Z\n,"Where, please?",\n'],
    ['a list', JSON.stringify([{ id: 7, question: 'How do I pay?' }, { question: 'Where?' }])],
    [
      'an object in each line',
      '{"id":"7","parts":[{"type":"message","role":"user","body":"How do I pay?"}]}\n\n{"question":"Where?"}\n',
    ],
  ])('come as %s', async (_, content) => {
    const taken = await admin.send(page, [{ name: 'questions', content }], { do: 'file' });
    expect([taken.status, taken.headers.get('location')]).toEqual([303, `${page}?taken=2`]);
    const ids = (await stored()).map(({ id }) => id).sort();
    expect(ids).toEqual(['7', expect.stringMatching(/^by-hand-/)]);
  });

  it('are refused with the place of what is wrong, and none is taken', async () => {
    for (const [content, words] of [
      ['question,url\nHow do I pay?,\nWhere?,nowhere\n', 'Line 3: '],
      ['[{"question":"a"},{"parts":"none","id":"x"}]', 'Conversation 2: '],
      ['{"question":"a"}\n{', 'Line 2 is no JSON'],
      ['words\na\n', 'one of which must be'],
      ['', 'The file is empty.'],
      [JSON.stringify(Array.from({ length: 1001 }, () => ({ question: 'a' }))), 'at most 1000'],
      ['{"question":"a"}\n'.repeat(1001), 'at most 1000'],
      [`question\n${'a\n'.repeat(1001)}`, 'at most 1000'],
      ['['.repeat(600) + ']'.repeat(600), 'too many values or levels'],
      [','.repeat(200_000), 'one of which must be'],
    ] as const) {
      const answer = await admin.send(page, [{ name: 'q', content }], { do: 'file' });
      expect([answer.status, await answer.text()]).toEqual([400, expect.stringContaining(words)]);
    }
    expect(await stored()).toEqual([]);
  });

  it('are taken from members who may only', async () => {
    const form = { do: 'question', question: 'How do I pay?' };
    const editor = await startMemberBrowser(test, (await organization.member('edit')).token);
    expect((await editor.open(page)).status).toBe(403);
    expect((await editor.post(page, form)).status).toBe(403);
    expect(await editor.read(list)).not.toContain('/hand-in');
    const stranger = await startMemberBrowser(test, (await buildOrganization(test)).admin.token);
    expect((await stranger.open(page)).status).toBe(404);
    expect((await stranger.post(page, form)).status).toBe(404);
    expect((await admin.post(page, form, { Origin: 'https://evil.example' })).status).toBe(403);
    expect(await stored()).toEqual([]);
  });
});

describe('Change requests for what is asked', () => {
  it('are made, taken and let go on the page of the questions', async () => {
    const content = `question\n${PASSWORD.join('\n')}\n`;
    await admin.send(page, [{ name: 'q.csv', content }], { do: 'file' });
    await test.settle();
    const [cluster] = (await deskOf(organization).clusters()).items;
    const one = `${list}/${cluster!.id}`;
    const { id: space } = await buildSpace(organization, { title: 'Help <b>centre</b>' });
    const shown = await admin.read(one);
    expect(shown).toContain('Help &lt;b>centre');
    expect(shown).toContain(`value="Answer: ${cluster!.label}"`);
    const made = await admin.post(one, { do: 'create', space, subject: 'Answer it' });
    const location = made.headers.get('location') ?? '';
    expect([made.status, location]).toEqual([303, expect.stringContaining(`/app/s/${space}/~/changes/1`)]);
    expect((await admin.open(location)).status).toBeLessThan(400);
    const { api } = organization.admin;
    const requestOf = async (id: string) => (await api.get(`/v1/spaces/${space}/change-requests/${id}`)).body;
    expect(await requestOf('1')).toMatchObject({
      subject: 'Answer it',
      conversationsIssuesCluster: cluster!.id,
    });

    const { body: other } = await api.post(`/v1/spaces/${space}/change-requests`, { subject: 'Other' });
    const link = { do: 'link', changeRequest: other.id };
    expect((await admin.post(one, link)).headers.get('location')).toBe(`${one}?done=link`);
    expect(await admin.read(one)).toContain('#2 Other (draft)');
    const reader = await startMemberBrowser(test, (await organization.member('comment')).token);
    expect((await reader.post(one, link)).status).toBe(403);
    const stranger = await startMemberBrowser(test, (await buildOrganization(test)).admin.token);
    expect((await stranger.post(one, link)).status).toBe(404);
    expect((await admin.post(one, { ...link, do: 'unlink' })).status).toBe(303);
    expect((await requestOf('2')).conversationsIssuesCluster).toBeUndefined();
    for (const wrong of [
      { do: 'link', changeRequest: '' },
      { do: 'link', changeRequest: ' ' },
    ])
      expect((await admin.post(one, wrong)).status).toBe(400);
    expect((await admin.post(one, { do: 'create', subject: 'x' })).status).toBe(400);
    expect((await admin.post(one, { do: 'link', changeRequest: 'none' })).status).toBe(404);
    expect((await admin.post(one, { do: 'create', space: 'none' })).status).toBe(404);
    await api.patch(`/v1/spaces/${space}`, { defaultLevel: 'read' });
    const editor = await startMemberBrowser(test, (await organization.member('edit')).token);
    expect((await editor.post(one, { do: 'create', space })).status).toBe(403);
    expect(await editor.read(one)).not.toMatch(/value="(create|unlink|link)"/);
  });
});
