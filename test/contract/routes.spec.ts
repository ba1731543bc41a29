import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildOpenApi } from '../../src/openapi/index.js';
import { type Role, ROLES } from '../../src/platform/http/actor.js';
import { type Scope, SCOPES } from '../../src/platform/http/scopes.js';
import type { ApiClient, ApiResponse } from '../support/api-client.js';
import { buildToken, type TestUser } from '../support/factories.js';
import { createTestApp, type TestApp } from '../support/test-app.js';
import { examplesOf, fillExample } from './example-bodies.js';
import { NOT_AUDITED } from './audit-exceptions.js';
import { buildRouteFixture, type RouteFixture } from './route-fixture.js';
import { addressOf, type Route } from './route.js';
import { ROUTES } from './routes.js';
import { addIntegration } from './routes/integrations.js';

let test: TestApp;
/** Reads change nothing, so they share one. */
let shared: RouteFixture;
/** Writes share one for as long as it serves: making it is most of what they take. */
let written: RouteFixture | undefined;

/** A user who is refused or only reads changes nothing, so one of each serves all routes. */
const sharedMember = once((role: Role | null): Promise<TestUser> => shared.member(role));
const sharedReader = once(async (key: string): Promise<ApiClient> => {
  const { role, scopes } = JSON.parse(key) as { role: Role | null; scopes: Scope[] };
  return (await buildToken(test, (await sharedMember(role)).id, scopes)).api;
});
/** Callers of writes, made once for each organization, role and set of scopes. */
const writers = new Map<string, ApiClient>();
/** The administrator with a token for everything else. */
const adminWithout = once(async (scope: Scope | undefined): Promise<ApiClient> => {
  const others = SCOPES.filter((other) => other !== scope);
  return (await buildToken(test, shared.admin.id, others)).api;
});

/** The example of each route with a JSON body, by `METHOD /path`. */
let examples: ReadonlyMap<string, unknown>;

beforeAll(async () => {
  test = await createTestApp();
  examples = examplesOf(buildOpenApi(test.app));
  shared = await buildRouteFixture(test);
  await addIntegration(shared);
});

afterAll(() => test.close());

it('the list of routes holds every route of the application with its scope, and no other', () => {
  const { paths } = buildOpenApi(test.app);
  const actual = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => {
      const { 'x-scope': scope = 'public' } = operation as { 'x-scope'?: string };
      return `${method.toUpperCase()} ${path}: ${scope}`;
    }),
  );
  const listed = ROUTES.map(
    ({ route, scope, audience }) => `${route}: ${audience === 'public' ? 'public' : scope}`,
  );
  expect(listed.sort()).toEqual(actual.sort());
});

/**
 * Order of routes: those that delete come after those that need the object, parts before the whole, so that a fixture
 * can be used for long.
 */
function turnOf({ route }: Route): number {
  const takesAway = /^DELETE |\/(?:merge|restore|transfer|purge)$/.test(route);
  return takesAway ? 100 - route.split('/').length : 0;
}

const closed = ROUTES.filter(({ audience }) => audience !== 'public');

it('every route of an organization answers 404 where the organization is unknown', async () => {
  const inOrganization = closed.filter(({ route }) => /^\w+ \/v1\/orgs?\/\{organizationId\}/.test(route));
  expect(inOrganization.length).toBeGreaterThan(100);
  const answered: string[] = [];
  for (const route of inOrganization) {
    const params: Route['params'] = (fixture) => ({ ...route.params?.(fixture), organizationId: 'none' });
    const { status } = await call(shared.admin.api, { ...route, params }, shared);
    if (status !== 404) answered.push(`${route.route}: ${status}`);
  }
  expect(answered).toEqual([]);
});

describe.each(closed.sort((a, b) => turnOf(a) - turnOf(b)))('$route', (route) => {
  it('requires a token with its scope', async () => {
    expect((await call(test.api, route, shared)).status).toBe(401);
    const refused = await call(await adminWithout(route.scope), route, shared);
    expect(refused.status).toBe(403);
    expect(refused.body.error.message).toContain(route.scope);
  });

  it('refuses members without the role, and hides from other organizations', async () => {
    const refused = [];
    const weaker = roleBelow(route.audience);
    if (weaker !== undefined)
      refused.push((await call((await sharedMember(weaker)).api, route, shared)).status);
    if (route.audience !== 'anybody')
      refused.push((await call(shared.target.admin.api, route, shared)).status);
    // Deleting what one cannot see is as good as deleting what is not there: 204, and nothing happens. What it would be in is named too.
    const isQuiet = route.route.startsWith('DELETE ') && parametersOf(route) === 1;
    expect(refused.filter((status) => ![403, 404].includes(status) && !(isQuiet && status === 204))).toEqual(
      [],
    );
  });

  it('admits members with the role', async () => {
    expect(await complaintAbout(route)).toBeUndefined();
  });
});

