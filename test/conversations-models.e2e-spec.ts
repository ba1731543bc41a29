import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { ConversationsJobs } from '../src/modules/conversations/processing/conversations.jobs.js';
import { asked, conversation, deskOf, PASSWORD, PDF } from './support/conversations.js';
import { buildOrganization, type TestOrganization } from './support/factories.js';
import { type ModelRequest, type ModelServer, saying, startModelServer } from './support/model-server.js';
import { shareTestApp, type TestApp } from './support/test-app.js';

let test: TestApp;
let models: ModelServer;
let organization: TestOrganization;
let desk: ReturnType<typeof deskOf>;

beforeAll(async () => {
  test = await shareTestApp();
  models = await startModelServer();
});
afterAll(async () => {
  Object.assign(test.config, { conversationsUrl: undefined });
  await models.close();
  await test.close();
});
beforeEach(async () => {
  organization = await buildOrganization(test);
  desk = deskOf(organization);
  models.requests = [];
  use({});
});

/** Sets the models that are configured. */
const use = (names: Partial<TestApp['config']>) =>
  Object.assign(test.config, {
    conversationsUrl: models.url,
    conversationsKey: 'key',
    conversationsModel: undefined,
    conversationsEmbeddingModel: undefined,
    ...names,
  });
const BOTH = { conversationsModel: 'reader', conversationsEmbeddingModel: 'vectors' };
const paths = () => models.requests.map(({ path }) => path);

/** As if the model knew two things: passwords and the rest. */
const vectors = ({ body: { input = [] } }: ModelRequest) => ({
  data: input.map((text, index) => ({
    index,
    embedding: /password|passwort/i.test(text) ? [1, 0.01 * index, 0] : [0, 1, 0],
  })),
});

it('models read and compare conversations, and personal data in their answers is masked', async () => {
  use(BOTH);
  const issues = [{ title: 'Ask ann@example.com', summary: '' }, { title: 7 }];
  models.answer = (request) => (request.path.endsWith('embeddings') ? vectors(request) : saying({ issues }));
  await desk.ingest(conversation('model', 'Something long and winding.'));
  await test.settle();
  expect((await desk.issues()).map(({ title }) => title)).toEqual(['Ask [email]']);
  expect(models.requests.map(({ path, key }) => [path, key])).toEqual([
    ['/v1/chat/completions', 'Bearer key'],
    ['/v1/embeddings', 'Bearer key'],
  ]);
});

it('models are not called for an organization without AI', async () => {
  use(BOTH);
  await organization.admin.api.patch(desk.base, { ai: false });
  await desk.ingest(conversation('own', 'How do I print a page?'));
  await test.settle();
  expect([paths(), (await desk.issues()).length]).toEqual([[], 1]);
});

it('models are no longer called once the organization turns AI off while many conversations wait', async () => {
  use({ conversationsModel: 'reader' });
  models.answer = async () => {
    if (models.requests.length === 1) await organization.admin.api.patch(desk.base, { ai: false });
    return 500;
  };
  await desk.ingest(asked(Array.from({ length: 21 }, (_, at) => `How do I print page ${at}?`)));
  await test.settle();
  expect([paths().length, (await desk.issues()).length]).toEqual([20, 21]);
});

it('conversations are processed without models while the server of the models is down', async () => {
  use({ ...BOTH, conversationsUrl: 'http://127.0.0.1:1/v1' });
  await desk.ingest(conversation('down', 'How do I print a book?'));
  await test.settle();
  expect((await desk.issues()).map(({ title }) => title)).toEqual(['How do I print a book?']);
});

it.each([
  ['no JSON', 'Sorry, I cannot do that.'],
  ['a refusal', { choices: [{ message: { content: null, refusal: 'No.' } }] }],
  ['JSON of another kind', saying({ issues: 'none' })],
  ['JSON that ends early', saying('{"issues":[{"ti')],
  ['a character that no database holds', saying({ issues: [{ title: 'How?\0', summary: '' }] })],
  ['an error', 500],
  ['too much', 429],
])('conversations are read without a model that answers %s', async (_, said) => {
  use(BOTH);
  models.answer = () => said;
  await desk.ingest(asked(PASSWORD));
  await test.settle();
  expect(paths()).toContain('/v1/chat/completions');
  expect((await desk.issues()).map(({ title }) => title).sort()).toEqual([...PASSWORD].sort());
  expect((await desk.clusters()).items).toMatchObject([{ stats: { issues: 3 } }]);
  for (const { processedAt } of (await organization.admin.api.get(`${desk.base}/conversations`)).body.items)
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
])('questions are compared without a model that answers %s', async (_, said) => {
  use({ conversationsEmbeddingModel: 'vectors' });
  models.answer = () => said;
  await desk.ingest(asked(PASSWORD));
  await test.settle();
  expect(paths()).toContain('/v1/embeddings');
  expect((await desk.clusters()).items).toMatchObject([{ stats: { issues: 3 } }]);
});

