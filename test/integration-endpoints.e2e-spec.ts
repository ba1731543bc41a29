import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import lzString from 'lz-string';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  buildOrganization,
  buildPages,
  buildSpace,
  buildUser,
  type TestOrganization,
} from './support/factories.js';
import { askAs } from './support/hosts.js';
import { definition, uniqueName } from './support/integrations.js';
import { createTestApp, type TestApp } from './support/test-app.js';

const HOST = 'sites.example.com';

/** Answers every kind of event that somebody waits for, and says what it was told. */
const SCRIPT = `
const answers = {
  fetch: async (event, body) => event.request.url.endsWith('/broken') ? new Response('no', { status: 599 }) : new Response(
    '<p>' + JSON.stringify({ ...event.request, place: [event.installationId, event.spaceId], body }) + '</p>',
    { status: 201, headers: { 'content-type': 'text/html', 'set-cookie': 'a=b', 'x-own': 'yes', 'service-worker-allowed': '/' } }),
  ui_render: (event) => event.componentId === 'broken'
    ? Response.json({ type: 'element', state: {}, props: {}, element: { type: 'block', children: [{ type: 'html', content: '<b>' }] } })
    : Response.json({ type: 'element', props: event.props, state: { count: (event.state?.count ?? 0) + (event.action ? 1 : 0) },
      element: { type: 'block', secret: 1, children: [
        { type: 'text', children: '<script>alert(1)</script> ' + event.props.name + ' ' + event.context.type },
        { type: 'markdown', content: 'pressed **' + (event.state?.count ?? 0) + '** ' + (event.state?.words ?? '') },
        { type: 'codeblock', content: 'const a = 1;', syntax: 'js' },
        { type: 'textinput', state: 'words', initialValue: '' },
        { type: 'webframe', source: { url: 'https://frames.example.com/x' } },
        { type: 'button', label: 'Press', onPress: { action: 'press' } }] } }, { headers: { 'cache-control': 'max-age=30' } }),
  fetch_visitor_authentication: async (event, _, environment) => {
    const encode = (value) => btoa(typeof value === 'string' ? value : JSON.stringify(value)).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
    const head = encode({ alg: 'HS256', typ: 'JWT' }) + '.' + encode({ exp: Math.floor(Date.now() / 1000) + 3600 * 24 * 3650 });
    const secret = new TextEncoder().encode(environment.signingSecrets.siteInstallation);
    const key = await crypto.subtle.importKey('raw', secret, { name: 'HMAC', hash: 'SHA-256' }, false, ['sign']);
    const signature = new Uint8Array(await crypto.subtle.sign('HMAC', key, new TextEncoder().encode(head)));
    const token = head + '.' + encode(String.fromCharCode(...signature));
    return Response.redirect('https://login.example.com/?back=' + encodeURIComponent(event.location + '?jwt_token=' + token));
  },
  fetch_published_script: (event, _, environment) => new Response(
    'globalThis.injected = ' + JSON.stringify(environment.siteInstallation.configuration.key ?? event.siteId),
    { headers: { 'content-type': 'application/javascript' } }),
};
export default { async fetch(request) {
  const form = await request.formData();
  const event = JSON.parse(form.get('event'));
  const answer = answers[event.type];
  return answer ? answer(event, await form.get('fetch-body')?.text(), JSON.parse(form.get('environment'))) : new Response('ok');
} };`;

let test: TestApp;
let organization: TestOrganization;
let name: string;
let installationId: string;
let spaceId: string;
let siteId: string;
let basename: string;

const get = (path: string, headers: Record<string, string> = {}) =>
  askAs(test.baseUrl, `${organization.hostname}.${HOST}`, `/${basename}/${path}`, headers);

