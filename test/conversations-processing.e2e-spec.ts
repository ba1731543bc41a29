import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { ClusterIssues } from '../src/modules/conversations/processing/cluster-issues.js';
import { ConversationsJobs } from '../src/modules/conversations/processing/conversations.jobs.js';
import { ProcessConversations } from '../src/modules/conversations/processing/process-conversations.js';
import { SentenceModel } from '../src/modules/conversations/language/sentence-model.js';
import { conversation } from './support/conversations.js';
import {
  buildOrganization,
  buildPages,
  buildSpace,
  buildToken,
  type TestOrganization,
} from './support/factories.js';
import { definition, uniqueName } from './support/integrations.js';
import { createTestApp, type TestApp } from './support/test-app.js';

interface Listed {
  items: { id: string; label: string; summary: string; stats: { issues: number; conversations: number } }[];
  count: number;
}
interface Found {
  id: string;
  title: string;
  summary: string;
  cluster?: string;
  conversation: string;
}

let test: TestApp;
let organization: TestOrganization;
let base: string;

beforeAll(async () => {
  test = await createTestApp();
});
afterAll(() => test.close());
beforeEach(async () => {
  organization = await buildOrganization(test);
  base = `/v1/orgs/${organization.id}`;
});

const ingest = (body: unknown) => organization.admin.api.post(`${base}/conversations`, body);
const clusters = async (query: object = {}): Promise<Listed> =>
  (await organization.admin.api.get(`${base}/conversations-clusters`, { query: query as never })).body;
const issues = async (query: object = {}): Promise<Found[]> => {
  const { body } = await organization.admin.api.get(`${base}/conversations-issues`, {
    query: { limit: 1000, ...query } as never,
  });
  return (body as { items: { issue: Found }[] }).items.map(({ issue }) => issue);
};
const asked = (bodies: readonly string[], prefix = 'c') =>
  bodies.map((body, at) => conversation(`${prefix}-${at}`, body));

const PASSWORD = [
  'How do I reset my password?',
  'How can I reset my password?',
  'I want to reset my password',
];
const PDF = [
  'How do I export pages to PDF?',
  'Can I export all pages as a PDF?',
  'Is there an export of pages to PDF?',
];

describe('an installation of an integration', () => {
  const install = async (scopes: string[]) => {
    const { api } = organization.admin;
    const name = uniqueName();
    await api.post(`/v1/integrations/${name}`, definition(organization.id, { scopes }));
    const { body } = await api.post(`/v1/integrations/${name}/installations`, {
      organization: organization.id,
    });
    const { token } = (await api.post(`/v1/integrations/${name}/installations/${body.id}/tokens`)).body as {
      token: string;
    };
    return { name, api: test.api.as(token) };
  };

  it('names the source of what it hands in, and reads nothing', async () => {
    const { name, api } = await install(['conversations:ingest']);
    expect((await api.post(`${base}/conversations`, asked(PASSWORD))).status).toBe(204);
    await test.settle();
    await ingest(conversation('by-hand', 'How do I reset my password?'));
    await test.settle();
    const source = `integration:${name}:conversations`;
    const mine = await organization.admin.api.get(`${base}/conversations`, { query: { source } });
    expect(mine.body.items.map(({ id }: { id: string }) => id).sort()).toEqual(['c-0', 'c-1', 'c-2']);
    expect(
      (await organization.admin.api.get(`${base}/conversations`, { query: { source: 'email' } })).body.count,
    ).toBe(1);
    expect((await clusters()).items).toMatchObject([
      { sources: { [source]: 3, email: 1 }, stats: { issues: 4 } },
    ]);
    expect((await api.get(`${base}/conversations`)).status).toBe(403);
    const other = await buildOrganization(test);
    expect((await api.post(`/v1/orgs/${other.id}/conversations`, asked(PASSWORD))).status).toBe(404);
  });

  it('needs the scope', async () => {
    const { api } = await install(['space:content:read']);
    expect((await api.post(`${base}/conversations`, asked(PASSWORD))).status).toBe(403);
  });

  it('may be a token with the scope as well, of somebody who may', async () => {
    const creator = await organization.member('create');
    const { api } = await buildToken(test, creator.id, ['conversations:ingest']);
    expect((await api.post(`${base}/conversations`, asked(PASSWORD))).status).toBe(204);
    expect((await api.get(`${base}/conversations`)).status).toBe(403);
  });
});

