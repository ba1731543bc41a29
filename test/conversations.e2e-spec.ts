import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { conversation, deskOf } from './support/conversations.js';
import { buildOrganization, buildPages, buildSpace, type TestOrganization } from './support/factories.js';
import { shareTestApp, type TestApp } from './support/test-app.js';

let test: TestApp;
let organization: TestOrganization;
let desk: ReturnType<typeof deskOf>;

beforeAll(async () => {
  test = await shareTestApp();
  organization = await buildOrganization(test);
  desk = deskOf(organization);
});

afterAll(() => test.close());

const issuesOf = (id: string) => desk.issues({ conversation: id });

describe('conversations that are sent', () => {
  it.each([
    ['no list', { id: 'x' }, /^parts is required/],
    [
      'a part without a role',
      [
        { id: 'a', parts: [] },
        { id: 'b', parts: [{ type: 'message', body: '?' }] },
      ],
      /^\[1\]: parts\[0\]\.role/,
    ],
    [
      'a part without a body',
      [{ id: 'b', parts: [{ type: 'message', role: 'user' }] }],
      /^\[0\]: parts\[0\]\.body/,
    ],
    ['a long id', [conversation('x'.repeat(256), 'How?')], /^\[0\]: id/],
    ['no object', [conversation('a', 'How?'), null], /^\[1\]/],
    ['too many', Array.from({ length: 101 }, (_, at) => conversation(`${at}`, 'How?')), /at most 100/],
    [
      'HTML that never ends',
      [conversation('a', 'How?'), conversation('b', '<div>'.repeat(20_000))],
      /^\[1\]: parts\[0\]\.body/,
    ],
    ['a date that is none', conversation('a', 'How?', { metadata: { createdAt: 'soon' } }), /createdAt/],
  ])('are refused with %s, and nothing of the call is stored', async (_, body, message) => {
    const answer = await desk.ingest(body);
    expect(answer.status).toBe(400);
    expect(answer.body.error.message).toMatch(message);
    expect((await organization.admin.api.get(`${desk.base}/conversations`)).body.count).toBe(0);
  });

  it('are stored without personal data, as Markdown', async () => {
    const body = `<p>Hi, I am <b>Ann</b>, ann_lee@example.com or <a href="mailto:ann@example.com">mail me</a>, +1 (202) 555-0143.</p>
      <script>alert(1)</script><p>My card 4111 1111 1111 1111 fails with key sk-abcdefghijklmnop1234. Why is my card declined?</p>
      <blockquote>How do I cancel?</blockquote>`;
    const url = 'https://desk.example.com/t/7?user=ann@example.com&v=1';
    const metadata = {
      url,
      createdAt: '2020-01-02T03:04:05.000Z',
      attributes: { from: 'ann@example.com', plan: 'pro' },
    };
    expect(
      (await desk.ingest(conversation('masked', body, { subject: 'From ann@example.com', metadata }))).status,
    ).toBe(204);
    const { body: found } = await organization.admin.api.get(`${desk.base}/conversations/masked`);
    expect(JSON.stringify(found)).not.toMatch(/ann[_@]|555|4111|sk-abc|script|<p>|alert/);
    expect(found.parts[0].body).toMatch(
      /\[email\].*\[phone number\][\s\S]*\[card number\][\s\S]*\[secret\][\s\S]*> How do I cancel/,
    );
    expect(found.metadata).toEqual({
      url: 'https://desk.example.com/t/7?v=1',
      createdAt: '2020-01-02T03:04:05.000Z',
      attributes: { from: '[email]', plan: 'pro' },
    });
    expect(found.conversation).toMatchObject({ source: 'email', subject: 'From [email]' });
    await test.settle();
    expect((await issuesOf('masked')).map(({ title }) => title)).toEqual(['Why is my card declined?']);
  });

  it('are sent by creators and read by editors', async () => {
    const editor = await organization.member('edit');
    expect((await editor.api.post(`${desk.base}/conversations`, conversation('no', 'How?'))).status).toBe(
      403,
    );
    expect((await editor.api.get(`${desk.base}/conversations`)).status).toBe(200);
    const reader = await organization.member('comment');
    expect((await reader.api.get(`${desk.base}/conversations/masked`)).status).toBe(403);
  });
});

describe('the questions in a conversation', () => {
  it.each([
    [
      'several',
      'Hello team,\n\nHow do I export my invoices? Also, can I change the currency of my plan?\n\nThanks!',
      2,
    ],
    ['none in chatter', 'Hi! Thanks a lot, that worked.', 0],
    ['trouble', 'The importer fails with an error when the archive is large.', 1],
    [
      'above a quoted mail',
      'Where is the audit log?\n\nOn Mon, Jan 5, 2026 at 9:00 AM Bob <bob@example.com> wrote:\n> How do I invite people?\n> Is SSO there?',
      1,
    ],
    ['above a signature', 'Can I rename a space?\n\n-- \nAnn Lee\nWhy not call us?', 1],
    ['one asked twice', 'How do I delete a site?\n\nHow can I delete my site?', 1],
    ['another language', 'Wie kann ich mein Passwort zurücksetzen?', 1],
  ])('are extracted (%s)', async (name, body, count) => {
    await desk.ingest(conversation(name, body));
    await test.settle();
    expect((await issuesOf(name)).length).toBe(count);
  });

  it('stay when the conversation is sent again, and change with its text', async () => {
    const first = 'Which browsers are supported?';
    await desk.ingest(conversation('again', first));
    await test.settle();
    const before = await issuesOf('again');
    const { processedAt } = (await organization.admin.api.get(`${desk.base}/conversations/again`)).body
      .conversation;
    test.clock.advance(1000);
    await desk.ingest(conversation('again', first));
    await test.settle();
    const after = (await organization.admin.api.get(`${desk.base}/conversations/again`)).body.conversation;
    expect([await issuesOf('again'), after.processedAt]).toEqual([before, processedAt]);
    await desk.ingest({
      id: 'again',
      parts: [{ type: 'message', role: 'user', body: 'Do you have a mobile app?' }],
    });
    await test.settle();
    expect((await issuesOf('again')).map(({ title }) => title)).toEqual(['Do you have a mobile app?']);
  });
});