beforeAll(async () => {
  test = await createTestApp({ publicUrl: 'http://docs.example.com', sitesDomain: HOST });
  organization = await buildOrganization(test);
  const { admin, id } = organization;
  name = uniqueName();
  const published = await admin.api.post(
    `/v1/integrations/${name}`,
    definition(id, {
      script: SCRIPT,
      runtime: 'v2',
      scopes: ['space:content:read', 'site:script:inject', 'site:visitor:auth'],
      blocks: [
        { id: 'hello', title: 'Hello' },
        { id: 'broken', title: 'Broken' },
      ],
      contentSecurityPolicy:
        "script-src https://cdn.example.com 'unsafe-eval' *; connect-src https://api.example.com",
    }),
  );
  if (published.status !== 200) throw new Error(published.text);
  const installed = await admin.api.post(`/v1/integrations/${name}/installations`, { organization: id });
  installationId = (installed.body as { id: string }).id;
  const all = { space_selection: 'all', site_selection: 'all' };
  await admin.api.patch(`/v1/integrations/${name}/installations/${installationId}`, all);
  const block = (which: string) => `{% @${name}/${which} name="World" %}`;
  spaceId = (await buildSpace(organization, { title: 'Guide' })).id;
  await buildPages(admin, spaceId, [
    { title: 'Start', markdown: `Before\n\n${block('hello')}\n\n${block('broken')}\n\nAfter` },
  ]);
  const site = await admin.api.post(`/v1/orgs/${id}/sites`, { title: 'Docs', spaces: [spaceId] });
  ({ id: siteId, basename } = site.body as { id: string; basename: string });
  await admin.api.post(`/v1/orgs/${id}/sites/${siteId}/publish`);
  await test.settle();
});
afterAll(() => test.close());

describe('the public endpoint of an integration', () => {
  it('forwards requests without the credentials of Bindery, and sandboxes the answers', async () => {
    const path = `/~integrations/${name}/installations/${installationId}/spaces/${spaceId}/hook?x=1`;
    const headers = {
      cookie: 'session=1',
      authorization: `Bearer ${organization.admin.token}`,
      'x-hub': 'sent',
    };
    const answer = await fetch(test.baseUrl + path, { method: 'PUT', body: '{"a":1}', headers });
    const text = await answer.text();
    expect(answer.status).toBe(201);
    expect(answer.headers.get('set-cookie')).toBeNull();
    expect(answer.headers.get('service-worker-allowed')).toBeNull();
    expect(answer.headers.get('x-own')).toBe('yes');
    expect(answer.headers.get('content-security-policy')).toMatch(/^sandbox (?!.*same-origin)/);
    expect(text).toContain(`"url":"http://docs.example.com${path}"`);
    expect(text).toContain(`"place":["${installationId}","${spaceId}"]`);
    expect(text).toContain('"x-hub":"sent"');
    expect(text).not.toMatch(/session=1|bdy_/);
    expect(text).toContain(String.raw`{\"a\":1}`);
    const foreign = await fetch(test.baseUrl + path, {
      headers: { authorization: 'Bearer of-another-service' },
    });
    expect(await foreign.text()).toContain('Bearer of-another-service');
  });

  it('exists only for installed integrations, and refuses large bodies', async () => {
    const at = async (path: string) => (await fetch(`${test.baseUrl}/~integrations/${path}`)).status;
    expect(await at(name)).toBe(201);
    expect(await at(`${name}x`)).toBe(404);
    expect(await at(`${name}/installations/none`)).toBe(404);
    expect(await at(`${name}/installations/${installationId}/spaces/none`)).toBe(404);
    const body = 'x'.repeat(11 * 2 ** 20);
    const large = await fetch(`${test.baseUrl}/~integrations/${name}`, { method: 'POST', body });
    expect(large.status).toBe(413);
  });
});

