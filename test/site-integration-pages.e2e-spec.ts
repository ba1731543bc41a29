import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { buildOrganization, type TestOrganization } from './support/factories.js';
import { definition, uniqueName } from './support/integrations.js';
import { type MemberBrowser, startMemberBrowser } from './support/member-browser.js';
import { shareTestApp, type TestApp } from './support/test-app.js';

let test: TestApp;
let organization: TestOrganization;
let owner: MemberBrowser;
let site: string;
let page: string;

beforeAll(async () => {
  test = await shareTestApp();
});

afterAll(() => test.close());

beforeEach(async () => {
  organization = await buildOrganization(test);
  owner = await startMemberBrowser(test, organization.admin.token);
  const { body } = await organization.admin.api.post(`/v1/orgs/${organization.id}/sites`, { title: 'Docs' });
  site = body.id;
  page = `/app/o/${organization.id}/sites/${site}/integrations`;
});

const install = async (name: string) =>
  (
    await organization.admin.api.post(`/v1/integrations/${name}/installations`, {
      organization: organization.id,
    })
  ).body.id as string;

const webhookOnSite = (installation: string) =>
  organization.admin.api.get(`/v1/integrations/webhook/installations/${installation}/sites/${site}`);

it('an integration is put on the site, set up, paused and taken off', async () => {
  expect(await owner.read(page)).toContain('No integration runs on this site');
  const installation = await install('webhook');
  expect(await owner.read(page)).toContain('Put it on this site');
  const send = (form: Record<string, string>) => owner.post(page, { integration: 'webhook', ...form });
  expect((await send({ do: 'add' })).headers.get('location')).toBe(`${page}?done=add`);
  const text = await owner.read(`${page}?done=add`);
  for (const words of [
    'Waits for a setting',
    'hear of each page that readers open',
    'The integration is on the site',
  ])
    expect(text).toContain(words);
  const url = 'https://hooks.example.com/docs';
  expect((await send({ do: 'configure', 'set.url': url, 'set.site_view': 'on' })).status).toBe(303);
  expect((await webhookOnSite(installation)).body).toMatchObject({
    status: 'active',
    configuration: { url, site_view: true, page_feedback: false },
  });
  const refused = await send({ do: 'configure', 'set.url': 'ftp://x"<b>' });
  const problem = await refused.text();
  expect(refused.status).toBe(400);
  expect(problem).toContain('role="alert"');
  expect(problem).not.toContain('"<b>');
  await send({ do: 'pause' });
  expect(await owner.read(page)).toContain('Paused');
  await send({ do: 'resume' });
  expect((await webhookOnSite(installation)).body.status).toBe('active');
  expect(await owner.read(page)).toContain('3 settings of it on this site');
  expect((await send({ do: 'remove' })).status).toBe(303);
  expect((await webhookOnSite(installation)).status).toBe(404);
});

it('one that is on all sites, and one that runs a script, are named as such', async () => {
  const name = uniqueName();
  await organization.admin.api.post(
    `/v1/integrations/${name}`,
    definition(organization.id, { title: 'Chat <b>', target: 'site', scopes: ['site:script:inject'] }),
  );
  const installation = await install(name);
  await organization.admin.api.patch(`/v1/integrations/${name}/installations/${installation}`, {
    site_selection: 'all',
  });
  const text = await owner.read(page);
  for (const words of [
    'On all sites of the organization',
    'Chat &lt;b>',
    'run a script on the pages of the site',
  ])
    expect(text).toContain(words);
});

it('members look, administrators of the site change, and nothing reaches other organizations', async () => {
  const installation = await install('webhook');
  await owner.post(page, { do: 'add', integration: 'webhook' });
  await owner.post(page, { do: 'configure', integration: 'webhook', 'set.url': 'https://secret.example/' });
  const reader = await startMemberBrowser(test, (await organization.member('read')).token);
  const text = await reader.read(page);
  expect(text).toContain('Webhook');
  expect(text).not.toContain('secret.example');
  for (const what of ['add', 'remove', 'pause'])
    expect((await reader.post(page, { do: what, integration: 'webhook' })).status).toBe(403);
  const stranger = await startMemberBrowser(test, (await buildOrganization(test)).admin.token);
  expect((await stranger.open(page)).status).toBe(404);
  expect((await stranger.post(page, { do: 'remove', integration: 'webhook' })).status).toBe(404);
  expect((await owner.post(page, { do: 'add', integration: 'nothing' })).status).toBe(404);
  expect((await owner.post(page, { do: 'uninstall', integration: 'webhook' })).status).toBe(400);
  expect((await webhookOnSite(installation)).status).toBe(200);
});

it('a signing secret is shown once, and the old one is deleted when there is another', async () => {
  const installation = await install('webhook');
  const webhook = `/app/o/${organization.id}/integrations/webhook`;
  const list = async () =>
    (await organization.admin.api.get(`/v1/integrations/webhook/installations/${installation}/secrets`)).body
      .items as { id: string; secret: string }[];
  const [first] = await list();
  const before = await owner.read(webhook);
  expect(before).toContain(`…${first!.secret.slice(-4)}`);
  expect(before).not.toContain(first!.secret);
  const made = await (await owner.post(webhook, { do: 'make-secret' })).text();
  const [newest] = await list();
  expect(made).toContain(newest!.secret);
  expect(made).not.toContain(first!.secret);
  expect(await owner.read(webhook)).not.toContain(newest!.secret);
  expect((await owner.post(webhook, { do: 'make-secret' })).status).toBe(409);
  expect((await owner.post(webhook, { do: 'delete-secret', secret: first!.id })).status).toBe(303);
  const only = await owner.post(webhook, { do: 'delete-secret', secret: newest!.id });
  expect([only.status, await only.text()]).toEqual([409, expect.stringContaining('the only secret')]);
  const reader = await startMemberBrowser(test, (await organization.member('read')).token);
  expect(await reader.read(webhook)).not.toContain('Signing secrets');
  expect((await reader.post(webhook, { do: 'make-secret' })).status).toBe(403);
});