describe('clusters', () => {
  const ASKED = {
    password: [
      'How do I reset my password?',
      'I forgot my password, how can I reset it?',
      'Where can I reset my password',
    ],
    domain: [
      'How do I set up a custom domain?',
      'Can I use my own domain for the site?',
      'custom domain setup does not work',
    ],
    pdf: ['How to export my docs to PDF?', 'Is there a PDF export?', 'Can I download all pages as a PDF'],
  };
  const all = Object.entries(ASKED).flatMap(([topic, bodies]) =>
    bodies.map((body, at) => conversation(`${topic} ${at}`, body)),
  );
  let clusterOf: Map<string, string | undefined>;

  const read = async () => {
    const entries = await Promise.all(
      all.map(async ({ id }) => [id, (await issuesOf(id))[0]?.cluster] as const),
    );
    return new Map(entries);
  };

  beforeAll(async () => {
    organization = await buildOrganization(test);
    desk = deskOf(organization);
  });

  it('combine issues of one topic, named in the words of the users', async () => {
    for (const at of [0, 1, 2]) {
      await desk.ingest(all.filter(({ id }) => id.endsWith(` ${at}`)));
      await test.settle();
    }
    clusterOf = await read();
    const topics = Object.keys(ASKED).map((topic) =>
      [...clusterOf].filter(([id]) => id.startsWith(topic)).map(([, one]) => one),
    );
    for (const clusters of topics) expect(new Set(clusters).size, JSON.stringify(topics)).toBe(1);
    expect(new Set(topics.flat()).size).toBe(3);
    const { body } = await organization.admin.api.get(
      `${desk.base}/conversations-clusters/${clusterOf.get('pdf 0')}`,
    );
    expect(ASKED.pdf.map((title) => title.toLowerCase())).toContain(body.label.toLowerCase());
    expect(body).toMatchObject({
      sources: { email: 3 },
      stats: { issues: 3, conversations: 3, tasksTotal: 0 },
    });
    expect(body.weeklyPulse).toEqual([...Array(12).fill(0), 3]);
  });

  it('keep their ids as more issues come', async () => {
    await desk.ingest([
      conversation('more 1', 'please tell me how to reset my password'),
      conversation('more 2', 'PDF export of a space?'),
    ]);
    await test.settle();
    expect(await read()).toEqual(clusterOf);
    expect((await issuesOf('more 1'))[0]?.cluster).toBe(clusterOf.get('password 0'));
    const { body } = await organization.admin.api.get(`${desk.base}/conversations-clusters`, {
      query: { orderBy: 'issues', order: 'desc', limit: 2 },
    });
    expect(body.items.map(({ stats }: { stats: { issues: number } }) => stats.issues)).toEqual([4, 4]);
  });

  it('suggest pages that may answer them, and have change requests', async () => {
    const { api } = organization.admin;
    const space = await buildSpace(organization);
    await buildPages(organization.admin, space.id, [
      { title: 'Reset your password', markdown: 'Ask for a link to reset the password.' },
    ]);
    await test.settle();
    const cluster = clusterOf.get('password 0')!;
    const pages = await api.get(`${desk.base}/conversations-clusters/${cluster}/pages`);
    expect(pages.body.items[0].pages[0].title).toBe('Reset your password');

    const request = (await api.post(`/v1/spaces/${space.id}/change-requests`, { subject: 'Password' })).body;
    const link = `${desk.base}/conversations-clusters/${cluster}/change-requests/${request.id}`;
    expect((await api.put(link)).status).toBe(204);
    const made = await api.get(`/v1/spaces/${space.id}/change-requests`, {
      query: { status: 'draft', conversationsIssuesCluster: cluster },
    });
    expect(made.body.items).toMatchObject([{ id: request.id, conversationsIssuesCluster: cluster }]);
    const under = await api.get(`${desk.base}/conversations-clusters`, { query: { status: 'analysing' } });
    expect(under.body.items).toMatchObject([{ id: cluster, stats: { tasksTotal: 1, tasksBacklog: 1 } }]);
    const stranger = await buildOrganization(test);
    const theirs = await buildSpace(stranger);
    const other = (await stranger.admin.api.post(`/v1/spaces/${theirs.id}/change-requests`, {})).body;
    expect((await api.put(link.replace(request.id, other.id))).status).toBe(404);
    expect((await api.delete(link)).status).toBe(204);
    expect(
      (await api.get(`${desk.base}/conversations-clusters`, { query: { status: 'analysing' } })).body.count,
    ).toBe(0);
  });
});