describe('at the same time', () => {
  it('several lists are taken whole, each conversation once', async () => {
    const lists = [0, 1, 2, 3].map((list) => asked([...PASSWORD, ...PDF], `list-${list}`));
    const answers = await Promise.all([...lists, lists[0]].map((list) => ingest(list)));
    expect(answers.map(({ status }) => status)).toEqual([204, 204, 204, 204, 204]);
    const processing = test.app.get(ProcessConversations);
    await Promise.all([processing.execute(organization.id), processing.execute(organization.id)]);
    await test.settle();
    const found = await issues();
    expect(found).toHaveLength(24);
    expect(new Set(found.map((issue) => issue.conversation)).size).toBe(24);
    const listed = await clusters();
    expect(listed.items.reduce((sum, { stats }) => sum + stats.issues, 0)).toBe(
      found.filter((issue) => issue.cluster !== undefined).length,
    );
    for (const { id, stats } of listed.items)
      expect(await issues({ cluster: id })).toHaveLength(stats.issues);
  });

  it('what came anew while it was read is read again', async () => {
    const model = test.app.get(SentenceModel);
    const embed = model.embed.bind(model);
    const spy = vi.spyOn(model, 'embed').mockImplementationOnce(async (texts) => {
      await ingest(conversation('c', 'Which browsers are supported?'));
      return embed(texts);
    });
    await ingest(conversation('c', 'How do I reset my password?'));
    await test.settle();
    spy.mockRestore();
    expect((await issues()).map(({ title }) => title)).toEqual(['Which browsers are supported?']);
  });

  it('an organization that goes takes everything with it', async () => {
    const model = test.app.get(SentenceModel);
    const embed = model.embed.bind(model);
    const spy = vi.spyOn(model, 'embed').mockImplementationOnce(async (texts) => {
      await test.db.execute('delete from organizations where id = $1', [organization.id]);
      return embed(texts);
    });
    await ingest(asked(PASSWORD));
    await test.settle();
    spy.mockRestore();
    for (const table of ['conversations', 'conversation_issues', 'conversation_clusters'])
      expect(
        await test.db.query(`select 1 from ${table} where organization_id = $1`, [organization.id]),
      ).toEqual([]);
  });
});

describe('a process that is killed', () => {
  it('leaves nothing done by half; the next run does it once', async () => {
    const clustering = test.app.get(ClusterIssues);
    const place = clustering.place.bind(clustering);
    const spy = vi.spyOn(clustering, 'place').mockImplementation(async (...given) => {
      await place(...given);
      throw new Error('killed');
    });
    const processing = test.app.get(ProcessConversations);
    // Without the job, whose retries would take seconds.
    const run = processing.execute.bind(processing);
    const jobs = vi.spyOn(processing, 'execute').mockResolvedValue();
    await ingest(asked([...PASSWORD, ...PDF]));
    await test.settle();
    await expect(run(organization.id)).rejects.toThrow('killed');
    expect([await issues(), (await clusters()).count]).toEqual([[], 0]);
    spy.mockRestore();
    await run(organization.id);
    await run(organization.id);
    jobs.mockRestore();
    expect(await issues()).toHaveLength(6);
    expect((await clusters()).count).toBe(2);
  });
});

describe('what is handed in again', () => {
  it('takes the place of what was there: issues, counts, weeks', async () => {
    await ingest(asked([...PASSWORD, ...PDF]));
    await test.settle();
    const before = await clusters({ orderBy: 'issues' });
    expect(before.items.map(({ stats }) => stats.issues)).toEqual([3, 3]);
    const password = (await issues({ conversation: 'c-0' }))[0]?.cluster;
    const pdf = (await issues({ conversation: 'c-3' }))[0]?.cluster;
    await ingest(conversation('c-0', 'Thanks, that worked!'));
    await ingest(conversation('c-1', 'How do I export a page to PDF?'));
    await test.settle();
    expect(await issues({ conversation: 'c-0' })).toEqual([]);
    expect((await issues({ conversation: 'c-1' }))[0]?.cluster).toBe(pdf);
    const one = await organization.admin.api.get(`${base}/conversations-clusters/${pdf}`);
    expect(one.body).toMatchObject({ stats: { issues: 4, conversations: 4 }, sources: { email: 4 } });
    expect(one.body.weeklyPulse).toEqual([...Array<number>(12).fill(0), 4]);
    expect(
      (await organization.admin.api.get(`${base}/conversations-clusters/${password}`)).body.stats.issues,
    ).toBe(1);
    await ingest([conversation('c-2', 'Great!'), ...asked(['Cool!', 'Ok', 'Bye', 'Thanks'].slice(0, 0))]);
    await test.settle();
    expect((await organization.admin.api.get(`${base}/conversations-clusters/${password}`)).status).toBe(404);
    expect((await issues({ cluster: password! })).length).toBe(0);
  });

  it('in one call the last of the same id counts', async () => {
    await ingest([conversation('c', 'How do I print?'), conversation('c', 'How do I export?')]);
    await test.settle();
    expect((await issues()).map(({ title }) => title)).toEqual(['How do I export?']);
  });
});

