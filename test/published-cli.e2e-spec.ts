import { execFile } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildOrganization, buildPages, buildSpace, type TestOrganization } from './support/factories.js';
import { shareTestApp, type TestApp } from './support/test-app.js';
import { eventually } from './support/eventually.js';

const FOLDER = fileURLToPath(new URL('published-cli/', import.meta.url));
const TOOL = join(FOLDER, 'node_modules/@gitbook/cli/cli.js');
/** Neither package declares a licence, so they are no dependency of ours: `npm ci --prefix test/published-cli` gets them. */
const isInstalled = existsSync(TOOL);
const NAME = 'published-probe';
const SECRET = 'open-sesame-2048';

describe.skipIf(!isInstalled)('an integration of the published runtime and command line tool', () => {
  let test: TestApp;
  let organization: TestOrganization;
  let home: string;
  let installationId: string;
  let spaceId: string;
  let said: string;
  let installed: Awaited<ReturnType<TestOrganization['admin']['api']['post']>>;
  const base = `/v1/integrations/${NAME}`;

  /** The tool as authors run it; its settings and what it builds go to a folder of the test. */
  const gitbook = async (args: string[], token = organization.admin.token): Promise<string> => {
    const env = {
      ...{ PATH: process.env['PATH'] ?? '', HOME: home, XDG_CONFIG_HOME: home, TMPDIR: home },
      ...{ GITBOOK_ENDPOINT: test.baseUrl, GITBOOK_TOKEN: token, PROBE_KEY: SECRET },
    };
    const run = promisify(execFile)(process.execPath, [TOOL, ...args], { cwd: FOLDER, env });
    return (await run).stdout;
  };
  const publish = (token?: string) =>
    gitbook(['publish', 'integration', '--organization', organization.id], token);
  const api = () => organization.admin.api;
  const installation = () => `${base}/installations/${installationId}`;
  const render = async (body: object) => {
    const answer = await api().post(`${base}/render`, {
      context: { type: 'document', spaceId, editable: true, theme: 'light' },
      ...body,
    });
    expect(answer.status, answer.text).toBe(200);
    return answer.body;
  };

  beforeAll(async () => {
    home = mkdtempSync(join(tmpdir(), 'bindery-published-cli-'));
    test = await shareTestApp();
    organization = await buildOrganization(test);
    said = await publish();
    installed = await api().post(`${base}/installations`, { organization: organization.id });
    installationId = installed.body.id;
    spaceId = (await buildSpace(organization, { title: 'Guide' })).id;
    await api().post(`${installation()}/spaces`, { space: spaceId });
    await api().patch(installation(), { configuration: { greeting: 'Hello' } });
  });
  afterAll(async () => {
    await test?.close();
    if (home) rmSync(home, { recursive: true, force: true });
  });

  it('the integration has the fields of its manifest, in a new version with each publication', async () => {
    expect(said).toContain(`"${NAME}" published`);
    const { body } = await api().get(base);
    expect(body).toMatchObject({
      ...{
        title: 'Published probe',
        version: 1,
        target: 'all',
        visibility: 'private',
        categories: ['other'],
      },
      scopes: ['space:content:read', 'space:metadata:read'],
      blocks: [{ id: 'greeting', title: 'Greeting' }],
      configurations: { space: { componentId: 'settings' } },
      owner: { id: organization.id },
    });
    expect((await fetch(test.baseUrl + new URL(body.urls.icon as string).pathname)).status).toBe(200);
    expect(await gitbook(['whoami'])).toContain(organization.admin.email);
    const reader = await organization.member('read');
    await expect(publish(reader.token)).rejects.toThrow('Command failed');
    await publish();
    expect((await api().get(base)).body.version).toBe(2);
  });

  it('the installation waits for its required setting, and refuses a wrong one', async () => {
    expect(installed.body).toMatchObject({ status: 'pending', configuration: { loud: false } });
    const refused = await api().patch(installation(), { configuration: { greeting: 7 } });
    expect(refused.status).toBe(400);
    const { body } = await api().get(installation());
    expect(body).toMatchObject({ status: 'active', configuration: { greeting: 'Hello', loud: false } });
  });

  it('the public endpoint answers HTTP, with the configuration and statuses of the integration', async () => {
    const at = (await api().get(`${installation()}/spaces/${spaceId}`)).body.urls.publicEndpoint as string;
    const endpoint = test.baseUrl + new URL(at).pathname;
    const ask = (path = '', init?: RequestInit) => fetch(endpoint + path, init);
    expect(await (await ask()).json()).toEqual({ says: 'Hello', method: 'GET', body: null });
    const posted = await ask('/hook', { method: 'POST', body: 'Words' });
    expect(await posted.json()).toEqual({ says: 'Hello', method: 'POST', body: 'Words' });
    const refused = await ask('/teapot');
    expect([refused.status, await refused.json()]).toEqual([418, { error: 'I am a teapot.' }]);
    await api().patch(installation(), { configuration: { greeting: 'Hello', loud: true } });
    expect(await (await ask()).json()).toMatchObject({ says: 'HELLO' });
    await api().patch(installation(), { configuration: { greeting: 'Hello' } });
  });

  it('the block is rendered for members and on pages, and follows its actions', async () => {
    const asked = { componentId: 'greeting', props: { name: 'World' } };
    const drawn = await render(asked);
    expect(drawn).toMatchObject({ type: 'element', state: { pressed: 0 }, element: { type: 'block' } });
    expect(JSON.stringify(drawn)).toContain('Hello, World');
    const pressed = await render({ ...asked, state: drawn.state as object, action: { action: 'press' } });
    expect(JSON.stringify(pressed)).toContain('"1"');

    await buildPages(organization.admin, spaceId, [
      { title: 'Start', markdown: `{% @${NAME}/greeting name="Reader" %}` },
    ]);
    const site = await api().post(`/v1/orgs/${organization.id}/sites`, { title: 'Docs', spaces: [spaceId] });
    const published = await api().post(`/v1/orgs/${organization.id}/sites/${site.body.id}/publish`);
    const { pathname } = new URL(published.body.urls.published as string);
    const page = await (await fetch(`${test.baseUrl}${pathname}`)).text();
    expect(page).toContain('Hello, Reader');
  });

  it('the settings form is rendered, and its answers are stored', async () => {
    const asked = { componentId: 'settings', props: { spaceInstallation: {} } };
    const context = { type: 'configuration_space', spaceId, theme: 'light' };
    const form = await render({ ...asked, context });
    expect(form.element).toMatchObject({ type: 'configuration' });
    const saved = await render({
      ...asked,
      context,
      state: { channel: '#docs' },
      action: { action: 'save' },
    });
    expect(saved).toMatchObject({ type: 'complete' });
    const { body } = await api().get(`${installation()}/spaces/${spaceId}`);
    expect(body.configuration).toEqual({ channel: '#docs' });
  });

  it('the integration receives events, calls the API, queues a task, and logs without its secret', async () => {
    await api().post(`/v1/spaces/${spaceId}/content`, {
      changes: [{ operation: 'insert_page', title: 'A page', document: { markdown: 'Words' } }],
    });
    const { revision } = (await api().get(`/v1/spaces/${spaceId}`)).body as { revision: string };
    await eventually(async () => {
      const { externalIds } = (await api().get(`${installation()}/spaces/${spaceId}`)).body;
      expect(externalIds).toEqual([revision]);
    });
    const { items } = (await api().get(`${base}/events`)).body as {
      items: { id: string; payload: { type: string; revisionId?: string } }[];
    };
    const told = items.find(({ payload }) => payload.revisionId === revision);
    const { event, trace } = (await api().get(`${base}/events/${told?.id}`)).body;
    expect(event).toMatchObject({ status: 'success', payload: { type: 'space_content_updated', spaceId } });
    const logged = JSON.stringify(trace.logs);
    expect(logged).toContain(`is at ${revision}; the key is ***`);
    expect(logged).not.toContain(SECRET);
  });
});
