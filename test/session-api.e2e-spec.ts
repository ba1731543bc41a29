import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Sessions } from '../src/modules/users/index.js';
import { buildOrganization, buildSpace, buildToken, type TestOrganization } from './support/factories.js';
import { ownForm } from './support/form-token.js';
import { shareTestApp, type TestApp } from './support/test-app.js';

describe('the API for scripts of member pages', () => {
  let test: TestApp;
  let organization: TestOrganization;
  let spaceId: string;

  beforeAll(async () => {
    test = await shareTestApp();
    organization = await buildOrganization(test);
    spaceId = (await buildSpace(organization, { title: 'Handbook' })).id;
  });
  afterAll(() => test.close());

  /** Headers of a script on a page of a session that was started with the token. */
  async function headersOf(token: string): Promise<Record<string, string>> {
    const session = await test.app.get(Sessions).start(token);
    const Cookie = `bindery_session=${session?.secret}`;
    const pageToken = (await ownForm(test.baseUrl, Cookie)).get('form-token') ?? '';
    return { Cookie, 'X-Page-Token': pageToken, 'Sec-Fetch-Site': 'same-origin', Origin: test.baseUrl };
  }
  const send = async (method: string, path: string, headers: Record<string, string>, body?: object) => {
    const response = await fetch(`${test.baseUrl}/app/~api${path}`, {
      method,
      headers: { ...headers, ...(body && { 'Content-Type': 'application/json' }) },
      body: body && JSON.stringify(body),
    });
    return {
      status: response.status,
      headers: response.headers,
      body: (await response.json()) as Record<string, unknown>,
    };
  };

  it('acts as the member of the session, and the audit log says that it was in the browser', async () => {
    const headers = await headersOf(organization.admin.token);
    const answer = await send('PATCH', `/v1/spaces/${spaceId}`, headers, { title: 'Manual' });
    expect(answer).toMatchObject({ status: 200, body: { object: 'space', title: 'Manual' } });
    const events = await test.db.query<{ source: string; actor_id: string }>(
      'select source, actor_id from audit_events where request_id = $1',
      [answer.headers.get('x-request-id')],
    );
    expect(events).toEqual([{ source: 'ui', actor_id: organization.admin.id }]);
    const read = await send('GET', `/v1/spaces/${spaceId}?x=1`, headers);
    expect([read.status, read.body['title']]).toEqual([200, 'Manual']);
    expect(read.headers.get('cache-control')).toContain('no-store');
  });

  it('takes no credential but the session', async () => {
    const { Cookie: _, ...headers } = await headersOf(organization.admin.token);
    const authorization = { Authorization: `Bearer ${organization.admin.token}` };
    expect((await send('GET', '/v1/user', { ...headers, ...authorization })).status).toBe(401);
    const reader = await organization.member('read');
    const own = await headersOf(reader.token);
    expect((await send('GET', '/v1/user', { ...own, ...authorization })).body['id']).toBe(reader.id);
  });

  it.each([
    ['without the token of a page', { 'X-Page-Token': '' }],
    ['with the token of another session', { 'X-Page-Token': 'x'.repeat(43) }],
    ['of another site', { 'Sec-Fetch-Site': 'cross-site' }],
    ['of another origin', { 'Sec-Fetch-Site': 'same-site', Origin: 'https://evil.example.com' }],
  ])('refuses a request %s', async (_, changed) => {
    const headers = { ...(await headersOf(organization.admin.token)), ...changed };
    const answer = await send('PATCH', `/v1/spaces/${spaceId}`, headers, { title: 'Taken' });
    expect(answer).toMatchObject({ status: 403, body: { error: { code: 403 } } });
    expect((await organization.admin.api.get(`/v1/spaces/${spaceId}`)).body.title).not.toBe('Taken');
  });

  it('ends with the session, and has no scope that the session lacks', async () => {
    const limited = await buildToken(test, organization.admin.id, ['space:metadata:read']);
    const headers = await headersOf(limited.token);
    expect((await send('GET', `/v1/spaces/${spaceId}`, headers)).status).toBe(200);
    expect((await send('PATCH', `/v1/spaces/${spaceId}`, headers, { title: 'x' })).status).toBe(403);
    await test.app.get(Sessions).end(headers['Cookie']!.split('=')[1]!);
    expect((await send('GET', `/v1/spaces/${spaceId}`, headers)).status).toBe(401);
  });

  it('leads nowhere but to operations', async () => {
    const headers = await headersOf(organization.admin.token);
    for (const path of ['/docs', '/metrics', '/app', '/v1', '//v1/user'])
      expect((await send('GET', path, headers)).status, path).toBe(404);
  });
});