describe('weeks', () => {
  it('count by the date of the conversation, wherever it lies', async () => {
    const now = test.clock.now().getTime();
    const ago = (days: number) => new Date(now - days * 86_400_000).toISOString();
    const dates = [ago(0), ago(6.9), ago(7.1), ago(90.9), ago(91.1), '1970-01-01T00:00:00Z', ago(-0.5)];
    const same = dates.map((createdAt, at) =>
      conversation(`w-${at}`, 'How do I reset my password?', { metadata: { createdAt } }),
    );
    const answer = await ingest(same);
    expect(answer.status, answer.text).toBe(204);
    await test.settle();
    const [cluster] = (await clusters()).items;
    const { body } = await organization.admin.api.get(`${base}/conversations-clusters/${cluster?.id}`);
    expect(body.stats.issues).toBe(7);
    expect(body.weeklyPulse).toEqual([1, ...Array<number>(10).fill(0), 1, 3]);
  });

  it.each([
    ['the future', '2999-01-01T00:00:00Z'],
    ['a year beyond counting', '+275760-09-13T00:00:00Z'],
    ['a year before the first', '0000-01-01T00:00:00Z'],
    ['the first year', '0001-01-01T00:00:00Z'],
    ['no date', '2026-02-31T25:00:00Z'],
  ])('%s is refused with its place', async (_, createdAt) => {
    const answer = await ingest([
      conversation('a', 'How?'),
      conversation('b', 'How?', { metadata: { createdAt } }),
    ]);
    expect([answer.status, answer.body.error.message]).toEqual([
      400,
      expect.stringMatching(/^\[1\]: metadata\.createdAt/),
    ]);
    expect((await organization.admin.api.get(`${base}/conversations`)).body.count).toBe(0);
  });
});

describe('change requests of clusters that become one', () => {
  it('are made for the one that is left', async () => {
    const { api } = organization.admin;
    await ingest(asked([...PASSWORD, ...PDF]));
    await test.settle();
    const [one, other] = (await clusters()).items.map(({ id }) => id);
    const space = await buildSpace(organization);
    const request = (await api.post(`/v1/spaces/${space.id}/change-requests`, { subject: 'Both' })).body;
    await api.put(`${base}/conversations-clusters/${one}/change-requests/${request.id}`);
    await api.put(`${base}/conversations-clusters/${other}/change-requests/${request.id}`);
    expect((await clusters({ status: 'analysing' })).items.map(({ id }) => id)).toEqual([other]);
    // As if all were about the same: what comes next groups them anew.
    await test.db.execute(
      `update conversation_issues i set neighbours = (
         select jsonb_agg(jsonb_build_array(o.id, 0.95)) from conversation_issues o where o.organization_id = $1 and o.id <> i.id)
       where i.organization_id = $1`,
      [organization.id],
    );
    await test.db.execute('update conversation_clusters set changes = 3 where organization_id = $1', [
      organization.id,
    ]);
    await ingest(conversation('next', 'How do I reset my password?'));
    await test.settle();
    const left = await clusters();
    expect(left.items).toHaveLength(1);
    expect([one, other]).toContain(left.items[0]?.id);
    expect(left.items[0]).toMatchObject({ stats: { issues: 7, tasksTotal: 1 } });
    const moved = await api.get(`/v1/spaces/${space.id}/change-requests/${request.id}`);
    expect(moved.body.conversationsIssuesCluster).toBe(left.items[0]?.id);
  });
});

