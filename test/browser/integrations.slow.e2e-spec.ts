import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findBrowser, leaveBrowser, shareBrowser, openReader } from '../support/browser.js';
import { buildOrganization, buildPages, buildSpace } from '../support/factories.js';
import { definition, uniqueName } from '../support/integrations.js';
import { createTestApp, type TestApp } from '../support/test-app.js';

const SCRIPT = `
const draw = ({ state = {}, action }) => ({ type: 'element', props: {}, state: { presses: (state.presses ?? 0) + (action ? 1 : 0) },
  element: { type: 'block', children: [
    { type: 'textinput', state: 'name', initialValue: '' },
    { type: 'text', children: 'Pressed ' + ((state.presses ?? 0) + (action ? 1 : 0)) + ' by ' + (state.name ?? 'nobody') + '<img src=x onerror=alert(1)>' },
    { type: 'button', label: 'Press', onPress: { action: 'press' } } ] } });
export default { async fetch(request) {
  const event = JSON.parse((await request.formData()).get('event'));
  if (event.type === 'ui_render') return Response.json(draw(event));
  if (event.type === 'fetch_published_script')
    return new Response('document.documentElement.dataset.injected = "yes"; eval("document.documentElement.dataset.evaluated = 1");',
      { headers: { 'content-type': 'text/javascript' } });
  return new Response('ok');
} };`;

describe.skipIf(findBrowser() === undefined)('an integration on a page in a browser', () => {
  let test: TestApp;
  let browser: Browser;
  let url: string;

  beforeAll(async () => {
    // Browsers look for names below "localhost" on this machine.
    test = await createTestApp({ publicUrl: 'http://docs.localhost', sitesDomain: 'sites.localhost' });
    const { admin, id, hostname } = await buildOrganization(test);
    const name = uniqueName();
    const scopes = ['site:script:inject'];
    const blocks = [{ id: 'counter', title: 'Counter' }];
    await admin.api.post(`/v1/integrations/${name}`, definition(id, { script: SCRIPT, scopes, blocks }));
    const installed = await admin.api.post(`/v1/integrations/${name}/installations`, { organization: id });
    const all = { space_selection: 'all', site_selection: 'all' };
    const installation = (installed.body as { id: string }).id;
    await admin.api.patch(`/v1/integrations/${name}/installations/${installation}`, all);
    const space = await buildSpace({ id, hostname, admin, member: () => Promise.reject(new Error()) });
    await buildPages(admin, space.id, [{ title: 'Start', markdown: `{% @${name}/counter %}` }]);
    const site = await admin.api.post(`/v1/orgs/${id}/sites`, { title: 'Docs', spaces: [space.id] });
    const { id: siteId, basename } = site.body as { id: string; basename: string };
    await admin.api.post(`/v1/orgs/${id}/sites/${siteId}/publish`);
    await test.settle();
    url = `http://${hostname}.sites.localhost:${new URL(test.baseUrl).port}/${basename}/`;
    browser = await shareBrowser();
  });
  afterAll(async () => {
    await leaveBrowser(browser);
    await test?.close();
  });

  it('draws its block, reacts to its button, and runs only the script code that it declares', async () => {
    const reader = await openReader(browser);
    const { page, problems } = reader;
    await page.goto(url);
    const block = page.locator('.integration');
    expect(await block.innerText()).toContain('Pressed 0 by nobody<img');
    await page.waitForFunction(() => document.documentElement.dataset['injected'] === 'yes');
    await page.locator('html.is-ready').waitFor();
    await block.locator('input').fill('Ada');
    await block.getByRole('button', { name: 'Press' }).click();
    await block.getByText('Pressed 1 by Ada').waitFor();
    await block.getByRole('button', { name: 'Press' }).click();
    await block.getByText('Pressed 2').waitFor();
    // Nothing that it does not declare: no code made of text.
    expect(await page.evaluate(() => document.documentElement.dataset['evaluated'])).toBeUndefined();
    expect(problems.filter((problem) => !/eval|unsafe-eval/i.test(problem))).toEqual([]);
    await reader.close();
  });
});
