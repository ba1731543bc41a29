import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { ClusterIssues } from '../src/modules/conversations/processing/cluster-issues.js';
import { ConversationsJobs } from '../src/modules/conversations/processing/conversations.jobs.js';
import { ProcessConversations } from '../src/modules/conversations/processing/process-conversations.js';
import { SentenceModel } from '../src/modules/conversations/language/sentence-model.js';
import { asked, conversation, deskOf, PASSWORD, PDF } from './support/conversations.js';
import {
  buildOrganization,
  buildPages,
  buildSpace,
  buildToken,
  type TestOrganization,
} from './support/factories.js';
import { definition, uniqueName } from './support/integrations.js';
import { shareTestApp, type TestApp } from './support/test-app.js';
import { eventually } from './support/eventually.js';

let test: TestApp;
let organization: TestOrganization;
let desk: ReturnType<typeof deskOf>;

beforeAll(async () => {
  test = await shareTestApp();
});
afterAll(() => test.close());
beforeEach(async () => {
  organization = await buildOrganization(test);
  desk = deskOf(organization);
});

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

  it('becomes the source of the conversations that it sends, and reads none', async () => {
    const { name, api } = await install(['conversations:ingest']);
    expect((await api.post(`${desk.base}/conversations`, asked(PASSWORD))).status).toBe(204);
    await test.settle();
    await desk.ingest(conversation('by-hand', 'How do I reset my password?'));
    await test.settle();
    const source = `integration:${name}:conversations`;
    const mine = await organization.admin.api.get(`${desk.base}/conversations`, { query: { source } });
    expect(mine.body.items.map(({ id }: { id: string }) => id).sort()).toEqual(['c-0', 'c-1', 'c-2']);
    expect(
      (await organization.admin.api.get(`${desk.base}/conversations`, { query: { source: 'email' } })).body
        .count,
    ).toBe(1);
    expect((await desk.clusters()).items).toMatchObject([
      { sources: { [source]: 3, email: 1 }, stats: { issues: 4 } },
    ]);
    expect((await api.get(`${desk.base}/conversations`)).status).toBe(403);
    const other = await buildOrganization(test);
    expect((await api.post(`/v1/orgs/${other.id}/conversations`, asked(PASSWORD))).status).toBe(404);
  });

  it('needs the scope to send conversations', async () => {
    const { api } = await install(['space:content:read']);
    expect((await api.post(`${desk.base}/conversations`, asked(PASSWORD))).status).toBe(403);
  });

  it('may be replaced by the token of a member with the scope and the role', async () => {
    const creator = await organization.member('create');
    const { api } = await buildToken(test, creator.id, ['conversations:ingest']);
    expect((await api.post(`${desk.base}/conversations`, asked(PASSWORD))).status).toBe(204);
    expect((await api.get(`${desk.base}/conversations`)).status).toBe(403);
  });
});

describe('concurrent conversations', () => {
  it('are stored completely from several lists, each once', async () => {
    const lists = [0, 1, 2, 3].map((list) => asked([...PASSWORD, ...PDF], `list-${list}`));
    const answers = await Promise.all([...lists, lists[0]].map((list) => desk.ingest(list)));
    expect(answers.map(({ status }) => status)).toEqual([204, 204, 204, 204, 204]);
    const processing = test.app.get(ProcessConversations);
    await Promise.all([processing.execute(organization.id), processing.execute(organization.id)]);
    await test.settle();
    const found = await desk.issues();
    expect(found).toHaveLength(24);
    expect(new Set(found.map((issue) => issue.conversation)).size).toBe(24);
    const listed = await desk.clusters();
    expect(listed.items.reduce((sum, { stats }) => sum + stats.issues, 0)).toBe(
      found.filter((issue) => issue.cluster !== undefined).length,
    );
    for (const { id, stats } of listed.items)
      expect(await desk.issues({ cluster: id })).toHaveLength(stats.issues);
  });

  it('wait for one further job while others are read', async () => {
    const processing = test.app.get(ProcessConversations);
    let finish = () => {};
    const reading = new Promise<boolean>((resolve) => (finish = () => resolve(false)));
    const spy = vi.spyOn(processing, 'execute').mockReturnValue(reading);
    await desk.ingest(asked(PASSWORD));
    await eventually(() => expect(spy).toHaveBeenCalled());
    for (const [at, body] of PDF.entries()) await desk.ingest(conversation(`later-${at}`, body));
    finish();
    await test.settle();
    expect(spy).toHaveBeenCalledTimes(2);
    spy.mockRestore();
  });

  it('are left to the next job when the time of a job is over', async () => {
    const processing = test.app.get(ProcessConversations);
    const left = vi.spyOn(processing, 'execute');
    const model = test.app.get(SentenceModel);
    const embed = model.embed.bind(model);
    const spy = vi.spyOn(model, 'embed').mockImplementationOnce(async (texts) => {
      await test.db.execute(
        `insert into conversations (organization_id, id, source, attributes, parts, digest, created_at, ingested_at)
         select organization_id, 'late', source, attributes, parts, digest, created_at, ingested_at
         from conversations where organization_id = $1`,
        [organization.id],
      );
      test.clock.advance(40 * 60_000);
      return embed(texts);
    });
    await desk.ingest(conversation('early', 'How do I reset my password?'));
    await test.settle();
    const answers = await Promise.all(left.mock.results.map(({ value }) => value as Promise<boolean>));
    left.mockRestore();
    spy.mockRestore();
    expect(answers).toEqual([true, false]);
    expect((await desk.issues()).map((issue) => issue.conversation).sort()).toEqual(['early', 'late']);
  });

  it('are read again when they changed while they were read', async () => {
    const model = test.app.get(SentenceModel);
    const embed = model.embed.bind(model);
    const spy = vi.spyOn(model, 'embed').mockImplementationOnce(async (texts) => {
      await desk.ingest(conversation('c', 'Which browsers are supported?'));
      return embed(texts);
    });
    await desk.ingest(conversation('c', 'How do I reset my password?'));
    await test.settle();
    spy.mockRestore();
    expect((await desk.issues()).map(({ title }) => title)).toEqual(['Which browsers are supported?']);
  });

  it('are deleted with their organization', async () => {
    const model = test.app.get(SentenceModel);
    const embed = model.embed.bind(model);
    const spy = vi.spyOn(model, 'embed').mockImplementationOnce(async (texts) => {
      await test.db.execute('delete from organizations where id = $1', [organization.id]);
      return embed(texts);
    });
    await desk.ingest(asked(PASSWORD));
    await test.settle();
    spy.mockRestore();
    for (const table of ['conversations', 'conversation_issues', 'conversation_clusters'])
      expect(
        await test.db.query(`select 1 from ${table} where organization_id = $1`, [organization.id]),
      ).toEqual([]);
  });
});

