import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  accessibilityProblems,
  contrastProblems,
  crashTab,
  findBrowser,
  leaveBrowser,
  overflow,
  type ReaderOptions,
  shareBrowser,
} from '../support/browser.js';
import { isSaved, openEditor, textOf } from '../support/editor-tab.js';
import { buildOrganization, buildPages, buildSpace, type TestOrganization } from '../support/factories.js';
import { createTestApp, type TestApp } from '../support/test-app.js';

describe.skipIf(findBrowser() === undefined)('The editor, in a browser', () => {
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

  /** A space with one page of the text. */
  async function pageOf(markdown: string, editMode: 'live' | 'locked' = 'live') {
    const space = (await buildSpace(organization, { title: 'Handbook' })).id;
    const { api } = organization.admin;
    await buildPages(organization.admin, space, [{ title: 'Travel', markdown }]);
    const { body } = await api.get(`/v1/spaces/${space}/content/pages`);
    const page = (body.pages as { id: string }[])[0]!.id;
    if (editMode === 'locked') await api.patch(`/v1/spaces/${space}`, { editMode });
    return { space, page, root: `${test.baseUrl}/app/s/${space}/~/edit` };
  }

  const writerAt = (root: string, token: string, options: ReaderOptions = {}) =>
    openEditor(test, browser, token, root, options);

  async function markdownOf(space: string, page: string, place = ''): Promise<string> {
    const { body } = await organization.admin.api.get(
      `/v1/spaces/${space}${place}/content/page/${page}?format=markdown`,
    );
    return body.markdown as string;
  }

  it('writes a page with the keyboard, whose Markdown is what somebody would write by hand', async () => {
    const { space, page, root } = await pageOf('');
    const writer = await writerAt(root, organization.admin.token);
    await textOf(writer).click();
    const { keyboard } = writer;
    await keyboard.type('## Before you go\nKeep **all** receipts, and read `policy.txt`.\n');
    await keyboard.type('- flight\ntrain\n\n');
    await keyboard.type('1. book\nfly\n\n');
    await keyboard.type('[ ] pack\nlock the door\n\n');
    await keyboard.type('> Home is where the heart is.\n\n');
    await keyboard.type('```js let cost = 1;\nlet days = 2;');
    await keyboard.press('Control+Enter');
    await keyboard.type('/hint');
    await keyboard.press('Enter');
    await keyboard.type('Ask first.');
    await isSaved(writer);
    expect((await markdownOf(space, page)).trim()).toBe(
      [
        ...['# Travel', '', '### Before you go', '', 'Keep **all** receipts, and read `policy.txt`.', ''],
        ...['* flight', '* train', '', '1. book', '2. fly', '', '* [ ] pack', '* [ ] lock the door', ''],
        ...['> Home is where the heart is.', '', '```js', 'let cost = 1;', 'let days = 2;', '```', ''],
        ...['{% hint style="info" %}', 'Ask first.', '{% endhint %}'],
      ].join('\n'),
    );
    const { body } = await organization.admin.api.get(`/v1/spaces/${space}/revisions`);
    // The space, its page, and one run of saves.
    expect((body.items as unknown[]).length).toBeLessThanOrEqual(3);
    await writer.context().close();
  });

  it('opens a change request with the first key in a locked space, and undoes', async () => {
    const { space, page, root } = await pageOf('Keep the receipts.', 'locked');
    const writer = await writerAt(root, organization.admin.token);
    await textOf(writer).locator('p').first().click();
    await writer.keyboard.press('End');
    await writer.keyboard.type(' All of them.');
    await isSaved(writer);
    expect(new URL(writer.url()).pathname).toBe(`/app/s/${space}/~/changes/1/~/edit`);
    expect(await markdownOf(space, page)).not.toContain('All of them');
    expect(await markdownOf(space, page, '/change-requests/1')).toContain('Keep the receipts. All of them.');
    await writer.reload();
    await writer.locator('[data-ready]').waitFor();
    expect(await textOf(writer).textContent()).toContain('All of them.');
    await textOf(writer).locator('p').first().click();
    await writer.keyboard.press('End');
    await writer.keyboard.type('!!');
    await writer.keyboard.press('Control+z');
    await isSaved(writer);
    expect(await textOf(writer).locator('p').first().textContent()).toBe('Keep the receipts. All of them.');
    await writer.context().close();
  });

  it('stores a picture that is pasted before the first key in a locked space', async () => {
    const { space, page, root } = await pageOf('Keep the receipts.', 'locked');
    const writer = await writerAt(root, organization.admin.token);
    await textOf(writer).locator('p').first().click();
    await textOf(writer).evaluate((element) => {
      const pixel =
        'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
      const bytes = Uint8Array.from(atob(pixel), (letter) => letter.charCodeAt(0));
      const clipboardData = new DataTransfer();
      clipboardData.items.add(new File([bytes], 'receipt.png', { type: 'image/png' }));
      element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
    });
    await textOf(writer).locator('img').waitFor({ state: 'attached' });
    await isSaved(writer);
    expect(new URL(writer.url()).pathname).toBe(`/app/s/${space}/~/changes/1/~/edit`);
    expect(await markdownOf(space, page, '/change-requests/1')).toContain('receipt.png');
    expect(await markdownOf(space, page)).not.toContain('receipt.png');
    await writer.context().close();
  });

  it('shows two writers what the other writes, and both versions of a block that both changed', async () => {
    const { space, page, root } = await pageOf('One.\n\nTwo.\n\nThree.');
    const other = await organization.member('edit');
    const [ann, ben] = [await writerAt(root, organization.admin.token), await writerAt(root, other.token)];
    await textOf(ann).locator('p').nth(0).click();
    await ann.keyboard.press('End');
    await ann.keyboard.type(' By Ann.');
    await textOf(ben).getByText('One. By Ann.').waitFor();
    await textOf(ben).locator('p').nth(2).click();
    await ben.keyboard.press('End');
    await ben.keyboard.type(' By Ben.');
    await textOf(ann).getByText('Three. By Ben.').waitFor();
    // The cursor of Ann is where it was.
    await ann.keyboard.type(' Again.');
    await textOf(ben).getByText('One. By Ann. Again.').waitFor();
    await ann.locator('[data-editor-people] [role=img]').first().waitFor();
    await isSaved(ann);
    await isSaved(ben);
    // Both write in one block while Ben cannot reach the server.
    await ben.context().setOffline(true);
    await textOf(ben).locator('p').nth(1).click();
    await ben.keyboard.press('End');
    await ben.keyboard.type(' Ben was here.');
    await ben.locator('[data-editor-state=offline]').waitFor();
    await textOf(ann).locator('p').nth(1).click();
    await ann.keyboard.press('End');
    await ann.keyboard.type(' Ann was here.');
    await isSaved(ann);
    await ben.context().setOffline(false);
    await ben.getByRole('button', { name: 'Take theirs' }).waitFor();
    expect(await ben.locator('.editor-conflict-text').allTextContents()).toEqual([
      'Two. Ben was here.',
      'Two. Ann was here.',
    ]);
    await ben.getByRole('button', { name: 'Keep yours' }).click();
    await isSaved(ben);
    await textOf(ann).getByText('Two. Ben was here.').waitFor();
    expect(await markdownOf(space, page)).toContain(
      'One. By Ann. Again.\n\nTwo. Ben was here.\n\nThree. By Ben.',
    );
    await ann.context().close();
    await ben.context().close();
  });

  it('writes a new block once, also while the words of another arrive', async () => {
    const { space, page, root } = await pageOf('One.\n\nTwo.');
    const other = await organization.member('edit');
    const [ann, ben] = [await writerAt(root, organization.admin.token), await writerAt(root, other.token)];
    await textOf(ann).click();
    await ann.waitForTimeout(500);
    await ann.keyboard.press('Control+End');
    await ann.keyboard.press('Enter');
    await textOf(ben).locator('p').nth(0).click();
    await ben.waitForTimeout(500);
    await ben.keyboard.press('End');
    for (let at = 1; at <= 6; at++) {
      await ann.keyboard.type(at === 1 ? `new ${at}` : ` new ${at}`, { delay: 40 });
      await ben.keyboard.type(` ben ${at}`, { delay: 40 });
      await ann.waitForTimeout(300);
    }
    await isSaved(ann);
    await isSaved(ben);
    await expect
      .poll(() => markdownOf(space, page))
      .toContain('One. ben 1 ben 2 ben 3 ben 4 ben 5 ben 6\n\nTwo.\n\nnew 1 new 2 new 3 new 4 new 5 new 6');
    expect(await ann.getByRole('button', { name: 'Take theirs' }).count()).toBe(0);
    await ann.context().close();
    await ben.context().close();
  });

  it('asks which version to keep when somebody writes in a block while the words of another arrive', async () => {
    const { space, page, root } = await pageOf('One.\n\nTwo.');
    const other = await organization.member('edit');
    const [ann, ben] = [await writerAt(root, organization.admin.token), await writerAt(root, other.token)];
    let release!: () => void;
    const released = new Promise<void>((resolve) => (release = resolve));
    const arriving = ben.waitForRequest(/format=document/);
    await ben.route(/format=document/, async (route) => {
      await released;
      await route.continue();
    });
    await textOf(ann).locator('p').nth(1).click();
    await ann.keyboard.press('End');
    await ann.keyboard.type(' Ann was here.');
    await isSaved(ann);
    await arriving;
    await textOf(ben).locator('p').nth(1).click();
    await ben.keyboard.press('End');
    await ben.keyboard.type(' Ben was here.');
    release();
    await ben.getByRole('button', { name: 'Take theirs' }).waitFor();
    await ben.waitForTimeout(1500);
    expect(await markdownOf(space, page)).toContain('Two. Ann was here.');
    await ben.getByRole('button', { name: 'Take theirs' }).click();
    await isSaved(ben);
    expect(await textOf(ben).locator('p').nth(1).textContent()).toBe('Two. Ann was here.');
    await ann.context().close();
    await ben.context().close();
  });

  it('keeps what was typed offline when the tab crashes, and saves it later', async () => {
    const { space, page, root } = await pageOf('Keep the receipts.');
    const writer = await writerAt(root, organization.admin.token);
    const context = writer.context();
    await context.setOffline(true);
    await textOf(writer).locator('p').first().click();
    await writer.keyboard.press('End');
    await writer.keyboard.type(' On the train.');
    await writer.locator('[data-editor-state=offline]').waitFor();
    await writer.waitForTimeout(300);
    await crashTab(writer);
    await context.setOffline(false);
    expect(await markdownOf(space, page)).not.toContain('On the train.');
    const later = await context.newPage();
    await later.goto(root);
    await later.getByText('was not saved; it is here again').waitFor();
    await isSaved(later);
    expect(await markdownOf(space, page)).toContain('Keep the receipts. On the train.');
    await context.close();
  });

  it('keeps what was typed after the session has ended, and saves it after the next sign-in', async () => {
    const { space, page, root } = await pageOf('Keep the receipts.');
    const writer = await writerAt(root, organization.admin.token);
    await writer.context().clearCookies();
    await textOf(writer).locator('p').first().click();
    await writer.keyboard.press('End');
    await writer.keyboard.type(' All of them.');
    await writer.locator('[data-editor-state=signed-out]').getByRole('link', { name: 'Sign in' }).click();
    await writer.waitForURL(/\/app\/sign-in/);
    await writer.request.post(`${test.baseUrl}/app/sign-in`, {
      form: { token: organization.admin.token, next: '' },
    });
    await writer.goto(root);
    await writer.getByText('was not saved; it is here again').waitFor();
    await isSaved(writer);
    expect(await markdownOf(space, page)).toContain('Keep the receipts. All of them.');
    await writer.context().close();
  });

  it('moves, copies and deletes pages in the tree, and brings them back', async () => {
    const { space, root } = await pageOf('Words.');
    await buildPages(organization.admin, space, [{ title: 'Hotels' }, { title: 'Flights' }]);
    const writer = await writerAt(root, organization.admin.token);
    const rows = writer.locator('.page-tree-row');
    const titles = async () => {
      const { body } = await organization.admin.api.get(`/v1/spaces/${space}/content/pages`);
      const shown = (pages: { title: string; pages?: [] }[]): unknown[] =>
        pages.map(({ title, pages: below = [] }) => (below.length > 0 ? [title, shown(below)] : title));
      return JSON.stringify(shown(body.pages as []));
    };
    await rows.filter({ hasText: 'Flights' }).focus();
    await writer.keyboard.press('Alt+ArrowUp');
    await writer.keyboard.press('Alt+ArrowUp');
    await expect.poll(titles).toBe('["Flights","Travel","Hotels"]');
    await writer.keyboard.press('Alt+ArrowDown');
    await expect.poll(titles).toBe('["Travel","Flights","Hotels"]');
    await writer.keyboard.press('Alt+ArrowRight');
    await expect.poll(titles).toBe('[["Travel",["Flights"]],"Hotels"]');
    await rows.filter({ hasText: 'Hotels' }).focus();
    await writer.keyboard.press('F2');
    await writer.keyboard.type('Beds');
    await writer.keyboard.press('Enter');
    await expect.poll(titles).toBe('[["Travel",["Flights"]],"Beds"]');
    await rows.filter({ hasText: 'Beds' }).waitFor();
    await writer.keyboard.press('Delete');
    await expect.poll(titles).toBe('[["Travel",["Flights"]]]');
    await writer.getByRole('button', { name: 'Undo' }).click();
    await expect.poll(titles).toContain('Beds');
    await writer.getByLabel('Actions for Beds').selectOption('duplicate');
    await expect.poll(titles).toContain('Beds (copy)');
    await rows.filter({ hasText: 'Flights' }).dragTo(rows.filter({ hasText: 'Beds (copy)' }));
    await expect.poll(titles).toContain('["Beds (copy)",["Flights"]]');
    await writer.context().close();
  });

  it('pastes what was cut in the editor whole, and Markdown as blocks', async () => {
    const { space, page, root } = await pageOf(
      'First.\n\n{% hint style="warning" icon="bolt" %}\nCareful.\n{% endhint %}',
    );
    const writer = await writerAt(root, organization.admin.token);
    await textOf(writer).locator('p').first().click();
    await writer.keyboard.press('Control+a');
    await writer.keyboard.press('Control+x');
    await writer.keyboard.press('Control+v');
    await writer.keyboard.press('Control+End');
    await isSaved(writer);
    expect(await markdownOf(space, page)).toContain('{% hint style="warning" icon="bolt" %}\nCareful.');
    await textOf(writer).locator('p').first().click();
    await writer.keyboard.press('End');
    await writer.keyboard.press('Enter');
    await writer.evaluate(() => navigator.clipboard.writeText('- [x] packed\n- [ ] locked'));
    await writer.keyboard.press('Control+v');
    await textOf(writer).getByText('locked').waitFor();
    await isSaved(writer);
    expect(await markdownOf(space, page)).toContain('* [x] packed\n* [ ] locked');
    await writer.context().close();
  });

  it('works on a phone, and with a screen reader, in both themes', async () => {
    const { root } = await pageOf(
      '## Costs\n\nKeep the receipts.\n\n* one\n* two\n\n| a | b |\n| - | - |\n| 1 | 2 |',
    );
    const phone = await writerAt(root, organization.admin.token, { width: 390, touch: true });
    expect(await overflow(phone)).toBe(0);
    await textOf(phone).locator('p').first().tap();
    await phone.keyboard.type('By thumb. ');
    await isSaved(phone);
    await phone.emulateMedia({ colorScheme: 'light' });
    expect(await accessibilityProblems(phone)).toEqual([]);
    await phone.emulateMedia({ colorScheme: 'dark' });
    expect(await contrastProblems(phone)).toEqual([]);
    await phone.context().close();
  });
});
