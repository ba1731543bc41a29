import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type FolderChange, WriteFolder } from '../src/modules/git/index.js';
import { type Files, importFiles, outlineOf, pagesByFile } from './support/archive.js';
import { readPage, writePage } from './support/change-requests.js';
import { buildOrganization, buildSpace, type TestOrganization } from './support/factories.js';
import { shareTestApp, type TestApp } from './support/test-app.js';

const FOLDER = {
  '.gitbook.yaml':
    '# Where the text is.\nroot: ./docs/   # here\n\nredirects:\n  old: guides/start.md # moved\n',
  LICENSE: 'Mine.\n',
  'docs/SUMMARY.md':
    '# Contents\n\n- [Welcome](README.md)\n- [Website](https://example.com/)\n\n## Guides\n\n<!-- The first ones. -->\n- [Start](./guides/start.md)\n    - [Deep page](<guides/deep page.md>)\n- [Last](guides/last.md)\n',
  'docs/README.md':
    'Welcome\n=======\n\nSee [start](guides/start.md#first) and\n[nothing](nope.md).\n\n+ one\n+ two\n',
  'docs/guides/start.md':
    '---\n# For search.\ndescription: "The first steps"\n---\n\n# Start\n\n## First\nRead [more](<deep page.md>),\nor *less*.\n\n{% include "../.gitbook/includes/note.md" %}\n',
  'docs/guides/deep page.md': '# Deep page\r\n\r\nBack to [the start](/guides/start).\r\n',
  'docs/guides/last.md': '# Last\n\nThe end',
  'docs/guides/hidden.md': '# Hidden\n\nNot in the list.\n',
  'docs/.gitbook/includes/note.md': '---\ntitle: A note\n---\n\nSee [the start](../../guides/start.md).\n',
  'docs/.gitbook/assets/data.csv': 'a,b\n1,2\n',
  'docs/.gitbook/vars.yaml': '# Shown everywhere.\nversion: "2.1"\n',
};

let test: TestApp;
let organization: TestOrganization;
beforeAll(async () => {
  test = await shareTestApp();
  organization = await buildOrganization(test);
});
afterAll(() => test.close());

const user = () => organization.admin;

async function imported(files: Files): Promise<string> {
  const { id } = await buildSpace(organization);
  const outcome = await importFiles(test, user(), id, files);
  expect(outcome.state).toBe('success');
  return id;
}

/** The changes of the files from which a space was imported. */
async function changesOf(space: string, files: Files): Promise<FolderChange[]> {
  const [state] = await test.db.query<{
    snapshot: string;
    config: { root: string; readme: string; summary: string };
  }>('select snapshot, config from git_states where space_id = $1', [space]);
  const [main] = await test.db.query<{ snapshot: string }>(`select snapshot from spaces where id = $1`, [
    space,
  ]);
  const folder = {
    paths: () => Object.keys(files),
    read: async (path: string) => Buffer.from(files[path]!),
  };
  const changes: FolderChange[] = [];
  const base = { snapshot: state!.snapshot, config: state!.config, folder };
  const request = { organizationId: organization.id, spaceId: space, base, snapshot: main!.snapshot };
  const plan = await test.app.get(WriteFolder).plan(request);
  for await (const change of plan.changes) changes.push(change);
  return changes;
}

function applied(files: Files, changes: readonly FolderChange[]): Files {
  const result = { ...files };
  for (const change of changes) {
    if ('from' in change && change.from !== undefined) delete result[change.from];
    if (change.kind === 'remove') delete result[change.path];
    if (change.kind === 'write') result[change.path] = change.text;
    if (change.kind === 'rename') result[change.path] = files[change.from]!;
  }
  return result;
}

const edit = async (space: string, ...changes: object[]): Promise<void> => {
  const answer = await user().api.post(`/v1/spaces/${space}/content`, { changes });
  expect(answer.status, answer.text).toBe(200);
};