describe('a process that is killed', () => {
  it('leaves no conversation half processed, and waiting ones are processed once', async () => {
    const clustering = test.app.get(ClusterIssues);
    const place = clustering.assignClusters.bind(clustering);
    const spy = vi.spyOn(clustering, 'assignClusters').mockImplementation(async (...given) => {
      await place(...given);
      throw new Error('killed');
    });
    const processing = test.app.get(ProcessConversations);
    // Without the job, whose retries would take seconds.
    const run = processing.execute.bind(processing);
    const jobs = vi.spyOn(processing, 'execute').mockResolvedValue(false);
    await desk.ingest(asked([...PASSWORD, ...PDF]));
    await test.settle();
    await expect(run(organization.id)).rejects.toThrow('killed');
    expect([await desk.issues(), (await desk.clusters()).count]).toEqual([[], 0]);
    spy.mockRestore();
    jobs.mockRestore();
    await test.app.get(ConversationsJobs).sweep();
    await test.settle();
    await run(organization.id);
    expect(await desk.issues()).toHaveLength(6);
    expect((await desk.clusters()).count).toBe(2);
  });
});

describe('a conversation that is sent again', () => {
  it('replaces the earlier one in issues, counts and weeks', async () => {
    await desk.ingest(asked([...PASSWORD, ...PDF]));
    await test.settle();
    const before = await desk.clusters({ orderBy: 'issues' });
    expect(before.items.map(({ stats }) => stats.issues)).toEqual([3, 3]);
    const password = (await desk.issues({ conversation: 'c-0' }))[0]?.cluster;
    const pdf = (await desk.issues({ conversation: 'c-3' }))[0]?.cluster;
    await desk.ingest(conversation('c-0', 'Thanks, that worked!'));
    await desk.ingest(conversation('c-1', 'How do I export a page to PDF?'));
    await test.settle();
    expect(await desk.issues({ conversation: 'c-0' })).toEqual([]);
    expect((await desk.issues({ conversation: 'c-1' }))[0]?.cluster).toBe(pdf);
    const one = await organization.admin.api.get(`${desk.base}/conversations-clusters/${pdf}`);
    expect(one.body).toMatchObject({ stats: { issues: 4, conversations: 4 }, sources: { email: 4 } });
    expect(one.body.weeklyPulse).toEqual([...Array<number>(12).fill(0), 4]);
    expect(
      (await organization.admin.api.get(`${desk.base}/conversations-clusters/${password}`)).body.stats.issues,
    ).toBe(1);
    await desk.ingest(conversation('c-2', 'Great!'));
    await test.settle();
    expect((await organization.admin.api.get(`${desk.base}/conversations-clusters/${password}`)).status).toBe(
      404,
    );
    expect((await desk.issues({ cluster: password! })).length).toBe(0);
  });

  it('counts in its last form when one call holds it twice', async () => {
    await desk.ingest([conversation('c', 'How do I print?'), conversation('c', 'How do I export?')]);
    await test.settle();
    expect((await desk.issues()).map(({ title }) => title)).toEqual(['How do I export?']);
  });
});

