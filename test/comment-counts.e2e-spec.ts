import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openChangeRequest } from './support/change-requests.js';
import { postComment } from './support/comments.js';
import { buildOrganization, buildSpace, type TestUser } from './support/factories.js';
import { shareTestApp, type TestApp } from './support/test-app.js';

let test: TestApp;

beforeAll(async () => {
  test = await shareTestApp();
});

afterAll(() => test.close());

type Step = {
  client: number;
  place: number;
  action: 'post' | 'reply' | 'resolve' | 'reopen' | 'delete';
  of: number;
};

const step: fc.Arbitrary<Step> = fc.record({
  client: fc.nat(3),
  place: fc.nat(1),
  action: fc.constantFrom('post', 'post', 'reply', 'resolve', 'reopen', 'delete'),
  of: fc.nat(5),
});

/** Several clients at once on the same few comments. Whatever the order, the counts say what the lists hold. */
it('counts of comments equal the lists of comments, even with concurrent writers', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.array(step, { minLength: 4, maxLength: 12 }), { minLength: 1, maxLength: 3 }),
      async (rounds) => {
        const organization = await buildOrganization(test);
        const { id } = await buildSpace(organization);
        const clients = [
          organization.admin,
          await organization.member('review'),
          await organization.member('review'),
          await organization.member('admin'),
        ];
        const request = await openChangeRequest(organization.admin, id);
        const places = [`/v1/spaces/${id}`, request.path];
        const made: string[][] = [[], []];
        for (const [at, place] of places.entries())
          for (let i = 0; i < 3; i++)
            made[at]?.push((await postComment(organization.admin, place)).id as string);
        for (const round of rounds) {
          const statuses = await Promise.all(round.map((one) => run(one, clients, places, made)));
          expect(statuses.filter((status) => ![200, 204, 404].includes(status))).toEqual([]);
          for (const place of places) await expectRightCounts(organization.admin, place, request.path);
        }
      },
    ),
    { numRuns: 8 },
  );
});

async function run(
  { client, place, action, of }: Step,
  clients: TestUser[],
  places: string[],
  made: string[][],
): Promise<number> {
  const { api } = clients[client] as TestUser;
  const path = `${places[place]}/comments`;
  const ids = made[place] as string[];
  const comment = `${path}/${ids[of % ids.length]}`;
  const body = { body: { markdown: 'Words' } };
  if (action === 'post') {
    const answer = await api.post(path, body);
    ids.push((answer.body as { id: string }).id);
    return answer.status;
  }
  if (action === 'reply') return (await api.post(`${comment}/replies`, body)).status;
  if (action === 'delete') return (await api.delete(comment)).status;
  return (await api.put(comment, { resolved: action === 'resolve' })).status;
}

async function expectRightCounts(admin: TestUser, place: string, request: string): Promise<void> {
  const count = async (status: string) =>
    ((await admin.api.get(`${place}/comments`, { query: { status, limit: 0 } })).body as { count: number })
      .count;
  const open = await count('open');
  expect((await admin.api.get(place)).body.comments).toBe(open);
  const all = (await admin.api.get(`${place}/comments`, { query: { limit: 1000 } })).body as {
    items: { status: string; id: string; replies: number; postedBy: { id: string } }[];
  };
  expect(all.items.filter((item) => item.status === 'open')).toHaveLength(open);
  expect(all.items).toHaveLength(open + (await count('resolved')));
  if (place !== request) return;
  const contributors = (await admin.api.get(`${request}/contributors`)).body as {
    items: { count: number }[];
  };
  const written = contributors.items.reduce((sum, { count: number }) => sum + number, 0);
  expect(written).toBe(all.items.reduce((sum, { replies }) => sum + 1 + replies, 0));
}
