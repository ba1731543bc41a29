import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { findBrowser, leaveBrowser, shareBrowser } from '../support/browser.js';
import { buildOrganization, buildSpace, type TestOrganization } from '../support/factories.js';
import { expectGoodPage, openMemberTab } from '../support/member-tab.js';
import { createTestApp, type TestApp } from '../support/test-app.js';

interface Item {
  id: string;
  title: string;
  children?: Item[];
  siteSpaces?: Item[];
}

describe.skipIf(findBrowser() === undefined)('The structure of a site, in a browser', () => {
  let test: TestApp;
  let browser: Browser;
  let organization: TestOrganization;
  let site: string;
  let address: string;

  beforeAll(async () => {
    test = await createTestApp();
    organization = await buildOrganization(test);
    browser = await shareBrowser();
  });
  afterAll(async () => {
    await leaveBrowser(browser);
    await test?.close();
  });
  beforeEach(async () => {
    const { body } = await api().post(`/v1/orgs/${organization.id}/sites`, { title: 'Docs' });
    site = `/v1/orgs/${organization.id}/sites/${body.id}`;
    address = `${test.baseUrl}/app/o/${organization.id}/sites/${body.id}/structure`;
  });

  const api = () => organization.admin.api;

  async function addSection(title: string): Promise<Item> {
    const { id: spaceId } = await buildSpace(organization, { title });
    return (await api().post(`${site}/sections`, { spaceId })).body;
  }

  async function outline(): Promise<unknown[]> {
    const titles = (items: Item[]): unknown[] =>
      items.flatMap(({ title, children, siteSpaces }) => [
        title,
        ...(children ? [titles(children)] : siteSpaces ? [titles(siteSpaces)] : []),
      ]);
    return titles((await api().get(`${site}/structure`)).body.structure);
  }

  const row = (page: Page, { id }: Item) => page.locator(`[id="at-${id}"] > .structure-row`);
  const handle = (page: Page, item: Item) => row(page, item).locator('.structure-handle');
  /** Waits for the page that the server shows after `work`, until the focus is on what was moved and nothing scrolls any more. */
  async function moves(page: Page, item: Item, work: () => Promise<void>): Promise<void> {
    await Promise.all([page.waitForEvent('load'), work()]);
    const focused = 'document.activeElement.closest("li")?.id';
    await expect.poll(() => page.evaluate(focused)).toBe(`at-${item.id}`);
  }

  it('is arranged with the pointer: beside others, into a group, and a variant into another section', async () => {
    const [one, two, three] = [await addSection('One'), await addSection('Two'), await addSection('Three')];
    const { body: group } = await api().post(`${site}/section-groups`, { title: 'Group' });
    const { id: spaceId } = await buildSpace(organization, { title: 'Variant' });
    const { body: variant } = await api().post(`${site}/site-spaces`, { spaceId, sectionId: one.id });
    const { page, problems, close } = await openMemberTab(browser, test, organization.admin);
    await page.goto(address);
    await expectGoodPage(page, 'structure');
    if (process.env['SHOTS']) await page.screenshot({ path: '/tmp/structure-wide.png', fullPage: true });
    // The window is tall enough for all rows, because a drag does not scroll.
    await page.setViewportSize({ width: 1440, height: 1400 });
    await moves(page, three, () =>
      row(page, three).dragTo(row(page, one), { targetPosition: { x: 300, y: 3 } }),
    );
    await page.getByText('It is moved.', { exact: false }).waitFor();
    expect(await outline()).toEqual([
      'Three',
      ['Three'],
      'One',
      ['One', 'Variant'],
      'Two',
      ['Two'],
      'Group',
      [],
    ]);
    await moves(page, two, () => row(page, two).dragTo(row(page, group)));
    expect(await outline()).toEqual([
      'Three',
      ['Three'],
      'One',
      ['One', 'Variant'],
      'Group',
      ['Two', ['Two']],
    ]);
    await moves(page, variant, () => row(page, variant).dragTo(row(page, three)));
    expect(await outline()).toEqual([
      'Three',
      ['Three', 'Variant'],
      'One',
      ['One'],
      'Group',
      ['Two', ['Two']],
    ]);
    // Nothing of the site can hold a group but another group.
    await row(page, group).dragTo(row(page, one), { targetPosition: { x: 300, y: 25 } });
    expect(await outline()).toEqual([
      'Three',
      ['Three', 'Variant'],
      'One',
      ['One'],
      'Group',
      ['Two', ['Two']],
    ]);
    expect(problems).toEqual([]);
    await close();
  });

  it('is arranged with the keyboard, which stays on what it moves', async () => {
    const [one, two] = [await addSection('One'), await addSection('Two')];
    const { body: group } = await api().post(`${site}/section-groups`, { title: 'Group' });
    const { page, problems, close } = await openMemberTab(browser, test, organization.admin);
    await page.goto(address);
    const press = async (item: Item, key: string) => {
      await handle(page, item).focus();
      await moves(page, item, () => page.keyboard.press(`Alt+${key}`));
    };
    await press(two, 'ArrowUp');
    expect(await outline()).toEqual(['Two', ['Two'], 'One', ['One'], 'Group', []]);
    await press(group, 'ArrowUp');
    await press(one, 'ArrowRight');
    expect(await outline()).toEqual(['Two', ['Two'], 'Group', ['One', ['One']]]);
    await press(one, 'ArrowLeft');
    expect(await outline()).toEqual(['Two', ['Two'], 'Group', [], 'One', ['One']]);
    const [space] = one.siteSpaces!;
    await press(space!, 'ArrowUp');
    expect(await outline()).toEqual(['Two', ['Two', 'One'], 'Group', [], 'One', []]);
    expect(problems).toEqual([]);
    await close();
  });

  it('tells whoever is too late, and shows what the other did', async () => {
    const [one, two] = [await addSection('One'), await addSection('Two')];
    const { page, problems, close } = await openMemberTab(browser, test, organization.admin);
    await page.goto(address);
    const item = { type: 'site-section', id: two.id };
    await api().patch(`${site}/structure/sort`, { item, position: { before: { ...item, id: one.id } } });
    await row(page, two).getByRole('button', { name: 'Move up: Two' }).click();
    await page.getByRole('alert').getByText('Somebody else has moved it').waitFor();
    expect(await page.locator('.structure-row a').allTextContents()).toEqual(['Two', 'Two', 'One', 'One']);
    expect(problems.filter((problem) => !problem.includes('409'))).toEqual([]);
    await close();
  });

  it('is arranged on a phone without scripts, and each part has good pages', async () => {
    const [one, two] = [await addSection('One'), await addSection('Two')];
    const { body: group } = await api().post(`${site}/section-groups`, { title: 'Group' });
    const { page, close } = await openMemberTab(browser, test, organization.admin, {
      width: 390,
      scripts: false,
    });
    await page.goto(address);
    await row(page, two).getByRole('button', { name: 'Move up: Two' }).click();
    await page.getByText(/^It is moved/).waitFor();
    await page.getByRole('link', { name: 'One', exact: true }).first().click();
    await page.getByLabel('In', { exact: true }).selectOption({ label: 'Group' });
    await page.getByRole('button', { name: 'Move it there' }).click();
    await page.getByText(/^It is moved/).waitFor();
    expect(await outline()).toEqual(['Two', ['Two'], 'Group', ['One', ['One']]]);
    await close();
    const tab = await openMemberTab(browser, test, organization.admin);
    const parts = [
      `site-section/${one.id}`,
      `site-space/${one.siteSpaces![0]!.id}`,
      `site-section-group/${group.id}`,
    ];
    for (const part of parts) {
      await tab.page.goto(`${address}/${part}`);
      for (const summary of await tab.page.locator('main summary').all()) await summary.click();
      await expectGoodPage(tab.page, part);
      if (process.env['SHOTS'])
        await tab.page.screenshot({ path: `/tmp/structure-${part.split('/')[0]}.png`, fullPage: true });
    }
    await tab.page.goto(address);
    for (const summary of await tab.page.locator('main summary').all()) await summary.click();
    await expectGoodPage(tab.page, 'adding');
    if (process.env['SHOTS']) {
      await tab.page.setViewportSize({ width: 390, height: 800 });
      await tab.page.screenshot({ path: '/tmp/structure-phone.png', fullPage: true });
    }
    await tab.close();
  });
});
