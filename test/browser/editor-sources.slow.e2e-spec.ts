import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findBrowser, leaveBrowser, overflow, shareBrowser } from '../support/browser.js';
import { expectAccessible, isSaved, newLine, openEditor, textOf } from '../support/editor-tab.js';
import { buildOrganization, buildPages, buildSpace, type TestOrganization } from '../support/factories.js';
import { definition, uniqueName } from '../support/integrations.js';
import { buildSpec } from '../support/openapi.js';
import { createTestApp, type TestApp } from '../support/test-app.js';

/** Draws the words and the size that its block was told. */
const SCRIPT = `
export default { async fetch(request) {
  const { componentId, props } = JSON.parse((await request.formData()).get('event'));
  return Response.json({ type: 'element', props, state: {},
    element: { type: 'block', children: [{ type: 'text', children: 'Says ' + (props?.words ?? 'nothing') }] } });
} };`;

describe.skipIf(findBrowser() === undefined)('Blocks of other sources in the editor, in a browser', () => {
  let test: TestApp;
  let browser: Browser;
  let organization: TestOrganization;

  beforeAll(async () => {
    test = await createTestApp();
    organization = await buildOrganization(test);
    browser = await shareBrowser();
  });
  afterAll(async () => {
    await leaveBrowser(browser);
    await test.close();
  });

  async function open(width = 1440) {
    const space = (await buildSpace(organization, { title: 'Handbook' })).id;
    const [page = ''] = await buildPages(organization.admin, space, [{ title: 'API', markdown: 'One.' }]);
    const path = `/app/s/${space}/~/edit/${page}`;
    const writer = await openEditor(test, browser, organization.admin.token, path, { width });
    const blocks = async () => {
      const { body } = await organization.admin.api.get(
        `/v1/spaces/${space}/content/page/${page}?format=document`,
      );
      return (body.document.nodes as { type: string; data: object }[]).slice(1);
    };
    return { writer, blocks };
  }

  it('shows an operation of a specification, found by its words, and another instead', async () => {
    const { writer, blocks } = await open();
    const { keyboard } = writer;
    await newLine(writer);
    await keyboard.type('/api');
    await keyboard.press('Enter');
    const dialog = writer.getByRole('dialog', { name: 'API operation' });
    await dialog.getByText('no OpenAPI specification yet').waitFor();
    await keyboard.press('Escape');
    await buildSpec(test, organization, 'pets');
    await buildSpec(test, organization, 'shop');
    await keyboard.type('/api');
    await keyboard.press('Enter');
    await dialog.getByRole('option', { name: 'shop' }).waitFor();
    await keyboard.type('pet');
    await keyboard.press('Enter');
    await dialog.getByRole('option', { name: 'POST /pets' }).waitFor();
    await expectAccessible(writer);
    await keyboard.type('list the pets');
    await expect.poll(() => dialog.getByRole('option').count()).toBe(1);
    await keyboard.press('Enter');
    await textOf(writer).getByText('All of them, furry ones first.').waitFor();
    await isSaved(writer);
    const ref = { kind: 'openapi', spec: 'pets' };
    expect(await blocks()).toMatchObject([
      { type: 'openapi-operation', data: { ref, path: '/pets', method: 'get' } },
    ]);
    await keyboard.press('Control+/');
    await writer.getByRole('button', { name: 'Choose the operation…' }).click();
    await dialog.getByRole('option', { name: 'pets' }).click();
    await dialog.getByRole('option', { name: 'GET /orders' }).click();
    await textOf(writer).getByText('List the orders').waitFor();
    await isSaved(writer);
    expect(await blocks()).toMatchObject([{ data: { path: '/orders' } }]);
    await writer.context().close();
  });

  it('shows a block of an integration, which is told what a person writes', async () => {
    const { admin, id } = organization;
    const name = uniqueName();
    const blocks = [{ id: 'saying', title: 'Saying', description: 'Says something' }];
    await admin.api.post(`/v1/integrations/${name}`, definition(id, { script: SCRIPT, blocks }));
    const installed = await admin.api.post(`/v1/integrations/${name}/installations`, { organization: id });
    const path = `/v1/integrations/${name}/installations/${installed.body.id as string}`;
    await admin.api.patch(path, { space_selection: 'all' });
    const { writer, blocks: stored } = await open(390);
    const { keyboard } = writer;
    await newLine(writer);
    await keyboard.type('/saying');
    await writer.getByRole('option', { name: 'Saying' }).waitFor();
    await keyboard.press('Enter');
    await textOf(writer).getByText('Says nothing').waitFor();
    const menu = writer.getByRole('dialog', { name: 'Block' });
    await menu.getByLabel('Name of a new property').fill('words');
    await menu.getByRole('button', { name: 'Add' }).click();
    await menu.getByLabel('words', { exact: true }).fill('good morning');
    await expectAccessible(writer);
    expect(await overflow(writer)).toBe(0);
    await keyboard.press('Escape');
    await textOf(writer).getByText('Says good morning').waitFor();
    await isSaved(writer);
    expect(await stored()).toMatchObject([
      { type: 'integration', data: { integration: name, block: 'saying', props: { words: 'good morning' } } },
    ]);
    await writer.context().close();
  });
});