describe('other languages', () => {
  it.each([
    [
      'German',
      [
        'Wie kann ich mein Passwort zurücksetzen?',
        'Ich habe mein Passwort vergessen',
        'Passwort zurücksetzen funktioniert nicht',
      ],
      [
        'Wie richte ich eine eigene Domain ein?',
        'Eigene Domain funktioniert nicht',
        'Kann ich meine eigene Domain verwenden?',
      ],
    ],
    [
      'Spanish',
      ['¿Cómo restablezco mi contraseña?', 'Olvidé mi contraseña', '¿Cómo puedo restablecer la contraseña?'],
      [
        '¿Cómo configuro un dominio personalizado?',
        'El dominio personalizado no funciona',
        '¿Puedo usar mi propio dominio?',
      ],
    ],
    [
      'Japanese',
      [
        'パスワードをリセットするにはどうすればいいですか？',
        'パスワードを忘れました',
        'パスワードのリセットメールが届きません',
      ],
      ['独自ドメインを設定するには？', '独自ドメインが動作しません', '自分のドメインを使えますか？'],
    ],
  ])('%s: what is about the same thing comes together by its words', async (_, password, domain) => {
    // The first of each, then the next: as they come.
    for (const at of [0, 1, 2]) {
      await ingest(asked([password[at]!, domain[at]!], `turn-${at}`));
      await test.settle();
    }
    const clusterOf = new Map((await issues()).map(({ conversation: id, cluster }) => [id, cluster]));
    const [first, second] = [0, 1].map(
      (topic) => new Set([0, 1, 2].map((turn) => clusterOf.get(`turn-${turn}-${topic}`))),
    );
    expect([first?.size, second?.size]).toEqual([1, 1]);
    expect(first).not.toEqual(second);
    const { items } = await clusters();
    for (const { label } of items) expect([...password, ...domain]).toContain(label);
    const space = await buildSpace(organization);
    await buildPages(organization.admin, space.id, [{ title: password[0]!, markdown: '…' }]);
    await test.settle();
    const pages = await organization.admin.api.get(`${base}/conversations-clusters/${[...first!][0]}/pages`);
    expect(pages.body.items[0]?.pages[0]?.title).toBe(password[0]);
  });
});

describe('pages that may answer', () => {
  it('are those of spaces that the asker may read', async () => {
    const { api } = organization.admin;
    await ingest(asked(PASSWORD));
    await test.settle();
    const [cluster] = (await clusters()).items;
    const space = await buildSpace(organization);
    await buildPages(organization.admin, space.id, [
      { title: 'Reset your password', markdown: 'Ask for a link.' },
      { title: 'Other things', markdown: 'You cannot reset what you never set.' },
    ]);
    await test.settle();
    const path = `${base}/conversations-clusters/${cluster?.id}/pages`;
    const found = await api.get(path);
    expect(found.body.items[0].pages[0].title).toBe('Reset your password');
    const editor = await organization.member('edit');
    expect((await editor.api.get(path)).body.count).toBe(1);
    await api.patch(`/v1/spaces/${space.id}`, { defaultLevel: null });
    expect((await editor.api.get(path)).body).toMatchObject({ items: [], count: 0 });
    const stranger = await buildOrganization(test);
    expect((await stranger.admin.api.get(path)).status).toBe(404);
  });
});

