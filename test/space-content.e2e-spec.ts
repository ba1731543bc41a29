import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { buildOrganization, buildPages, buildSpace, type TestOrganization } from './support/factories.js';
import { CurrentPages, Projection, Revisions } from '../src/modules/content/index.js';
import { ObjectCache } from '../src/modules/content/objects/object-cache.js';
import { WrittenTrees } from '../src/modules/space-content/reading/written-trees.js';
import { shareTestApp, type TestApp } from './support/test-app.js';

describe('space content', () => {
  let test: TestApp;
  let organization: TestOrganization;
  let space: string;

  beforeAll(async () => {
    test = await shareTestApp();
    organization = await buildOrganization(test);
  });
  afterAll(() => test.close());
  beforeEach(async () => {
    space = (await buildSpace(organization)).id;
  });

  const api = () => organization.admin.api;
  const url = (path = '') => `/v1/spaces/${space}${path}`;
  const change = (...changes: object[]) =>
    api().post(url('/content'), { changes }, { query: { compat: false } });
  const insert = (title: string, markdown = `Text of ${title}`, more: object = {}) => ({
    operation: 'insert_page',
    title,
    document: { markdown },
    ...more,
  });
  const page = async (id: string, query: Record<string, string> = {}) =>
    (await api().get(url(`/content/page/${id}`), { query })).body;
  const markdownOf = async (id: string) => (await page(id, { format: 'markdown' })).markdown as string;
  const revisionNow = async () => (await api().get(url('/content'))).body.id as string;

  describe('reading', () => {
    it('the content is answered as a whole revision', async () => {
      const [first, second] = await buildPages(organization.admin, space, [
        { title: 'First' },
        { title: 'Second' },
      ]);
      const { body } = await api().get(url('/content'));
      expect(body).toMatchObject({
        object: 'revision',
        type: 'edits',
        files: [],
        reusableContents: [],
        variables: {},
      });
      expect(body.pages.map((entry: { id: string }) => entry.id)).toEqual([first, second]);
      expect(body.id).toBe((await api().get(url())).body.revision);
    });

    it('pages are answered with every layout option and the path from the top', async () => {
      const [parent] = await buildPages(organization.admin, space, [{ title: 'Guides' }]);
      const [child] = await buildPages(organization.admin, space, [{ title: 'Set up', into: parent }]);
      const { body } = await api().get(url('/content/pages'));
      expect(body.pages).toMatchObject([
        {
          id: parent,
          kind: 'sheet',
          type: 'document',
          path: 'guides',
          layout: { width: 'default', cover: true, title: true },
          pages: [{ id: child, slug: 'set-up', path: 'guides/set-up', pages: [] }],
        },
      ]);
      expect(await page(child!)).toMatchObject({ id: child, path: 'guides/set-up' });
      expect((await page(parent!)).pages).toMatchObject([{ id: child }]);
    });

    it('the document is answered in the requested format, or not at all', async () => {
      const [id] = await buildPages(organization.admin, space, [
        { title: 'Page', markdown: '## Part\n\nHello **world**' },
      ]);
      const plain = await page(id!);
      expect(plain).not.toHaveProperty('document');
      expect(plain).not.toHaveProperty('markdown');
      const { document } = await page(id!, { format: 'document' });
      expect(document.nodes.map((node: { type: string }) => node.type)).toEqual(['heading-1', 'paragraph']);
      expect(document.nodes[0].meta.id).toBe('part');
      expect(await markdownOf(id!)).toContain('Hello **world**');
      expect((await api().get(url(`/content/page/${id}`), { query: { format: 'pdf' } })).status).toBe(400);
    });

    it('pages are found by path, escaped or not', async () => {
      const [parent] = await buildPages(organization.admin, space, [{ title: 'Guides' }]);
      const [child] = await buildPages(organization.admin, space, [{ title: 'Set up', into: parent }]);
      const escaped = await api().get(url(`/content/path/${encodeURIComponent('guides/set-up')}`));
      expect(escaped.body.id).toBe(child);
      const plain = await api().get(url('/content/path/guides/set-up'));
      expect(plain.body.id).toBe(child);
      expect((await api().get(url('/content/path/guides/nothing'))).status).toBe(404);
    });

    it('documents are answered only in the space of their page', async () => {
      const [id] = await buildPages(organization.admin, space, [{ title: 'Page', markdown: 'Hello' }]);
      const { documentId } = await page(id!);
      const answer = await api().get(url(`/documents/${documentId}`));
      expect(answer.body).toEqual((await page(id!, { format: 'document' })).document);
      const other = await buildSpace(organization);
      expect((await api().get(`/v1/spaces/${other.id}/documents/${documentId}`)).status).toBe(404);
      expect((await api().get(url('/documents/nonsense'))).status).toBe(404);
    });

    it('a page is read with at most three statements, and again with two', async () => {
      const [parent] = await buildPages(organization.admin, space, [{ title: 'Guides' }]);
      const pages = Array.from({ length: 30 }, (_, i) => ({ title: `Page ${i}`, into: parent }));
      const ids = await buildPages(organization.admin, space, pages);
      const empty = () => {
        const { bodies } = test.app.get(ObjectCache) as unknown as { bodies: Map<string, object> };
        const { places } = test.app.get(CurrentPages) as unknown as { places: Map<string, object> };
        const { kept } = test.app.get(WrittenTrees) as unknown as { kept: Map<string, object> };
        for (const cache of [bodies, places, kept]) cache.clear();
      };
      // The queue looks for work through the same counter now and then: the least of a few tries is the request's own.
      const least = async (path: string, prepare: () => void) => {
        const counts: number[] = [];
        for (let i = 0; i < 4; i++) {
          prepare();
          const before = test.db.statements;
          expect((await api().get(path, { query: { format: 'document' } })).status).toBe(200);
          counts.push(test.db.statements - before);
        }
        return Math.min(...counts);
      };
      for (const path of [
        `/content/page/${ids[7]}`,
        `/content/page/${parent}`,
        '/content/path/guides/page-7',
        '/content/pages',
      ]) {
        expect([path, await least(url(path), empty)]).toEqual([path, 3]);
        expect([path, await least(url(path), () => undefined)]).toEqual([path, 2]);
      }
    });

    it('content is hidden from strangers, and unknown ids are not found', async () => {
      const [id] = await buildPages(organization.admin, space, [{ title: 'Page' }]);
      const stranger = await buildOrganization(test);
      const revision = await revisionNow();
      for (const path of [
        '/content',
        '/content/pages',
        '/content/files',
        `/content/page/${id}`,
        '/content/path/page',
        '/revisions',
        `/revisions/${revision}`,
      ]) {
        expect((await stranger.admin.api.get(url(path))).status).toBe(404);
        expect((await test.api.get(url(path))).status).toBe(401);
      }
      expect((await api().get(url('/content/page/nope'))).status).toBe(404);
      expect((await api().get(url('/revisions/nope'))).status).toBe(404);
      expect((await api().get(url('/content/reusable-contents/nope'))).status).toBe(404);
    });
  });

  describe('changing', () => {
    it('a batch is applied as one revision, with names inside it', async () => {
      const before = await revisionNow();
      const answer = await change(
        insert('Start', 'See [the guide](ref:guide#top) and ![logo](ref:logo)', { ref: 'start' }),
        insert('Guide', 'Back to [start](ref:start).', { ref: 'guide', into: 'ref:start' }),
        {
          operation: 'insert_files',
          files: [{ name: 'logo.svg', ref: 'logo', contentType: 'image/svg+xml', base64: 'PHN2Zy8+' }],
        },
      );
      expect(answer.status).toBe(200);
      const { changes, insertedFiles, revision } = answer.body;
      expect(changes).toMatchObject([
        { object: 'created_page', ref: 'start', page: { object: 'page' } },
        { object: 'created_page', ref: 'guide' },
      ]);
      const [start, guide] = changes.map((entry: { page: { id: string } }) => entry.page.id);
      const refs = JSON.stringify((await page(start, { format: 'document' })).document);
      expect(refs).toContain(JSON.stringify({ kind: 'anchor', page: guide, anchor: 'top' }).slice(1, 16));
      expect(refs).toContain(`"page":"${guide}"`);
      expect(refs).toContain(`"file":"${insertedFiles[0].id}"`);
      expect(await page(guide)).toMatchObject({ path: 'start/guide' });
      const history = await api().get(url('/revisions'));
      expect(history.body.items.slice(0, 2).map((item: { id: string }) => item.id)).toEqual([
        revision,
        before,
      ]);
    });

    it('the answer is the space itself unless the request asks otherwise', async () => {
      const { body } = await api().post(url('/content'), { changes: [insert('Page')] });
      expect(body).toMatchObject({ object: 'space', id: space, revision: await revisionNow() });
    });

    it('fields are taken from front matter, and explicit ones before them', async () => {
      const markdown = '---\ndescription: From the text\nicon: rocket\n---\n\n# Title of the text\n\nHello';
      const { body } = await change({ operation: 'insert_page', document: { markdown }, icon: 'gear' });
      expect(await page(body.changes[0].page.id)).toMatchObject({
        title: 'Title of the text',
        description: 'From the text',
        icon: 'gear',
      });
    });

    it('every link that was written as Markdown is read again', async () => {
      const { body } = await change(
        insert('Guides', 'x', { ref: 'guides' }),
        insert('Set up', 'Part of [guides](ref:guides), then [next](ref:next#go). ![i](ref:pic)', {
          into: 'ref:guides',
          ref: 'setup',
        }),
        insert('Next', 'Back to [set up](ref:setup) and [down](#here)', { ref: 'next' }),
        {
          operation: 'insert_files',
          files: [{ name: 'pic.png', ref: 'pic', contentType: 'image/png', base64: 'eA==' }],
        },
      );
      const ids = body.changes.map((entry: { page: { id: string } }) => entry.page.id) as string[];
      expect(await markdownOf(ids[1]!)).toContain('(../guides.md)');
      expect(await markdownOf(ids[1]!)).toContain('(../next.md#go)');
      expect(await markdownOf(ids[2]!)).toContain('(guides/set-up.md)');
      const revision = await revisionNow();
      for (const id of ids) {
        await change({ operation: 'update_page', page: id, document: { markdown: await markdownOf(id) } });
      }
      expect(await revisionNow()).toBe(revision);
    });

    it('long texts are read and written as short ones', async () => {
      const filler = `${'Some *words* and `code`. '.repeat(20)}\n\n`.repeat(120);
      const long = `${filler}[next](ref:next#go) [up](ref:guides) [out](https://example.com/) ![i](ref:pic)`;
      const { body } = await change(
        insert('Guides', 'x', { ref: 'guides' }),
        { operation: 'insert_page', document: { markdown: `# Long\n\n${long}` }, ref: 'long' },
        insert('Next', 'x', { ref: 'next', into: 'ref:guides' }),
        {
          operation: 'insert_files',
          files: [{ name: 'pic.png', ref: 'pic', contentType: 'image/png', base64: 'eA==' }],
        },
      );
      const id = body.changes[1].page.id as string;
      const markdown = await markdownOf(id);
      expect(markdown.length).toBeGreaterThan(50_000);
      expect(markdown).toMatch(/^# Long\n\nSome _words_ and `code`/);
      expect(markdown).toContain(
        '[next](guides/next.md#go) [up](guides.md) [out](https://example.com/) ![i](http',
      );
      const revision = await revisionNow();
      await change({ operation: 'update_page', page: id, document: { markdown } });
      expect(await revisionNow()).toBe(revision);
      const answer = await change(insert('Wrong', `${filler}[x](ref:nobody)`));
      expect(answer.status).toBe(400);
      expect(answer.body.error.message).toMatch(/changes\[0\]\.document: .*nobody/);
      expect(await revisionNow()).toBe(revision);
    });

    it('pages are updated, moved and deleted', async () => {
      const [a, b, c] = await buildPages(organization.admin, space, [
        { title: 'A' },
        { title: 'B' },
        { title: 'C' },
      ]);
      const answer = await change(
        {
          operation: 'update_page',
          page: a,
          title: 'A new',
          hidden: true,
          document: { markdown: 'New text' },
        },
        { operation: 'update_page', page: c, into: a },
        { operation: 'delete_page', page: b },
      );
      expect(answer.body.changes).toMatchObject([
        { object: 'updated_page', page: { id: a } },
        { object: 'updated_page', page: { id: c } },
        { object: 'deleted_page', page: b },
      ]);
      const { body } = await api().get(url('/content/pages'));
      expect(body.pages).toMatchObject([{ id: a, title: 'A new', hidden: true, pages: [{ id: c }] }]);
      expect(body.pages).toHaveLength(1);
      expect(await markdownOf(a!)).toContain('New text');
    });

    it('changes without effect make no revision', async () => {
      const [id] = await buildPages(organization.admin, space, [{ title: 'Page', markdown: 'Same' }]);
      const revision = await revisionNow();
      const answer = await change({
        operation: 'update_page',
        page: id,
        title: 'Page',
        document: { markdown: 'Same' },
      });
      expect(answer.body).toMatchObject({ revision, changes: [{ object: 'updated_page' }] });
      expect(await revisionNow()).toBe(revision);
    });

    it('a batch with one wrong change stores nothing', async () => {
      const revision = await revisionNow();
      const answer = await change(insert('Good'), { operation: 'update_page', page: 'nope', title: 'X' });
      expect(answer.status).toBe(400);
      expect(answer.body.error.message).toContain('changes[1].page');
      expect(await revisionNow()).toBe(revision);
      expect((await api().get(url('/content/pages'))).body.pages).toEqual([]);
    });

    it.each([
      [{ operation: 'insert_page', title: 'X' }, /changes\[0\]\.document is required/],
      [{ operation: 'insert_page', document: {} }, /changes\[0\]\.document needs either/],
      [
        { operation: 'insert_page', document: { document: { nodes: 3 } } },
        /changes\[0\]\.document\.document/,
      ],
      [{ operation: 'insert_page', into: 'nope', document: { markdown: '' } }, /changes\[0\]\.into/],
      [
        { operation: 'insert_page', title: 'X', document: { markdown: '[x](ref:y)' } },
        /changes\[0\]\.document.*"y"/,
      ],
      [{ operation: 'insert_page', document: { markdown: '' }, title: '' }, /changes\[0\]\.title/],
      [{ operation: 'delete_page', page: 'nope' }, /changes\[0\]\.page/],
      [{ operation: 'revert_page', page: 'nope' }, /changes\[0\]\.page/],
      [{ operation: 'fly' }, /changes/],
      [
        { operation: 'insert_page', type: 'link', title: 'X', target: { kind: 'odd' } },
        /changes\[0\]\.target/,
      ],
    ])('the refusal names the wrong field: %o', async (wrong, message) => {
      const answer = await change(wrong);
      expect(answer.status).toBe(400);
      expect(answer.body.error.message).toMatch(message);
    });

    it('pages may have a million characters', async () => {
      const answer = await change(insert('Long', 'x'.repeat(1_000_001)));
      expect(answer.status).toBe(400);
      expect(answer.body.error.message).toMatch(
        /changes\[0\]\.document\.markdown must have at most 1000000 characters/,
      );
    });

    it('a batch has one to fifty changes', async () => {
      expect((await change()).status).toBe(400);
      const many = (count: number) => Array.from({ length: count }, (_, i) => insert(`Page ${i}`));
      expect((await change(...many(51))).status).toBe(400);
      expect((await change(...many(50))).status).toBe(200);
      expect((await api().get(url('/content/pages'))).body.pages).toHaveLength(50);
    });

    it('groups and links are inserted', async () => {
      const { body } = await change(
        { operation: 'insert_page', type: 'group', title: 'Group', ref: 'g' },
        insert('Inside', 'x', { into: 'ref:g', ref: 'inside' }),
        {
          operation: 'insert_page',
          type: 'link',
          title: 'Out',
          target: { kind: 'url', url: 'https://example.com/' },
        },
        { operation: 'insert_page', type: 'link', title: 'In', target: { kind: 'page', page: 'ref:inside' } },
      );
      const inside = body.changes[1].page.id;
      expect((await api().get(url('/content/pages'))).body.pages).toMatchObject([
        { type: 'group', kind: 'group', pages: [{ id: inside }] },
        { type: 'link', kind: 'link', href: 'https://example.com/' },
        { type: 'link', target: { kind: 'page', page: inside } },
      ]);
    });

    it('references are refused to targets that the writer may not see, and kept where they were there', async () => {
      const stranger = await buildOrganization(test);
      const foreign = await buildSpace(stranger);
      const linkTo = (ref: object) => ({
        object: 'document',
        data: {},
        nodes: [
          {
            object: 'block',
            type: 'paragraph',
            isVoid: false,
            data: {},
            nodes: [
              { object: 'text', leaves: [{ object: 'leaf', text: '', marks: [] }] },
              {
                object: 'inline',
                type: 'link',
                isVoid: false,
                data: { ref },
                nodes: [{ object: 'text', leaves: [{ object: 'leaf', text: 'x', marks: [] }] }],
              },
              { object: 'text', leaves: [{ object: 'leaf', text: '', marks: [] }] },
            ],
          },
        ],
      });
      const add = (ref: object) =>
        change({ operation: 'insert_page', title: 'X', document: { document: linkTo(ref) } });
      for (const ref of [
        { kind: 'space', space: foreign.id },
        { kind: 'page', page: 'p', space: foreign.id },
        { kind: 'user', user: stranger.admin.id },
        { kind: 'collection', collection: 'nope' },
      ]) {
        const answer = await add(ref);
        expect(answer.status).toBe(400);
        expect(answer.body.error.message).toContain('changes[0].document');
      }
      expect((await add({ kind: 'user', user: organization.admin.id })).status).toBe(200);

      const hidden = await buildSpace(organization, { title: 'Hidden' });
      await api().patch(`/v1/spaces/${hidden.id}`, { defaultLevel: null });
      const { body } = await add({ kind: 'space', space: hidden.id });
      const editor = await organization.member('edit');
      const update = (ref: object, title: string) =>
        editor.api.post(url('/content'), {
          changes: [
            {
              operation: 'update_page',
              page: body.changes[0].page.id,
              title,
              document: { document: linkTo(ref) },
            },
          ],
        });
      expect((await update({ kind: 'space', space: hidden.id }, 'Still there')).status).toBe(200);
    });

    it('a change needs the edit role and an unlocked space', async () => {
      const reader = await organization.member('comment');
      const editor = await organization.member('edit');
      const body = { changes: [insert('Page')] };
      expect((await reader.api.post(url('/content'), body)).status).toBe(403);
      expect((await editor.api.post(url('/content'), body)).status).toBe(200);
      await api().patch(url(), { editMode: 'locked' });
      const refused = await editor.api.post(url('/content'), body);
      expect(refused.status).toBe(403);
      expect(refused.body.error.message).toMatch(/locked/);
    });
  });

  describe('several writers', () => {
    it('writers of different pages all succeed', async () => {
      const ids = await buildPages(
        organization.admin,
        space,
        Array.from({ length: 6 }, (_, i) => ({ title: `Page ${i}` })),
      );
      const answers = await Promise.all(
        ids.map((id, i) =>
          change({ operation: 'update_page', page: id, document: { markdown: `Written by ${i}` } }),
        ),
      );
      expect(answers.map((answer) => answer.status)).toEqual(ids.map(() => 200));
      for (const [i, id] of ids.entries()) expect(await markdownOf(id)).toContain(`Written by ${i}`);
    });

    it('each writer gets a revision of its own, on the one before, and a wrong change fails alone', async () => {
      const [parent] = await buildPages(organization.admin, space, [{ title: 'Parent' }]);
      const [child] = await buildPages(organization.admin, space, [{ title: 'Child', into: parent }]);
      const [gone] = await buildPages(organization.admin, space, [{ title: 'Gone' }]);
      const [below] = await buildPages(organization.admin, space, [{ title: 'Below', into: gone }]);
      const bad = { operation: 'update_page', page: below, title: 'Too late' };
      const answers = await Promise.all([
        ...[1, 2, 3].map((i) => change(insert(`New ${i}`, `Text ${i}`, { into: parent }))),
        change({ operation: 'delete_page', page: gone }, bad),
        change({ operation: 'update_page', page: child, title: 'Renamed' }),
        ...[4, 5, 6].map((i) => change(insert(`New ${i}`, `Text ${i}`))),
      ]);
      expect(answers.map((answer) => answer.status)).toEqual([200, 200, 200, 400, 200, 200, 200, 200]);
      const made = answers.filter((answer) => answer.status === 200).map((answer) => answer.body.revision);
      expect(new Set(made).size).toBe(7);
      const line = (await api().get(url('/revisions'))).body.items as { id: string; parents: string[] }[];
      expect(new Set(line.slice(0, 7).map(({ id }) => id))).toEqual(new Set(made));
      line.slice(0, 7).forEach(({ parents }, i) => expect(parents).toEqual([line[i + 1]!.id]));
      expect(await revisionNow()).toBe(line[0]!.id);
      const { body } = await api().get(url('/content/pages'));
      const titles = (pages: { title: string }[]) => pages.map(({ title }) => title).sort();
      expect(titles(body.pages)).toEqual(['Gone', 'New 4', 'New 5', 'New 6', 'Parent']);
      expect(titles(body.pages[0].pages)).toEqual(['New 1', 'New 2', 'New 3', 'Renamed']);
      expect(await test.app.get(Projection).verify(organization.id, space)).toEqual([]);
    });

    it('one writer alone fails when the database refuses its change', async () => {
      const service = test.app.get(Revisions);
      const commit = service.commitEdits.bind(service);
      const commitEdits = vi
        .spyOn(service, 'commitEdits')
        .mockImplementation((organizationId, line, edits) => {
          if (edits.length > 1) throw new Error('Somebody’s text cannot be stored.');
          return commit(organizationId, line, edits);
        });
      const answers = await Promise.all([1, 2, 3, 4].map((i) => change(insert(`Alone ${i}`))));
      commitEdits.mockRestore();
      expect(answers.map((answer) => answer.status)).toEqual([200, 200, 200, 200]);
    });

    it('changes of one page are merged block by block, from the revision that each writer read', async () => {
      const text = (...parts: string[]) => parts.join('\n\n');
      const [id] = await buildPages(organization.admin, space, [
        { title: 'Page', markdown: text('one', 'two', 'three') },
      ]);
      const revision = await revisionNow();
      const write = (markdown: string) =>
        api().post(url('/content'), {
          revision,
          changes: [{ operation: 'update_page', page: id, document: { markdown } }],
        });
      expect((await write(text('one', 'two', 'three changed'))).status).toBe(200);
      expect((await write(text('one changed', 'two', 'three'))).status).toBe(200);
      expect(await markdownOf(id!)).toContain(text('one changed', 'two', 'three changed'));
      const before = await revisionNow();
      const conflict = await write(text('one', 'two', 'three differently'));
      expect(conflict.status).toBe(409);
      expect(conflict.body.error.message).toContain(id);
      expect(await revisionNow()).toBe(before);
    });

    it('a revision of another space is refused', async () => {
      const other = await buildSpace(organization);
      const answer = await api().post(url('/content'), { revision: other.revision, changes: [insert('X')] });
      expect(answer.status).toBe(400);
      expect(answer.body.error.message).toMatch(/^revision/);
    });
  });

  describe('history', () => {
    it('every revision stays readable', async () => {
      const [id] = await buildPages(organization.admin, space, [{ title: 'Page', markdown: 'First text' }]);
      const first = await revisionNow();
      await change({
        operation: 'update_page',
        page: id,
        title: 'Renamed',
        document: { markdown: 'Second text' },
      });
      const at = (path = '') => url(`/revisions/${first}${path}`);
      expect((await api().get(at())).body).toMatchObject({ id: first, pages: [{ id, title: 'Page' }] });
      expect((await api().get(at('/pages'))).body.pages).toMatchObject([{ title: 'Page' }]);
      expect((await api().get(at(`/page/${id}`), { query: { format: 'markdown' } })).body.markdown).toContain(
        'First text',
      );
      expect((await api().get(at('/path/page'))).body.id).toBe(id);
      expect((await api().get(at('/files'))).body).toMatchObject({ count: 0, items: [] });
      const document = await api().get(at(`/page/${id}/document`));
      expect(JSON.stringify(document.body)).toContain('First text');
    });

    it('a revision answers its changes', async () => {
      const [a, b] = await buildPages(organization.admin, space, [{ title: 'A' }, { title: 'B' }]);
      await change(
        { operation: 'update_page', page: a, title: 'A new', document: { markdown: 'new' } },
        { operation: 'delete_page', page: b },
        insert('C'),
      );
      const revision = await revisionNow();
      const { body } = await api().get(url(`/revisions/${revision}/changes`));
      const edited = body.changes.find((entry: { type: string }) => entry.type === 'page_edited');
      expect(edited).toMatchObject({
        page: { id: a, title: 'A new' },
        attributes: { title: { before: 'A', after: 'A new' }, document: { before: expect.any(String) } },
      });
      const types = body.changes.map((entry: { type: string }) => entry.type).toSorted();
      expect(types).toEqual(['page_created', 'page_deleted', 'page_edited']);
      const limited = await api().get(url(`/revisions/${revision}/changes`), { query: { limit: 1 } });
      expect(limited.body).toMatchObject({ changes: [{}], more: 2 });
    });

    it('pages, blocks and deletions are reverted', async () => {
      const [id] = await buildPages(organization.admin, space, [{ title: 'Page', markdown: 'one\n\ntwo' }]);
      const [child] = await buildPages(organization.admin, space, [
        { title: 'Child', markdown: 'deep', into: id },
      ]);
      const good = await revisionNow();
      await change({
        operation: 'update_page',
        page: id,
        title: 'Spoiled',
        document: { markdown: 'one spoiled\n\ntwo spoiled' },
      });
      const keys = (await page(id!, { format: 'document' })).document.nodes.map(
        (node: { key: string }) => node.key,
      );
      await change({ operation: 'revert_page', page: id, revision: good, block: [keys[0]] });
      expect(await markdownOf(id!)).toMatch(/# Spoiled\n\none\n\ntwo spoiled/);
      await change({ operation: 'revert_page', page: id, revision: good });
      expect(await page(id!)).toMatchObject({ title: 'Page', pages: [{ id: child }] });
      expect(await markdownOf(id!)).toMatch(/one\n\ntwo\n/);

      await change({ operation: 'delete_page', page: id });
      const restored = await change({ operation: 'revert_page', page: id });
      expect(restored.body.changes).toMatchObject([{ object: 'created_page', page: { id } }]);
      expect(await page(id!)).toMatchObject({ title: 'Page', pages: [{ id: child }] });
      expect(await markdownOf(child!)).toContain('deep');
    });

    it('the whole space is rolled back as a new revision', async () => {
      await buildPages(organization.admin, space, [{ title: 'Kept' }]);
      const good = await revisionNow();
      await buildPages(organization.admin, space, [{ title: 'Spam' }]);
      const answer = await api().post(url(`/revisions/${good}/rollback`));
      expect(answer.body).toMatchObject({ type: 'rollback', pages: [{ title: 'Kept' }] });
      expect(answer.body.id).not.toBe(good);
      expect((await api().get(url('/content/pages'))).body.pages).toHaveLength(1);
      expect((await api().post(url(`/revisions/${good}/rollback`))).status).toBe(409);
      const editor = await organization.member('read');
      expect((await editor.api.post(url(`/revisions/${good}/rollback`))).status).toBe(403);
    });

    it('revisions are listed newest first, page by page', async () => {
      for (const title of ['A', 'B', 'C']) await buildPages(organization.admin, space, [{ title }]);
      const first = await api().get(url('/revisions'), { query: { limit: 2 } });
      expect(first.body.count).toBe(4);
      const rest = await api().get(url('/revisions'), { query: { limit: 2, page: first.body.next.page } });
      const ids = [...first.body.items, ...rest.body.items].map((item: { id: string }) => item.id);
      expect(new Set(ids).size).toBe(4);
      expect(ids[0]).toBe(await revisionNow());
      expect(first.body.items[0]).toMatchObject({
        object: 'revision',
        type: 'edits',
        createdBy: organization.admin.id,
      });
    });
  });
});