describe('components of an integration', () => {
  const body = (componentId: string, more: object = {}) => ({
    componentId,
    props: { name: 'you' },
    context: { type: 'document', spaceId, editable: true, theme: 'light' },
    ...more,
  });
  const path = () => `/v1/integrations/${name}/render`;

  it('are rendered for members who see the space, as plain ContentKit', async () => {
    const { admin } = organization;
    const drawn = await admin.api.post(path(), body('hello', { action: { action: 'press' } }));
    expect(drawn.status).toBe(200);
    expect(drawn.headers.get('cache-control')).toBe('private, max-age=30');
    expect(drawn.body).toMatchObject({ type: 'element', state: { count: 1 }, element: { type: 'block' } });
    expect(JSON.stringify(drawn.body)).not.toContain('secret');
    const request = lzString.compressToEncodedURIComponent(JSON.stringify(body('hello')));
    expect((await admin.api.get(path(), { query: { request } })).body).toMatchObject({ state: { count: 0 } });
    const broken = await admin.api.post(path(), body('broken'));
    expect([broken.status, broken.text]).toEqual([502, expect.stringContaining('element.children.0')]);
    expect((await admin.api.get(path(), { query: { request: 'nonsense' } })).status).toBe(400);
    expect((await admin.api.post(path(), body('hello', { context: { type: 'x' } }))).status).toBe(400);
  });

  it('are refused to other users, and settings to members who may not change them', async () => {
    const stranger = await buildUser(test);
    const reader = await organization.member('read');
    expect((await stranger.api.post(path(), body('hello'))).status).toBe(404);
    expect((await reader.api.post(path(), body('hello'))).status).toBe(200);
    const context = { type: 'configuration_account', organizationId: organization.id, theme: 'light' };
    expect((await reader.api.post(path(), body('hello', { context }))).status).toBe(403);
    expect((await organization.admin.api.post(path(), body('hello', { context }))).status).toBe(200);
  });
});

describe('a published page with integrations', () => {
  it('shows rendered blocks escaped, and failed blocks as they are stored', async () => {
    const { text } = await get('');
    expect(text).toContain('&#x3C;script>alert(1)&#x3C;/script> World document');
    expect(text).toContain('pressed <strong>0</strong>');
    expect(text).toMatch(
      /<iframe src="https:\/\/frames.example.com\/x" sandbox="allow-scripts(?![^"]*same-origin)/,
    );
    expect(text).toContain('After');
    const { text: markdown } = await get('', { accept: 'text/markdown' });
    expect(markdown).toContain('pressed **0**');
    expect(markdown).toContain('const a = 1;');
  });

  it('renders a block again when its reader presses a button', async () => {
    const ticket = /data-integration="([^"]+)"/.exec((await get('')).text)?.[1] ?? '';
    const url = `${test.baseUrl}/${basename}/~blocks`;
    const press = async (sent: object): Promise<{ status: number; html?: string }> => {
      const host = `${organization.hostname}.${HOST}`;
      const { status, text } = await askAs(
        test.baseUrl,
        host,
        new URL(url).pathname,
        { 'content-type': 'application/json' },
        JSON.stringify(sent),
      );
      return { status, ...(status === 200 ? (JSON.parse(text) as { html: string }) : {}) };
    };
    const state = { count: 4, words: '<i>typed</i>' };
    const { html } = await press({ ticket, state, action: { action: 'press' } });
    expect(html).toContain('pressed <strong>4</strong>');
    expect((await press({ ticket: `x${ticket.slice(1)}`, state, action: { action: 'press' } })).status).toBe(
      400,
    );
    expect((await press({ ticket, state, action: { action: '@editor.node.updateProps' } })).status).toBe(400);
  });

  it('loads scripts of integrations, and allows only the hosts that they declare', async () => {
    const { text } = await get('');
    const src = /<script async data-integration(?:="")? src="([^"]+)"/.exec(text)?.[1] ?? '';
    expect(src).toBe(`/${basename}/~scripts/${installationId}.js`);
    const { text: script, type } = await get(src.slice(basename.length + 2));
    expect(type).toContain('text/javascript');
    expect(script).toBe(`globalThis.injected = "${siteId}"`);
    const host = `${organization.hostname}.${HOST}`;
    const policy = await policyAt(host, `/${basename}/`);
    expect(policy).toMatch(/script-src 'self' 'sha256-[^ ]+' https:\/\/cdn.example.com;/);
    expect(policy).toContain("connect-src 'self' https://api.example.com;");
    expect(policy).toContain('frame-src https://frames.example.com;');
    const listed = await organization.admin.api.get(
      `/v1/orgs/${organization.id}/sites/${siteId}/integration-scripts`,
    );
    expect(listed.body).toMatchObject([
      { cookies: false, contentSecurityPolicy: expect.stringContaining('cdn.example.com') as string },
    ]);
    const [{ script: url }] = listed.body as [{ script: string }];
    expect(await (await fetch(test.baseUrl + new URL(url).pathname)).text()).toContain('injected');
  });

  it('sends visitors to the integration that signs them in, and admits them afterwards', async () => {
    const { admin, id } = organization;
    const auth = `/v1/orgs/${id}/sites/${siteId}/publishing/auth`;
    const changed = await admin.api.patch(auth, { backend: 'integration' });
    expect(changed.body).toMatchObject({ backend: 'integration', integration: name });
    const ofSpace = async () => (await admin.api.get(`/v1/spaces/${spaceId}`)).body.visitorAuth as object;
    expect(await ofSpace()).toBeUndefined();
    await admin.api.patch(`/v1/orgs/${id}/sites/${siteId}`, { visibility: 'visitor-auth' });
    expect(await ofSpace()).toEqual({ backend: 'integration', integration: name });
    const installation = `/v1/integrations/${name}/installations/${installationId}`;
    await admin.api.patch(installation, { status: 'paused' });
    await test.settle();
    expect(await ofSpace()).toEqual({ backend: 'custom' });
    await admin.api.patch(installation, { status: 'active' });
    await test.settle();
    const { status, location = '' } = await get('');
    expect([status, location]).toEqual([307, expect.stringContaining('/~visitor-sign-in/')]);
    const { pathname, search } = new URL(location);
    const sent = await fetch(test.baseUrl + pathname + search, { redirect: 'manual' });
    const back = new URL(sent.headers.get('location') ?? '').searchParams.get('back') ?? '';
    const token = /jwt_token=(.+)$/.exec(back)?.[1] ?? '';
    expect((await get('', { authorization: `Bearer ${token}` })).text).toContain('Before');
    expect((await get('', { authorization: `Bearer ${token}x` })).status).toBe(307);
    await admin.api.patch(auth, { backend: 'custom' });
    expect((await get('', { authorization: `Bearer ${token}` })).status).toBe(401);
    expect(await ofSpace()).toEqual({ backend: 'custom' });
    await admin.api.patch(`/v1/orgs/${id}/sites/${siteId}`, { visibility: 'public' });
  });

  it('shows stored blocks without scripts once the integration is removed', async () => {
    await organization.admin.api.delete(`/v1/integrations/${name}/installations/${installationId}`);
    await test.settle();
    const { text } = await get('');
    expect(text).not.toContain('data-integration');
    expect(text).toContain(`${name} / hello`);
  });
});