describe('models of others', () => {
  let server: Server;
  let requests: { path: string; body: string }[] = [];
  let answer: (path: string, body: { input?: string[] }) => unknown = () => ({});

  beforeAll(async () => {
    server = createServer((request, response) => {
      let text = '';
      request.on('data', (part) => (text += part));
      request.on('end', () => {
        requests.push({ path: request.url ?? '', body: text });
        const said = answer(request.url ?? '', JSON.parse(text));
        if (typeof said === 'number') response.writeHead(said).end('{}');
        else response.end(typeof said === 'string' ? said : JSON.stringify(said));
      });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  });
  beforeEach(() => {
    requests = [];
    const { port } = server.address() as AddressInfo;
    Object.assign(test.config, { conversationsUrl: `http://127.0.0.1:${port}/v1` });
    Object.assign(test.config, { conversationsModel: undefined, conversationsEmbeddingModel: undefined });
  });
  afterAll(() => {
    Object.assign(test.config, { conversationsUrl: undefined });
    server.closeAllConnections();
    server.close();
  });

  /** As if the model knew two things: passwords and the rest. */
  const vectors = (_: string, { input = [] }: { input?: string[] }) => ({
    data: input.map((text, index) => ({
      index,
      embedding: /password|passwort/i.test(text) ? [1, 0.01 * index, 0] : [0, 1, 0],
    })),
  });

  it.each([
    ['no JSON', 'Sorry, I cannot do that.'],
    ['a refusal', { choices: [{ message: { content: null, refusal: 'No.' } }] }],
    ['JSON of another kind', { choices: [{ message: { content: '{"issues":"none"}' } }] }],
    ['JSON that ends early', { choices: [{ message: { content: '{"issues":[{"ti' } }] }],
    ['an error', 500],
    ['too much', 429],
  ])('%s: the conversation is read without', async (_, said) => {
    Object.assign(test.config, { conversationsModel: 'reader', conversationsEmbeddingModel: 'vectors' });
    answer = () => said;
    await ingest(asked(PASSWORD));
    await test.settle();
    expect(requests.map(({ path }) => path)).toContain('/v1/chat/completions');
    expect((await issues()).map(({ title }) => title).sort()).toEqual([...PASSWORD].sort());
    expect((await clusters()).items).toMatchObject([{ stats: { issues: 3 } }]);
    for (const { processedAt } of (await organization.admin.api.get(`${base}/conversations`)).body.items)
      expect(processedAt).toBeDefined();
  });

  it.each([
    ['vectors that are none', { data: [{ embedding: ['a'] }, { embedding: [1] }, { embedding: [1] }] }],
    ['too few', { data: [] }],
    [
      'vectors of several lengths',
      { data: [{ embedding: [1, 2] }, { embedding: [1] }, { embedding: [1, 2, 3] }] },
    ],
    ['nothing but zeros', { data: [{ embedding: [0, 0] }, { embedding: [0, 0] }, { embedding: [0, 0] }] }],
  ])('%s: questions are compared without', async (_, said) => {
    Object.assign(test.config, { conversationsEmbeddingModel: 'vectors' });
    answer = () => said;
    await ingest(asked(PASSWORD));
    await test.settle();
    expect((await clusters()).items).toMatchObject([{ stats: { issues: 3 } }]);
  });

  it('get nothing that tells who somebody is', async () => {
    Object.assign(test.config, { conversationsModel: 'reader', conversationsEmbeddingModel: 'vectors' });
    answer = (path, body) => (path.endsWith('embeddings') ? vectors(path, body) : 'x');
    const body =
      'I am ann@example.com, +1 202 555 0143, 4111 1111 1111 1111, key sk-abcdefghijklmnop1234. Why is ann~@~example.com refused?';
    await ingest(conversation('c', body, { subject: 'ann@example.com' }));
    await test.settle();
    expect(requests).toHaveLength(2);
    expect(JSON.stringify(requests)).not.toMatch(/ann@|ann~@|555|4111|sk-abc/);
  });

  it('another model takes over cluster by cluster: ids stay, nothing is compared across', async () => {
    const jobs = test.app.get(ConversationsJobs);
    // Organizations of other tests are not counted.
    answer = vectors;
    Object.assign(test.config, { conversationsEmbeddingModel: 'vectors' });
    await jobs.renew();
    Object.assign(test.config, { conversationsEmbeddingModel: undefined });
    await ingest(asked([...PASSWORD, ...PDF, 'Wie setze ich mein Passwort zurück?']));
    await test.settle();
    const before = await clusters({ orderBy: 'issues' });
    const placed = (await issues()).map(({ id, cluster }) => [id, cluster]);
    const models = async () =>
      (
        await test.db.query<{ model: string | null; n: number }>(
          'select model, count(*)::int as n from conversation_issues where organization_id = $1 group by 1 order by 1',
          [organization.id],
        )
      ).map(({ model, n }) => [model, n]);
    expect(await models()).toEqual([
      ['english', 6],
      [null, 1],
    ]);
    Object.assign(test.config, { conversationsEmbeddingModel: 'vectors' });
    let left = 1;
    answer = (path, body) => (left-- > 0 ? vectors(path, body) : 503);
    await expect(jobs.renew()).rejects.toThrow(/503/);
    // One cluster is done, the other as it was.
    expect(await models()).toEqual([
      ['english', 3],
      ['vectors', 3],
      [null, 1],
    ]);
    const mixed = await test.db.query<{ n: number }>(
      `select count(distinct i.model)::int as n from conversation_issues i join conversation_clusters c
         on c.organization_id = i.organization_id and c.id = i.cluster_id and c.model = i.model
       where c.organization_id = $1 group by c.id`,
      [organization.id],
    );
    expect(mixed.map(({ n }) => n)).toEqual([1, 1]);
    answer = vectors;
    await jobs.renew();
    expect(await models()).toEqual([['vectors', 7]]);
    expect((await issues()).map(({ id, cluster }) => [id, cluster])).toEqual(placed);
    expect(await clusters({ orderBy: 'issues' })).toEqual(before);
    requests = [];
    await jobs.renew();
    expect(requests).toEqual([]);

    await ingest(conversation('later', 'I forgot my password, how do I reset it?'));
    await test.settle();
    const password = (await issues({ conversation: 'c-0' }))[0]?.cluster;
    expect((await issues({ conversation: 'later' }))[0]?.cluster).toBe(password);
    expect(before.items.map(({ id }) => id)).toContain(password);

    // And back, for an organization that wants no AI any more.
    await organization.admin.api.patch(base, { ai: false });
    await jobs.renew();
    expect((await models()).map(([model]) => model)).not.toContain('vectors');
    expect((await issues({ conversation: 'c-0' }))[0]?.cluster).toBe(password);
  });
});
