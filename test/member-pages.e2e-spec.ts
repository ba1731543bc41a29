import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  buildOrganization,
  buildPages,
  buildSpace,
  buildToken,
  type TestOrganization,
} from './support/factories.js';
import { Sessions } from '../src/modules/users/index.js';
import { definition, uniqueName } from './support/integrations.js';
import { ownForm } from './support/form-token.js';
import { shareTestApp, type TestApp } from './support/test-app.js';

describe('Pages for members', () => {
  let test: TestApp;
  let organization: TestOrganization;
  let spaceId: string;
  let page: string;
  let cookie: string;

  beforeAll(async () => {
    test = await shareTestApp();
    organization = await buildOrganization(test);
    const { admin } = organization;
    spaceId = (await buildSpace(organization, { title: 'Handbook' })).id;
    [page = ''] = await buildPages(admin, spaceId, [
      { title: 'Home', markdown: 'Stays.\n\nOld words.\n\nGoes away.' },
      { title: 'Second', markdown: 'More.' },
    ]);
    const base = `/v1/spaces/${spaceId}/change-requests`;
    await admin.api.post(base, { subject: 'Better <b>words</b>' });
    const changes = [
      { operation: 'update_page', page, document: { markdown: 'Stays.\n\nNew words.\n\nComes in.' } },
      { operation: 'insert_page', type: 'document', title: 'Third', document: { markdown: 'Fresh.' } },
    ];
    const answer = await admin.api.post(`${base}/1/content`, { changes });
    if (answer.status !== 200) throw new Error(JSON.stringify(answer.body));
    cookie = await signIn(admin.token);
  });
  afterAll(() => test.close());

  async function signIn(token: string, next = ''): Promise<string> {
    const response = await post('/app/sign-in', { token, next });
    expect(response.status).toBe(303);
    return (response.headers.get('set-cookie') ?? '').split(';')[0] ?? '';
  }

  const post = async (path: string, form: Record<string, string>, headers: Record<string, string> = {}) =>
    fetch(test.baseUrl + path, {
      method: 'POST',
      redirect: 'manual',
      headers: { 'Content-Type': 'application/x-www-form-urlencoded', ...headers },
      body: (await ownForm(test.baseUrl, headers['Cookie'] ?? '', form)).toString(),
    });
  const open = (path: string, session: string | null = cookie) =>
    fetch(`${test.baseUrl}${path}`, { redirect: 'manual', headers: session ? { Cookie: session } : {} });
  const read = async (path: string, session?: string) => {
    const response = await open(path, session);
    expect(response.status, path).toBe(200);
    expect(response.headers.get('cache-control')).toBe('private, no-store');
    return response.text();
  };

  it('they ask for a token first, and then lead to the wanted page', async () => {
    const asked = await open(`/app/s/${spaceId}/second?x=1`, null);
    expect(asked.status).toBe(303);
    expect(asked.headers.get('location')).toBe(`/app/sign-in?next=s%2F${spaceId}%2Fsecond%3Fx%3D1`);
    expect(await (await open('/app/sign-in?next=x', null)).text()).toContain('type="password"');
    const wrong = await post('/app/sign-in', { token: 'bdy_no', next: '' });
    expect(wrong.status).toBe(401);
    expect(await wrong.text()).toContain('This token is not valid');
    const { token } = organization.admin;
    for (const [next, location] of [
      [`s/${spaceId}/second?x=1`, `/app/s/${spaceId}/second?x=1`],
      ['//evil.example/x', '/app/evil.example/x'],
      ['/\\evil.example', '/app/evil.example'],
      ['../../v1/', '/app'],
      ['https://evil.example', '/app'],
    ])
      expect((await post('/app/sign-in', { token, next: next ?? '' })).headers.get('location')).toBe(
        location,
      );
  });

  it('they set a cookie that neither scripts nor other sites can use', async () => {
    const response = await post('/app/sign-in', { token: organization.admin.token, next: '' });
    const header = response.headers.get('set-cookie') ?? '';
    expect(header).toMatch(/; HttpOnly/);
    expect(header).toMatch(/; SameSite=Lax/);
    // Sites are below the same host, and never get it.
    expect(header).toMatch(/; Path=\/app(;|$)/);
    expect(header).not.toContain(organization.admin.token);
    const { token } = organization.admin;
    for (const Origin of ['https://evil.example', 'null'])
      expect((await post('/app/sign-in', { token }, { Origin })).status, Origin).toBe(403);
    const ours = { Origin: 'null', 'Sec-Fetch-Site': 'same-origin' };
    expect((await post('/app/sign-in', { token }, ours)).status).toBe(303);
    expect((await post('/app/sign-out', {}, { 'Sec-Fetch-Site': 'cross-site', Cookie: cookie })).status).toBe(
      403,
    );
  });

  it('they cannot be framed, and no link signs anybody out', async () => {
    for (const path of ['/app/organizations', `/app/s/${spaceId}/`, '/app/nothing', '/app/sign-in']) {
      const policy = (await open(path)).headers.get('content-security-policy');
      expect(policy, path).toContain("frame-ancestors 'none'");
    }
    const left = await open('/app/sign-out');
    expect([left.status, left.headers.get('location'), left.headers.get('set-cookie')]).toEqual([
      303,
      '/app',
      null,
    ]);
    expect((await open('/app/organizations')).status).toBe(200);
  });

  it('they list organizations, spaces and change requests', async () => {
    const { id } = organization;
    expect(await read('/app/organizations')).toContain(`href="/app/o/${id}"`);
    const listed = await read(`/app/o/${id}`);
    expect(listed).toContain(`href="/app/s/${spaceId}"`);
    expect(listed).toContain('Better &lt;b>words&lt;/b>');
    for (const path of ['nothing', 'sites/none', 'people/more', 'audit/more', 'integrations/a/b'])
      expect((await open(`/app/o/${id}/${path}`)).status, path).toBe(404);
  });

  it('they show a space as readers will see it, published or not', async () => {
    const body = await read(`/app/s/${spaceId}/`);
    expect(body).toContain('Old words.');
    expect(body).toContain('Current content');
    expect(body).toContain(`href="/app/s/${spaceId}/second"`);
    expect(await read(`/app/s/${spaceId}/second`)).toContain('More.');
    expect((await open(`/app/s/${spaceId}/none`)).status).toBe(404);
  });

  it('they show a change request and its changes', async () => {
    const root = `/app/s/${spaceId}/~/changes/1`;
    const result = await read(`${root}/`);
    expect(result).toContain('Change request #1: Better &lt;b>words&lt;/b>');
    expect(result).toContain('New words.');
    expect(result).not.toContain('Old words.');
    expect(result).toContain('2 changed pages');
    const changes = await read(`${root}/?view=changes`);
    const hidden = (label: string) => `<span class="visually-hidden">${label}: </span>`;
    expect(changes).toContain(
      `<del class="diff-words">${hidden('Deleted')}Old</del><ins class="diff-words">${hidden('Added')}New</ins> words.`,
    );
    expect(changes).toMatch(/<p[^>]*>Stays\.<\/p>/);
    expect(await read(`${root}/third?view=changes`)).toMatch(
      /<ins class="diff diff-inserted"><span class="visually-hidden">Added: <\/span><p[^>]*>Fresh\./,
    );
  });

  it('they show the changes of a change request to pages and to other content', async () => {
    const base = `/v1/spaces/${spaceId}/change-requests`;
    const { body } = await organization.admin.api.post(base, { subject: 'Names' });
    const { body: listed } = await organization.admin.api.get(`/v1/spaces/${spaceId}/content/pages`);
    const second = listed.pages.find(({ title }: { title: string }) => title === 'Second');
    const changes = [
      {
        operation: 'update_page',
        page: second.id,
        title: 'Next',
        description: 'What <comes>',
        hidden: true,
        into: page,
      },
      {
        operation: 'insert_files',
        files: [{ name: 'notes.txt', contentType: 'text/plain', base64: 'aGk=' }],
      },
      { operation: 'update_variables', variables: { version: '2' } },
    ];
    const answer = await organization.admin.api.post(`${base}/${body.number}/content`, { changes });
    expect(answer.status, answer.text).toBe(200);
    const root = `/app/s/${spaceId}/~/changes/${body.number}`;
    const { body: after } = await organization.admin.api.get(
      `${base}/${body.number}/content/page/${second.id}`,
    );
    const shown = (await read(`${root}/${after.path}?view=changes`)).replaceAll(
      /<span class="visually-hidden">\w+: <\/span>/g,
      '',
    );
    for (const [label, old, now] of [
      ['Title', 'Second', 'Next'],
      ['Description', undefined, 'What &lt;comes>'],
      ['Hidden', undefined, 'Yes'],
      ['Place', 'the top level', 'Home'],
      ['File', undefined, 'notes.txt'],
      ['Variable version', undefined, '2'],
    ]) {
      const sides = `${old ? `<del class="diff-words">${old}</del>` : ''} <ins class="diff-words">${now}</ins>`;
      expect(shown, label).toContain(`<dt>${label}</dt><dd>${sides}</dd>`);
    }
    expect(shown).toContain('<span class="member-badge">moved</span>');
  });

  it('they show a page that a change request deletes', async () => {
    const base = `/v1/spaces/${spaceId}/change-requests`;
    const { body } = await organization.admin.api.post(base, { subject: 'Less' });
    const pages = await organization.admin.api.get(`/v1/spaces/${spaceId}/content/pages`);
    const second = pages.body.pages.find(({ title }: { title: string }) => title === 'Second');
    const changes = [{ operation: 'delete_page', page: second.id }];
    expect((await organization.admin.api.post(`${base}/${body.number}/content`, { changes })).status).toBe(
      200,
    );
    const shown = await read(`/app/s/${spaceId}/~/changes/${body.number}/second?view=changes`);
    expect(shown).toMatch(/<del class="diff diff-deleted"><span[^>]*>Deleted: <\/span><p[^>]*>More\./);
  });

  it('they show a revision', async () => {
    const { body } = await organization.admin.api.get(`/v1/spaces/${spaceId}`);
    expect(await read(`/app/s/${spaceId}/~/revisions/${body.revision}/`)).toContain('Old words.');
    expect((await open(`/app/s/${spaceId}/~/revisions/none/`)).status).toBe(404);
    const empty = await buildSpace(organization, { title: 'Nothing yet' });
    expect(await read(`/app/s/${empty.id}/`)).toContain('There are no pages here yet.');
  });

  it('they stand at the app URL of every resource', async () => {
    const { admin, id } = organization;
    const { body: site } = await admin.api.post(`/v1/orgs/${id}/sites`, { title: 'Docs', spaces: [spaceId] });
    const { body: collection } = await admin.api.post(`/v1/orgs/${id}/collections`, { title: 'Shelf' });
    const content = [
      [`/v1/collections/${collection.id}`, { collection: { id: collection.id } }],
      [`/v1/spaces/${spaceId}`, { space: { id: spaceId } }],
      [`/v1/spaces/${spaceId}/content/page/${page}`, { space: { id: spaceId }, page: { id: page } }],
      [`/v1/spaces/${spaceId}/change-requests/1`, { changeRequest: { number: 1 } }],
      [
        `/v1/spaces/${spaceId}/change-requests/1/content/page/${page}`,
        { changeRequest: { number: 1 }, page: { id: page } },
      ],
    ] as const;
    const paths = [`/v1/orgs/${id}`, `/v1/orgs/${id}/sites/${site.id}`, ...content.map(([path]) => path)];
    const addresses = new Map<string, string>();
    for (const path of paths) {
      const { body } = await admin.api.get(path);
      addresses.set(path, body.urls.app);
      const response = await fetch(test.baseUrl + new URL(body.urls.app).pathname, {
        headers: { Cookie: cookie },
      });
      expect(response.status, body.urls.app).toBe(200);
    }
    for (const [path, meaning] of content) {
      const found = await admin.api.get('/v1/urls/content', { query: { url: addresses.get(path) } });
      expect(found.body, path).toMatchObject(meaning);
    }
    for (const url of [addresses.get(`/v1/orgs/${id}`), 'https://elsewhere.example/app/s/x', 'no address'])
      expect((await admin.api.get('/v1/urls/content', { query: { url } })).status).toBe(404);
  });

  it('they lead to a preview of a site that nobody published', async () => {
    const { admin, id } = organization;
    const { body: site } = await admin.api.post(`/v1/orgs/${id}/sites`, { title: 'Soon', spaces: [spaceId] });
    const address = new URL(site.urls.preview).pathname;
    expect(await read(`/app/o/${id}/sites/${site.id}`)).toContain(`href="${address}"`);
    const answer = await open(address);
    expect(answer.status).toBe(303);
    const shown = await fetch(test.baseUrl + new URL(answer.headers.get('location') ?? '').pathname);
    expect(await shown.text()).toContain('Stays.');
  });

  it('they create, show once and revoke tokens, also for users who signed in by mail', async () => {
    const { secret } = await test.app.get(Sessions).startFor(organization.admin.id, 'mail');
    const session = `${cookie.split('=')[0]}=${secret}`;
    const send = (form: Record<string, string>, headers: Record<string, string> = {}) =>
      post('/app/tokens', form, { Cookie: session, ...headers });
    const made = await send({ label: 'CI <1>', days: '90', scope: 'user:read' });
    expect([made.status, made.headers.get('cache-control')]).toEqual([200, 'private, no-store']);
    const text = await made.text();
    const token = /<code>(bdy_\w{40})<\/code>/.exec(text)?.[1] ?? '';
    const listed = (await test.api.as(token).get('/v1/user/tokens')).body.items as Record<string, string>[];
    const [newest] = listed;
    expect(newest).toMatchObject({ label: 'CI <1>', proof: 'mail', scopes: ['user:read'] });
    const lasts = Date.parse(newest?.['expiresAt'] ?? '') - test.clock.now().getTime();
    expect(lasts / 86_400_000).toBeCloseTo(90, 2);
    const { body } = await organization.admin.api.get(`/v1/orgs/${organization.id}/audit-events`, {
      query: { target: newest?.['id'], action: 'token.created' },
    });
    expect(body.items).toMatchObject([{ source: 'ui', actor: { id: organization.admin.id } }]);

    const shown = await read('/app/tokens', session);
    expect(shown).toContain('CI &lt;1>');
    expect(shown).not.toContain('Browser session');
    expect(shown).not.toContain(token);
    expect((await send({ revoke: newest?.['id'] ?? '' }, { Origin: 'https://evil.example' })).status).toBe(
      403,
    );
    expect((await send({ revoke: newest?.['id'] ?? '' })).headers.get('location')).toBe('/app/tokens');
    expect((await test.api.as(token).get('/v1/user/tokens')).status).toBe(401);
  });

  it('they give a new token no more scopes and time than the token that signed in', async () => {
    const own = await organization.member('edit');
    const week = new Date(test.clock.now().getTime() + 8 * 86_400_000).toISOString();
    const scopes = ['user:read', 'user:write'];
    const limited = await own.api.post('/v1/user/tokens', { label: 'w', scopes, expiresAt: week });
    const session = await signIn(limited.body.token);
    const page = await read('/app/tokens', session);
    expect(page).toContain('In 7 days');
    expect(page).not.toContain('In 30 days');
    expect(page).not.toContain('space:content:write');
    for (const [form, status, words] of [
      [{ label: 'x', days: '30' }, 403, 'expiresAt'],
      [{ label: 'x', days: '7', scope: 'space:content:write' }, 403, 'lacks the scope'],
      [{ label: 'x'.repeat(51), days: '7' }, 400, 'label'],
      [{ label: 'x', days: '9' }, 400, 'days'],
    ] as const) {
      const answer = await post('/app/tokens', { ...form }, { Cookie: session });
      expect([answer.status, await answer.text()]).toEqual([status, expect.stringContaining(words)]);
    }
    // A token that another token made through the API still ends with it.
    const { secret } = await test.app.get(Sessions).startFor(own.id, 'mail');
    const byMail = await test.api.as(secret).post('/v1/user/tokens', { label: 'day', expiresAt: week });
    const later = new Date(Date.parse(week) + 1).toISOString();
    const longer = await test.api
      .as(byMail.body.token)
      .post('/v1/user/tokens', { label: 'x', expiresAt: later });
    expect([byMail.status, longer.status]).toEqual([201, 403]);
    const forEver = '2999-01-01T00:00:00.000Z';
    expect(
      (await test.api.as(secret).post('/v1/user/tokens', { label: 'x', expiresAt: forEver })).status,
    ).toBe(403);
  });

  it('they offer to sign out only to signed-in members', async () => {
    expect(await (await open('/app/nothing')).text()).toContain('Sign out');
    const refused = await post('/app/sign-in', { token: 'x' }, { Origin: 'https://evil.example' });
    for (const answer of [refused, await open('/app/mail/none', null)])
      expect(await answer.text()).not.toContain('Sign out');
  });

  it('they let administrators change roles, remove members and read the audit log', async () => {
    const own = await buildOrganization(test);
    const [admin, member] = [await signIn(own.admin.token), await own.member('edit')];
    const people = `/app/o/${own.id}/people`;
    const theirs = await signIn(member.token);
    for (const path of [people, `/app/o/${own.id}/audit`]) {
      expect((await open(path, theirs)).status, path).toBe(403);
      expect((await open(path, cookie)).status, path).toBe(404);
    }
    const send = (form: Record<string, string>) =>
      post(`${people}/members/${member.id}`, form, { Cookie: admin });
    expect((await send({ do: 'role', role: 'review' })).status).toBe(303);
    expect((await send({ do: 'remove' })).headers.get('location')).toBe(`${people}?done=remove`);

    const log = await read(`/app/o/${own.id}/audit`, admin);
    expect(log.replace(/<[^>]*>/g, '')).toMatch(/role: edit →\s*review/i);
    expect(log).toContain('Member removed');
  });

  it('they let administrators choose, consent to, configure and remove integrations, and members look', async () => {
    const own = await buildOrganization(test);
    const [admin, member] = [await signIn(own.admin.token), await own.member('read')];
    const theirs = await signIn(member.token);
    const space = await buildSpace(own, { title: 'Guide' });
    const name = uniqueName();
    const account = {
      properties: {
        apiKey: { type: 'string', title: 'Key of <b>theirs</b>' },
        mode: { type: 'string', enum: ['fast', 'slow'] },
        most: { type: 'number' },
        loud: { type: 'boolean' },
      },
      required: ['apiKey'],
    };
    const describe = (scopes: string[]) =>
      organization.admin.api.post(
        `/v1/integrations/${name}`,
        definition(organization.id, {
          visibility: 'public',
          title: 'Probe',
          scopes,
          configurations: { account },
        }),
      );
    const { body: integration } = await describe(['space:content:read']);
    const list = `/app/o/${own.id}/integrations`;
    const page = `${list}/${name}`;
    const send = (form: Record<string, string>, headers: Record<string, string> = {}) =>
      post(page, form, { Cookie: admin, ...headers });
    expect(await read(list, theirs)).toContain(`href="${page}"`);
    expect(await read(new URL(integration.urls.app).pathname, admin)).toContain(`href="${page}"`);
    expect(await read(page, theirs)).not.toContain('value="install"');
    expect((await post(page, { do: 'install' }, { Cookie: theirs })).status).toBe(403);
    expect((await send({ do: 'install' }, { Origin: 'https://evil.example' })).status).toBe(403);
    expect((await send({ do: 'install' })).headers.get('location')).toBe(page);
    const at = (await own.admin.api.get(`/v1/integrations/${name}/installations`)).body.items[0];
    expect(new URL(at.urls.app).pathname).toBe(page);
    const now = async () => (await own.admin.api.get(`/v1/integrations/${name}/installations/${at.id}`)).body;

    const place = `space:${space.id}`;
    const settings = { 'set.apiKey': 'k-123', 'set.most': '7', 'set.mode': 'slow', 'set.loud': 'on' };
    for (const [form, status] of [
      [{ do: 'configure', 'set.apiKey': 'k', 'set.most': 'many' }, 400],
      [{ do: 'configure', ...settings }, 303],
      [{ do: 'add', place }, 303],
      [{ do: 'add', place }, 409],
      [{ do: 'pause', place: 'x:1' }, 400],
      [{ do: 'pause', place: 'space:' }, 400],
      [{ do: 'pause', place: '' }, 400],
      [{ do: 'resume', place }, 303],
      [{ do: 'pause', place }, 303],
      [{ do: 'reach', spaces: 'all', sites: 'selected' }, 303],
      [{ do: 'reach', spaces: 'selected', sites: 'some' }, 400],
      [{ do: 'agree', scope: 'openapi:write' }, 400],
      [{ do: 'nothing' }, 400],
    ] as const)
      expect((await send({ ...form })).status, JSON.stringify(form)).toBe(status);
    const configuration = { apiKey: 'k-123', most: 7, mode: 'slow', loud: true };
    expect(await now()).toMatchObject({ status: 'active', space_selection: 'all', configuration });
    await describe(['space:content:read', 'space:metadata:read']);
    await test.settle();
    const shown = await read(page, admin);
    for (const part of [
      'value="k-123"',
      'type="password"',
      'Key of &lt;b>',
      'value="agree"',
      'Guide',
      'Agree',
    ])
      expect(shown).toContain(part);
    expect(shown).toContain('installation_setup');
    const seen = await read(page, theirs);
    expect(seen).toContain('Guide');
    expect(seen).not.toMatch(/k-123|installation_setup|<form method="post" action="[^"]*integrations/);
    expect((await open(page, cookie)).status).toBe(404);
    expect((await send({ do: 'remove', place })).status).toBe(303);
    expect((await send({ do: 'uninstall' })).status).toBe(303);
    expect((await own.admin.api.get(`/v1/orgs/${own.id}/installations`)).body.count).toBe(0);
  });

  it('they are closed to members without permission, and when the session ends', async () => {
    const guest = await organization.member(null);
    const theirs = await signIn(guest.token);
    for (const path of [`/app/s/${spaceId}/`, `/app/s/${spaceId}/~/changes/1/`]) {
      const response = await open(path, theirs);
      expect(response.status).toBe(404);
      expect(await response.text()).not.toContain('Handbook');
    }
    const limited = await buildToken(test, organization.admin.id, ['user:read', 'user:write']);
    const narrow = await signIn(limited.token);
    for (const path of [`/app/s/${spaceId}/`, '/app', `/app/o/${organization.id}`])
      expect((await open(path, narrow)).status, path).toBe(403);

    const ended = await signIn(organization.admin.token);
    await post('/app/sign-out', {}, { Cookie: ended });
    expect((await open('/app', ended)).status).toBe(303);

    const { token, api } = await buildToken(test, organization.admin.id);
    const session = await signIn(token);
    expect((await open('/app/organizations', session)).status).toBe(200);
    const { body } = await api.get('/v1/user/tokens');
    const own = body.items.filter(({ label }: { label: string }) => label !== 'Browser session');
    for (const { id } of own) await api.delete(`/v1/user/tokens/${id}`);
    expect((await open('/app', session)).status).toBe(303);
  });
});