describe('a deleted or transferred space', () => {
  const ofSpace = ROUTES.filter(({ route }) => route.includes('{spaceId}'));
  /** A deleted space can be seen by those who may restore it, be restored, and be purged. */
  const afterDeletion = [
    'GET /v1/spaces/{spaceId}',
    'POST /v1/spaces/{spaceId}/restore',
    'POST /v1/spaces/{spaceId}/purge',
  ];

  it('is hidden by every route until it is purged', async () => {
    const fixture = await buildRouteFixture(test);
    await fixture.leaveSite();
    const { organizationId, spaceId } = fixture.params;
    expect((await fixture.admin.api.delete(`/v1/spaces/${spaceId}`)).status).toBe(204);
    const routes = ofSpace.filter(({ route }) => !afterDeletion.includes(route));
    expect(await answeredBy(fixture, routes)).toEqual([]);
    await expectForgotten(fixture.admin.api, organizationId ?? '');
  });

  it('is hidden by every route from the organization that it left', async () => {
    const fixture = await buildRouteFixture(test);
    const insider = await fixture.member('admin');
    await fixture.leaveSite();
    await fixture.joinTarget();
    const { organizationId, spaceId } = fixture.params;
    const body = { organization: fixture.target.id };
    expect((await fixture.admin.api.post(`/v1/spaces/${spaceId}/transfer`, body)).status).toBe(200);
    expect(await answeredBy({ ...fixture, admin: insider }, ofSpace)).toEqual([]);
    await expectForgotten(insider.api, organizationId ?? '');
  });

  /** Routes that did not say that there is nothing. */
  async function answeredBy(fixture: RouteFixture, routes: Route[]): Promise<string[]> {
    const answered: string[] = [];
    for (const route of routes) {
      const { status } = await call(fixture.admin.api, route, fixture);
      const isDone = route.route.startsWith('DELETE ') && status === 204;
      if (status !== 404 && !isDone) answered.push(`${route.route}: ${status}`);
    }
    return answered;
  }

  async function expectForgotten(api: ApiClient, organizationId: string): Promise<void> {
    const path = `/v1/orgs/${organizationId}`;
    const found = await api.get(`${path}/search`, { query: { query: 'page' } });
    expect(found.body).toMatchObject({ items: [], count: 0 });
    expect((await api.get(`${path}/change-requests`)).body.items).toEqual([]);
    expect((await api.get(`/v1/org/${organizationId}/imports`)).body.items).toEqual([]);
  }
});

/** Problem of the route for a caller with the needed role. */
async function complaintAbout(route: Route): Promise<string | undefined> {
  if (isRead(route)) return tryOn(shared, route);
  if (written && showsItsEffect(route) && !(await tryOn(copyOf(written), route))) return undefined;
  // Another route deleted the needed object, or had the same effect before.
  written = await buildRouteFixture(test);
  return tryOn(copyOf(written), route);
}

/** Problem with the answer or with its entry in the audit log. */
async function tryOn(fixture: RouteFixture, route: Route): Promise<string | undefined> {
  await route.prepare?.(fixture);
  const { role, api } = await callerFor(route, fixture);
  const answer = await call(api, route, fixture);
  if (answer.status !== route.status) return `${String(role)}: ${answer.status} ${answer.text}`;
  if (isRead(route) || answer.status >= 400) return undefined;
  const isExcepted = route.route in NOT_AUDITED;
  if ((await isAudited(answer)) !== isExcepted) return undefined;
  return isExcepted
    ? 'audit-exceptions.ts says that it leaves no entry'
    : 'it leaves no entry in the audit log';
}

function isRead({ route }: Route): boolean {
  return route.startsWith('GET ');
}

/** Deleting what is gone succeeds too, and only an entry tells whether there was anything. */
function showsItsEffect({ route }: Route): boolean {
  return !(route.startsWith('DELETE ') && route in NOT_AUDITED);
}

/** The preparation of one route must not let another succeed. */
function copyOf(fixture: RouteFixture): RouteFixture {
  return { ...fixture, params: { ...fixture.params } };
}

/** True when the request left an entry in the audit log. */
async function isAudited({ headers }: ApiResponse): Promise<boolean> {
  const sql = 'select 1 from audit_events where request_id = $1';
  return (await test.db.query(sql, [headers.get('x-request-id')])).length > 0;
}

/** The weakest caller the route lets in; a transfer needs an administrator of both organizations. */
async function callerFor(
  route: Route,
  fixture: RouteFixture,
): Promise<{ role: Role | null; api: ApiClient }> {
  const role = ROLES.find((candidate) => candidate === route.audience) ?? null;
  if (role === 'admin' || route.isOfMaker) return { role, api: fixture.admin.api };
  const scopes = [route.scope, route.alsoNeeds].filter((scope) => scope !== undefined);
  if (isRead(route)) return { role, api: await sharedReader(JSON.stringify({ role, scopes })) };
  const key = JSON.stringify({ organizationId: fixture.params['organizationId'], role, scopes });
  const known = writers.get(key);
  if (known) return { role, api: known };
  const { id } = await fixture.member(role);
  const { api } = await buildToken(test, id, scopes);
  writers.set(key, api);
  return { role, api };
}

/** Makes one for each key, when it is first asked for. */
function once<Key, Value>(make: (key: Key) => Promise<Value>): (key: Key) => Promise<Value> {
  const made = new Map<Key, Promise<Value>>();
  return (key) => {
    const value = made.get(key) ?? make(key);
    made.set(key, value);
    return value;
  };
}

function parametersOf({ route }: Route): number {
  return route.split('{').length - 1;
}

/** The next weaker role; null is a guest, undefined says that nobody is weaker. */
function roleBelow(audience: Route['audience']): Role | null | undefined {
  const index = ROLES.findIndex((role) => role === audience);
  return index < 0 ? undefined : (ROLES[index - 1] ?? null);
}

async function call(api: ApiClient, { route, params, query, raw }: Route, fixture: RouteFixture) {
  const [method = '', template = ''] = route.split(' ');
  const values: Record<string, string | undefined> = { ...fixture.params, ...params?.(fixture) };
  const sent = fillExample(examples.get(route), values);
  return api.request(method, addressOf(template, values), sent, {
    query: typeof query === 'function' ? query(fixture) : query,
    ...(await raw?.()),
  });
}