describe('integrations that come with Bindery', () => {
  const installedOn = async (bundled: string, configuration?: object): Promise<void> => {
    const { admin, id } = organization;
    const path = `/v1/integrations/${bundled}/installations`;
    const installed = await admin.api.post(path, { organization: id });
    const own = `${path}/${(installed.body as { id: string }).id}/spaces`;
    await admin.api.post(own, { space: spaceId });
    if (configuration) await admin.api.patch(`${own}/${spaceId}`, { configuration });
  };

  it('draw a diagram on a page', async () => {
    await installedOn('diagram');
    const markdown = '{% @diagram/diagram content="graph LR; A --> B" %}';
    await buildPages(organization.admin, spaceId, [{ title: 'Drawn', markdown }]);
    await test.settle();
    const { text } = await get('drawn');
    expect(text).toMatch(/data-integration="[^"]+".*data-diagram="".*data-syntax="mermaid"/s);
  });

  it('tell a chat that a space has new content', async () => {
    const told: string[] = [];
    const chat = createServer((request, response) => {
      request.on('data', (data: Buffer) => told.push(data.toString()));
      request.on('end', () => response.end('ok'));
    });
    await new Promise<void>((resolve) => chat.listen(0, '127.0.0.1', resolve));
    const { port } = chat.address() as AddressInfo;
    await installedOn('notifier', { webhook_url: `http://127.0.0.1:${port}/hook` });
    await test.settle();
    await buildPages(organization.admin, spaceId, [{ title: 'News' }]);
    // Events are delivered beside the jobs.
    await expect
      .poll(() => told.join('\n'), { timeout: 60_000 })
      .toMatch(/\{"text":"<http[^|]*\|Guide> has new content\."\}/);
    chat.close();
  });
});

async function policyAt(host: string, path: string): Promise<string> {
  const answer = await askAs(test.baseUrl, host, path);
  return answer.policy;
}