describe('a folder that was imported', () => {
  it('does not change without an edit', async () => {
    const space = await imported(FOLDER);
    expect(await changesOf(space, FOLDER)).toEqual([]);
    const { 'docs/SUMMARY.md': _, '.gitbook.yaml': _config, ...plain } = FOLDER;
    expect(await changesOf(await imported(plain), plain)).toEqual([]);
    const docs = filesIn('docs');
    expect(await changesOf(await imported(docs), docs)).toEqual([]);
  });

  it('changes the lines of an edited block', async () => {
    const space = await imported(FOLDER);
    const path = 'docs/guides/start.md';
    const page = (await pagesByFile(user(), space)).get(path)!.id;
    const text = await readPage(user(), `/v1/spaces/${space}`, page);
    await writePage(user(), `/v1/spaces/${space}`, page, text.replace('_less_.', '_less_, or nothing.'));
    const wanted = FOLDER[path].replace('or *less*.', 'or *less*, or nothing.');
    expect(await changesOf(space, FOLDER)).toEqual([
      { kind: 'write', path, text: wanted, of: { kind: 'page', id: page } },
    ]);
  });

  it('changes a member of front matter, a title and its entry', async () => {
    const space = await imported(FOLDER);
    const page = (await pagesByFile(user(), space)).get('docs/guides/start.md')!.id;
    await edit(space, { operation: 'update_page', page, title: 'Begin', description: 'Go' });
    const wanted = {
      ...FOLDER,
      'docs/guides/start.md': FOLDER['docs/guides/start.md']
        .replace('"The first steps"', '"Go"')
        .replace('# Start', '# Begin'),
      'docs/SUMMARY.md': FOLDER['docs/SUMMARY.md'].replace(
        '[Start](./guides/start.md)',
        '[Begin](guides/start.md)',
      ),
    };
    expect(applied(FOLDER, await changesOf(space, FOLDER))).toEqual(wanted);
  });

  it('renames the file of a page with another slug, and changes the links that lead there', async () => {
    const space = await imported(FOLDER);
    const page = (await pagesByFile(user(), space)).get('docs/guides/start.md')!.id;
    await edit(space, { operation: 'update_page', page, slug: 'begin' });
    const { 'docs/guides/start.md': start, ...others } = FOLDER;
    const changes = await changesOf(space, FOLDER);
    expect(changes).toContainEqual({
      ...{ kind: 'rename', path: 'docs/guides/begin.md', from: 'docs/guides/start.md' },
      of: { kind: 'page', id: page },
    });
    expect(applied(FOLDER, changes)).toEqual({
      ...others,
      'docs/guides/begin.md': start,
      '.gitbook.yaml': FOLDER['.gitbook.yaml'].replace('guides/start.md', 'guides/begin.md'),
      'docs/SUMMARY.md': FOLDER['docs/SUMMARY.md'].replace('./guides/start.md', 'guides/begin.md'),
      'docs/README.md': FOLDER['docs/README.md'].replace('guides/start.md#first', 'guides/begin.md#first'),
      'docs/guides/deep page.md': FOLDER['docs/guides/deep page.md'].replace('/guides/start', 'begin.md'),
      'docs/.gitbook/includes/note.md': FOLDER['docs/.gitbook/includes/note.md'].replace(
        'start.md',
        'begin.md',
      ),
    });
  });

  it('moves, adds and removes entries of the summary by their lines', async () => {
    const space = await imported(FOLDER);
    const pages = await pagesByFile(user(), space);
    const last = pages.get('docs/guides/last.md')!.id;
    const start = pages.get('docs/guides/start.md')!.id;
    await edit(space, { operation: 'update_page', page: last, into: start, at: 0 });
    const moved = applied(FOLDER, await changesOf(space, FOLDER));
    expect(moved).toEqual({
      ...FOLDER,
      'docs/SUMMARY.md': FOLDER['docs/SUMMARY.md']
        .replace('- [Last](guides/last.md)\n', '')
        .replace('    - [Deep', '    - [Last](guides/last.md)\n    - [Deep'),
    });
    await edit(
      space,
      { operation: 'delete_page', page: last },
      { operation: 'insert_page', title: 'New one', into: start, document: { markdown: 'Hello' } },
    );
    const after = applied(FOLDER, await changesOf(space, FOLDER));
    const { 'docs/guides/last.md': _, ...others } = FOLDER;
    expect(after).toEqual({
      ...others,
      'docs/guides/start/new-one.md': '# New one\n\nHello\n',
      'docs/SUMMARY.md': FOLDER['docs/SUMMARY.md'].replace(
        '- [Last](guides/last.md)\n',
        '    - [New one](guides/start/new-one.md)\n',
      ),
    });
  });

  it('changes variables and reusable contents by their lines', async () => {
    const space = await imported(FOLDER);
    const [content] = await contents(space);
    await edit(
      space,
      { operation: 'update_variables', variables: { version: '3', name: 'x' } },
      { operation: 'update_reusable_content', reusableContent: content, title: 'Another' },
    );
    expect(applied(FOLDER, await changesOf(space, FOLDER))).toEqual({
      ...FOLDER,
      'docs/.gitbook/vars.yaml': '# Shown everywhere.\nversion: "3"\nname: x\n',
      'docs/.gitbook/includes/note.md': FOLDER['docs/.gitbook/includes/note.md'].replace('A note', 'Another'),
    });
  });

  it('rewrites a file that is not UTF-8 only when its page is edited', async () => {
    const files: Files = { ...FOLDER, 'docs/guides/last.md': Buffer.from('# Last\n\nThe \xe9nd', 'latin1') };
    const space = await imported(files);
    const pages = await pagesByFile(user(), space);
    const last = pages.get('docs/guides/last.md')!.id;
    expect(await changesOf(space, files)).toEqual([]);
    await edit(space, { operation: 'update_page', page: last, description: 'Of all' });
    const [change] = await changesOf(space, files);
    expect(change).toMatchObject({ kind: 'write', path: 'docs/guides/last.md' });
    expect((change as { text: string }).text).toBe(
      '---\ndescription: Of all\n---\n\n# Last\n\nThe \ufffdnd\n',
    );
  });

  it('says the same when it is imported again', async () => {
    const space = await imported(FOLDER);
    const pages = await pagesByFile(user(), space);
    const start = pages.get('docs/guides/start.md')!.id;
    await edit(
      space,
      { operation: 'update_page', page: start, slug: 'begin', title: 'Begin' },
      { operation: 'delete_page', page: pages.get('docs/guides/deep page.md')!.id },
    );
    const files = applied(FOLDER, await changesOf(space, FOLDER));
    const outcome = await importFiles(test, user(), space, files);
    expect(outcome.state).toBe('success');
    expect(await changesOf(space, files)).toEqual([]);
    const again = await imported(files);
    expect(await outlineOf(user(), again)).toEqual(await outlineOf(user(), space));
  });
});

async function contents(space: string): Promise<string[]> {
  const { body } = await user().api.get(`/v1/spaces/${space}/content/reusable-contents`);
  return (body as { items: { id: string }[] }).items.map(({ id }) => id);
}

function filesIn(folder: string): Files {
  const files: Files = {};
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    if (entry.isFile()) files[relative(folder, path)] = readFileSync(path);
  }
  return files;
}