it('models get no personal data', async () => {
  use(BOTH);
  models.answer = (request) => (request.path.endsWith('embeddings') ? vectors(request) : 'x');
  const body =
    'I am ann@example.com, +1 202 555 0143, 4111 1111 1111 1111, key sk-abcdefghijklmnop1234. Why is ann~@~example.com refused?';
  await desk.ingest(conversation('c', body, { subject: 'ann@example.com' }));
  await test.settle();
  expect(models.requests).toHaveLength(2);
  expect(JSON.stringify(models.requests)).not.toMatch(/ann@|ann~@|555|4111|sk-abc/);
});

/** The job that renews vectors; issues of other tests are of the model already. */
async function renewing(): Promise<ConversationsJobs> {
  const jobs = test.app.get(ConversationsJobs);
  models.answer = vectors;
  use({ conversationsEmbeddingModel: 'vectors' });
  await jobs.renew();
  models.requests = [];
  use({});
  return jobs;
}

it('issues that change their cluster while a model is called are compared in the new cluster', async () => {
  const jobs = await renewing();
  await desk.ingest(asked([...PASSWORD, ...PDF]));
  await test.settle();
  models.answer = async (request) => {
    // The first cluster is done, and takes in the second.
    if (models.requests.length === 2)
      await test.db.execute(
        `update conversation_issues set cluster_id = (select min(id) from conversation_clusters where organization_id = $1)
         where organization_id = $1`,
        [organization.id],
      );
    return vectors(request);
  };
  use({ conversationsEmbeddingModel: 'vectors' });
  await jobs.renew();
  const compared = await test.db.query(
    'select changes from conversation_clusters where organization_id = $1 order by id limit 1',
    [organization.id],
  );
  expect(compared).toEqual([{ changes: 6 }]);
});

it('a new model takes over cluster by cluster, keeps ids and is never compared with the old one', async () => {
  const jobs = await renewing();
  await desk.ingest(asked([...PASSWORD, ...PDF, 'Wie setze ich mein Passwort zurück?']));
  await test.settle();
  const before = await desk.clusters({ orderBy: 'issues' });
  const placed = (await desk.issues()).map(({ id, cluster }) => [id, cluster]);
  const known = async () =>
    (
      await test.db.query<{ model: string | null; n: number }>(
        'select model, count(*)::int as n from conversation_issues where organization_id = $1 group by 1 order by 1',
        [organization.id],
      )
    ).map(({ model, n }) => [model, n]);
  expect(await known()).toEqual([
    ['english', 6],
    [null, 1],
  ]);
  use({ conversationsEmbeddingModel: 'vectors' });
  let left = 1;
  models.answer = (request) => (left-- > 0 ? vectors(request) : 503);
  await expect(jobs.renew()).rejects.toThrow(/503/);
  // One cluster is done, the other as it was.
  expect(await known()).toEqual([
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
  models.answer = vectors;
  await jobs.renew();
  expect(await known()).toEqual([['vectors', 7]]);
  expect((await desk.issues()).map(({ id, cluster }) => [id, cluster])).toEqual(placed);
  expect(await desk.clusters({ orderBy: 'issues' })).toEqual(before);
  models.requests = [];
  await jobs.renew();
  expect(models.requests).toEqual([]);

  await desk.ingest(conversation('later', 'I forgot my password, how do I reset it?'));
  await test.settle();
  const password = (await desk.issues({ conversation: 'c-0' }))[0]?.cluster;
  expect((await desk.issues({ conversation: 'later' }))[0]?.cluster).toBe(password);
  expect(before.items.map(({ id }) => id)).toContain(password);

  // And back, for an organization that wants no AI any more.
  await organization.admin.api.patch(desk.base, { ai: false });
  await jobs.renew();
  expect((await known()).map(([model]) => model)).not.toContain('vectors');
  expect((await desk.issues({ conversation: 'c-0' }))[0]?.cluster).toBe(password);
});