describe('the date of a conversation', () => {
  it('decides the week in which it is counted', async () => {
    const now = test.clock.now().getTime();
    const ago = (days: number) => new Date(now - days * 86_400_000).toISOString();
    const dates = [ago(0), ago(6.9), ago(7.1), ago(90.9), ago(91.1), '1970-01-01T00:00:00Z', ago(-0.5)];
    const same = dates.map((createdAt, at) =>
      conversation(`w-${at}`, 'How do I reset my password?', { metadata: { createdAt } }),
    );
    const answer = await desk.ingest(same);
    expect(answer.status, answer.text).toBe(204);
    await test.settle();
    const [cluster] = (await desk.clusters()).items;
    const { body } = await organization.admin.api.get(`${desk.base}/conversations-clusters/${cluster?.id}`);
    expect(body.stats.issues).toBe(7);
    expect(body.weeklyPulse).toEqual([1, ...Array<number>(10).fill(0), 1, 3]);
  });

  it.each([
    ['the future', '2999-01-01T00:00:00Z'],
    ['a year beyond counting', '+275760-09-13T00:00:00Z'],
    ['a year before the first', '0000-01-01T00:00:00Z'],
    ['the first year', '0001-01-01T00:00:00Z'],
    ['no date', '2026-02-31T25:00:00Z'],
  ])('is refused with its place when it is %s', async (_, createdAt) => {
    const answer = await desk.ingest([
      conversation('a', 'How?'),
      conversation('b', 'How?', { metadata: { createdAt } }),
    ]);
    expect([answer.status, answer.body.error.message]).toEqual([
      400,
      expect.stringMatching(/^\[1\]: metadata\.createdAt/),
    ]);
    expect((await organization.admin.api.get(`${desk.base}/conversations`)).body.count).toBe(0);
  });
});

describe('a change request of two clusters that become one', () => {
  it('belongs to the cluster that is left', async () => {
    const { api } = organization.admin;
    await desk.ingest(asked([...PASSWORD, ...PDF]));
    await test.settle();
    const [one, other] = (await desk.clusters()).items.map(({ id }) => id);
    const space = await buildSpace(organization);
    const request = (await api.post(`/v1/spaces/${space.id}/change-requests`, { subject: 'Both' })).body;
    await api.put(`${desk.base}/conversations-clusters/${one}/change-requests/${request.id}`);
    await api.put(`${desk.base}/conversations-clusters/${other}/change-requests/${request.id}`);
    expect((await desk.clusters({ status: 'analysing' })).items.map(({ id }) => id)).toEqual([other]);
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
    await desk.ingest(conversation('next', 'How do I reset my password?'));
    await test.settle();
    const left = await desk.clusters();
    expect(left.items).toHaveLength(1);
    expect([one, other]).toContain(left.items[0]?.id);
    expect(left.items[0]).toMatchObject({ stats: { issues: 7, tasksTotal: 1 } });
    const moved = await api.get(`/v1/spaces/${space.id}/change-requests/${request.id}`);
    expect(moved.body.conversationsIssuesCluster).toBe(left.items[0]?.id);
  });
});

describe('conversations in other languages', () => {
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
  ])('form clusters by topic in %s', async (_, password, domain) => {
    // The first of each, then the next: as they come.
    for (const at of [0, 1, 2]) {
      await desk.ingest(asked([password[at]!, domain[at]!], `turn-${at}`));
      await test.settle();
    }
    const clusterOf = new Map((await desk.issues()).map(({ conversation: id, cluster }) => [id, cluster]));
    const [first, second] = [0, 1].map(
      (topic) => new Set([0, 1, 2].map((turn) => clusterOf.get(`turn-${turn}-${topic}`))),
    );
    expect([first?.size, second?.size]).toEqual([1, 1]);
    expect(first).not.toEqual(second);
    const { items } = await desk.clusters();
    for (const { label } of items) expect([...password, ...domain]).toContain(label);
    const space = await buildSpace(organization);
    await buildPages(organization.admin, space.id, [{ title: password[0]!, markdown: '…' }]);
    await test.settle();
    const pages = await organization.admin.api.get(
      `${desk.base}/conversations-clusters/${[...first!][0]}/pages`,
    );
    expect(pages.body.items[0]?.pages[0]?.title).toBe(password[0]);
  });
});

describe('suggested pages of a cluster', () => {
  it('come only from spaces that the member may read', async () => {
    const { api } = organization.admin;
    await desk.ingest(asked(PASSWORD));
    await test.settle();
    const [cluster] = (await desk.clusters()).items;
    const space = await buildSpace(organization);
    await buildPages(organization.admin, space.id, [
      { title: 'Reset your password', markdown: 'Ask for a link.' },
      { title: 'Other things', markdown: 'You cannot reset what you never set.' },
    ]);
    await test.settle();
    const path = `${desk.base}/conversations-clusters/${cluster?.id}/pages`;
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
