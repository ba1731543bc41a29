import { beforeEach, describe, expect, it } from 'vitest';
import { ContentFixture, insert, paragraphs } from '../content.fixture.js';
import type { ContentEdit } from '../edit.types.js';
import { listFiles, listReusableContents } from '../tree/files.js';
import { readSnapshot } from '../tree/snapshot.js';
import type { ConflictChoice, ContentConflict } from './merge.types.js';
import { mergeSnapshots } from './merge-snapshots.js';

const move = (page: string, into: string | null, at?: number): ContentEdit => ({
  type: 'updatePage',
  page,
  into,
  at,
});
const set = (page: string, fields: object): ContentEdit => ({ type: 'updatePage', page, fields });
const write = (page: string, texts: Record<string, string>): ContentEdit => ({
  type: 'updatePage',
  page,
  document: paragraphs(texts),
});
const remove = (page: string): ContentEdit => ({ type: 'deletePage', page });
const file = (name: string, blob: string): ContentEdit => ({
  type: 'putFile',
  file: { id: 'f', name, contentType: 'image/png', size: blob.length, blob, createdAt: '2026-01-01' },
});

describe('the merge of snapshots', () => {
  let content: ContentFixture;
  let base: string;

  beforeEach(async () => {
    content = new ContentFixture();
    base = await content.edit(
      content.empty,
      insert('a', null, { document: paragraphs({ k1: 'one', k2: 'two' }) }),
      insert('a1', 'a'),
      insert('a2', 'a'),
      insert('b'),
      insert('b1', 'b'),
      insert('c'),
    );
  });

  /** Merges the results of two lists of edits on the base; conflicts get the choice by page, block or field. */
  const merge = async (main: ContentEdit[], mine: ContentEdit[], choice?: ConflictChoice, from = base) => {
    const input = {
      base: from,
      main: await content.edit(from, ...main),
      mine: await content.edit(from, ...mine),
    };
    const first = await content.run((batch) => mergeSnapshots(batch, input));
    let result = first;
    if (choice) {
      const resolutions = new Map(
        first.conflicts.map(({ id, fingerprint }) => [id, { fingerprint, choice }]),
      );
      result = await content.run((batch) => mergeSnapshots(batch, { ...input, resolutions }));
    }
    expect(await content.problems(result.snapshot)).toEqual([]);
    return { ...result, outline: await content.outline(result.snapshot), first: first.conflicts };
  };
  const names = (conflicts: ContentConflict[]) =>
    conflicts.map((conflict) =>
      `${conflict.kind} ${conflict.page ?? ''} ${conflict.field ?? conflict.block ?? ''}`.trim(),
    );

  it('combines additions, deletions, moves, renames and edits of both sides', async () => {
    const { outline, conflicts, snapshot } = await merge(
      [
        insert('m', 'a', { at: 0 }),
        move('a2', 'b'),
        set('c', { title: 'See' }),
        write('a', { k1: 'ONE', k2: 'two' }),
      ],
      [
        insert('n', 'a'),
        remove('b1'),
        set('c', { emoji: '1f600' }),
        write('a', { k1: 'one', k2: 'TWO' }),
        move('c', null, 0),
      ],
    );
    expect(conflicts).toEqual([]);
    expect(outline).toEqual(['c c', 'a a', '  m m', '  a1 a1', '  n n', 'b b', '  a2 a2']);
    const pages = await content.pages(snapshot);
    expect(pages.get('c')).toMatchObject({ title: 'See', emoji: '1f600' });
    expect(await content.document(pages.get('a')?.document)).toEqual(paragraphs({ k1: 'ONE', k2: 'TWO' }));
  });

  it('gives the changed side when the other is unchanged', async () => {
    const edits = [insert('m', 'a'), remove('b'), set('c', { title: 'See' }), move('a1', null)];
    const changed = await content.edit(base, ...edits);
    for (const [main, mine] of [
      [base, changed],
      [changed, base],
      [changed, changed],
    ] as const) {
      expect((await content.run((batch) => mergeSnapshots(batch, { base, main, mine }))).snapshot).toBe(
        changed,
      );
    }
  });

  it('takes equal changes of both sides once', async () => {
    const both = [set('a', { title: 'A!' }), remove('b'), move('c', 'a'), insert('n')];
    const { conflicts, outline } = await merge(both, [...both, insert('o')]);
    expect(conflicts).toEqual([]);
    expect(outline).toEqual(['a a', '  a1 a1', '  a2 a2', '  c c', 'n n', 'o o']);
  });

  it('reports a field that both sides changed differently', async () => {
    const [main, mine] = [[set('a', { title: 'Main' })], [set('a', { title: 'Mine', icon: 'star' })]];
    const open = await merge(main, mine);
    expect(open.conflicts).toMatchObject([
      {
        kind: 'field',
        page: 'a',
        field: 'title',
        base: 'a',
        main: 'Main',
        mine: 'Mine',
        choices: ['main', 'mine'],
      },
    ]);
    expect((await content.pages(open.snapshot)).get('a')).toMatchObject({ title: 'Mine', icon: 'star' });
    const chosen = await merge(main, mine, 'main');
    expect(chosen.conflicts).toEqual([]);
    expect(chosen.met).toEqual(open.conflicts);
    expect((await content.pages(chosen.snapshot)).get('a')).toMatchObject({ title: 'Main', icon: 'star' });
    expect((await merge(main, mine, 'both')).conflicts).toEqual(open.conflicts);
  });

  it('reports a block that both sides changed differently, and keeps both by choice', async () => {
    const [main, mine] = [[write('a', { k1: 'M', k2: 'two' })], [write('a', { k1: 'N', k2: 'two' })]];
    expect(names((await merge(main, mine)).conflicts)).toEqual(['block a k1']);
    const both = await merge(main, mine, 'both');
    const document = await content.document((await content.pages(both.snapshot)).get('a')?.document);
    expect(JSON.stringify(document).match(/"text":"\w+"/g)).toEqual([
      '"text":"M"',
      '"text":"N"',
      '"text":"two"',
    ]);
  });

  it('reports a document that one side emptied and the other edited', async () => {
    const empty: ContentEdit = { type: 'updatePage', page: 'a', document: null };
    const open = await merge([empty], [write('a', { k1: 'N', k2: 'two' })]);
    expect(open.conflicts).toMatchObject([
      { kind: 'document', page: 'a', main: null, choices: ['main', 'mine', 'both'] },
    ]);
    const resolved = await merge([empty], [write('a', { k1: 'N', k2: 'two' })], 'main');
    expect((await content.pages(resolved.snapshot)).get('a')?.document).toBe(null);
  });

  it('reports the documents that both sides gave to an empty page', async () => {
    const { conflicts } = await merge([write('c', { x: 'main' })], [write('c', { y: 'mine' })]);
    expect(conflicts).toMatchObject([{ kind: 'document', page: 'c', base: null, choices: ['main', 'mine'] }]);
  });

  describe('of a page that main deleted', () => {
    const cases: [string, ContentEdit[], string[]][] = [
      ['edited by mine', [set('a', { title: 'A!' })], ['a a', '  a1 a1', '  a2 a2']],
      ['edited below by mine', [set('a1', { title: 'A1!' })], ['a a', '  a1 a1', '  a2 a2']],
      ['with a page added below by mine', [insert('n', 'a2')], ['a a', '  a1 a1', '  a2 a2', '    n n']],
      ['with a page moved in by mine', [move('c', 'a1')], ['a a', '  a1 a1', '    c c', '  a2 a2']],
      ['moved by mine', [move('a', 'b')], ['b b', '  b1 b1', '  a a', '    a1 a1', '    a2 a2']],
    ];
    it.each(cases)('keeps the page %s, as a conflict, until it is resolved', async (_, mine, kept) => {
      const open = await merge([remove('a')], mine);
      expect(names(open.conflicts)).toEqual(['page-deleted a']);
      expect(open.conflicts[0]).toMatchObject({ main: null, choices: ['main', 'mine', 'both'] });
      expect(open.outline).toEqual(expect.arrayContaining(kept));
      expect((await merge([remove('a')], mine, 'both')).outline).toEqual(open.outline);
      const gone = await merge([remove('a')], mine, 'main');
      expect(gone.outline.filter((line) => / a| n/.test(line))).toEqual([]);
      expect(gone.outline).toContain('c c');
    });

    it('deletes a page that mine left as it was', async () => {
      const { conflicts, outline } = await merge(
        [remove('a')],
        [set('b', { title: 'B!' }), move('a2', 'a', 0)],
      );
      expect(conflicts).toEqual([]);
      expect(outline).toEqual(['b b', '  b1 b1', 'c c']);
    });

    it('keeps a subpage that mine had moved out of it', async () => {
      const { conflicts, outline } = await merge([remove('a')], [move('a1', 'b')]);
      expect(names(conflicts)).toEqual(['page-deleted a1']);
      expect(outline).toEqual(['b b', '  b1 b1', '  a1 a1', 'c c']);
    });
  });

  describe('of a page that mine deleted', () => {
    it('reports a conflict for edits by main below it, and shows the deletion until it is resolved', async () => {
      const main = [set('a1', { title: 'A1!' }), insert('m', 'a2')];
      const open = await merge(main, [remove('a')]);
      expect(names(open.conflicts)).toEqual(['page-deleted a']);
      expect(open.outline).toEqual(['b b', '  b1 b1', 'c c']);
      const kept = ['a a', '  a1 a1', '  a2 a2', '    m m', 'b b', '  b1 b1', 'c c'];
      expect((await merge(main, [remove('a')], 'main')).outline).toEqual(kept);
      expect((await merge(main, [remove('a')], 'both')).outline).toEqual(kept);
    });

    it('returns the page that main moved into it to its place', async () => {
      const open = await merge([move('c', 'a1')], [remove('a')]);
      expect(names(open.conflicts)).toEqual(['page-deleted a']);
      expect(open.outline).toEqual(['b b', '  b1 b1', 'c c']);
    });
  });

  it('reports a page that the sides moved to different places', async () => {
    const open = await merge([move('c', 'a')], [move('c', 'b')]);
    expect(open.conflicts).toMatchObject([{ kind: 'parent', page: 'c', base: null, main: 'a', mine: 'b' }]);
    expect(open.outline).toContain('  c c');
    expect((await content.pages(open.snapshot)).get('c')?.parent).toBe('b');
    const chosen = await merge([move('c', 'a')], [move('c', 'b')], 'main');
    expect((await content.pages(chosen.snapshot)).get('c')?.parent).toBe('a');
  });

  it('reports two pages that the sides moved into each other', async () => {
    const open = await merge([move('a', 'b1')], [move('b', 'a1')]);
    expect(open.conflicts).toMatchObject([{ kind: 'parent', page: 'b', base: null, main: null, mine: 'a1' }]);
    expect(open.outline).toEqual(['a a', '  a1 a1', '    b b', '      b1 b1', '  a2 a2', 'c c']);
    const main = await merge([move('a', 'b1')], [move('b', 'a1')], 'main');
    expect(main.conflicts).toEqual([]);
    expect(main.outline).toEqual(['b b', '  b1 b1', '    a a', '      a1 a1', '      a2 a2', 'c c']);
  });

  it('makes equal slugs unique again, and keeps those of main', async () => {
    const { outline, conflicts } = await merge(
      [insert('m', 'a', { title: 'New' })],
      [insert('n', 'a', { title: 'New', at: 0 })],
    );
    expect(conflicts).toEqual([]);
    expect(outline.slice(1, 5)).toEqual(['  n new-1', '  a1 a1', '  a2 a2', '  m new']);
    const renamed = await merge([set('b', { slug: 'x' })], [set('c', { slug: 'x' })]);
    expect(renamed.outline).toEqual(expect.arrayContaining(['b x', 'c x-1']));
  });

  it('merges files, variables, tags and redirects by key', async () => {
    const redirect = (from: string): ContentEdit => ({
      type: 'setRedirects',
      redirects: [{ from, target: { kind: 'page', page: 'a' } }],
    });
    const start = await content.edit(base, file('one.png', 'x'), {
      type: 'setVariables',
      variables: { v: '1', w: '1' },
    });
    const { snapshot, conflicts } = await merge(
      [file('two.png', 'x'), { type: 'setVariables', variables: { v: '2', w: '1' } }, redirect('/old')],
      [
        file('one.png', 'y'),
        { type: 'setVariables', variables: { v: '1', w: '3', n: true } },
        redirect('/older'),
      ],
      undefined,
      start,
    );
    expect(conflicts).toEqual([]);
    expect(await listFiles(content.objects, snapshot)).toMatchObject([{ name: 'two.png', blob: 'y' }]);
    const settings = await readSnapshot(content.objects, snapshot);
    expect(settings.variables).toEqual({ v: '2', w: '3', n: true });
    expect(settings.redirects.map((item) => item.from)).toEqual(['/old', '/older']);
  });

  it('reports reusable contents and variables that both sides changed differently', async () => {
    const reusable = (title: string, text: string): ContentEdit => ({
      type: 'putReusableContent',
      reusableContent: { id: 'r', title, document: paragraphs({ k: text }) },
    });
    const variables = (v: string): ContentEdit => ({ type: 'setVariables', variables: { v } });
    const start = await content.edit(base, file('f.png', 'x'), reusable('Note', 'text'), variables('0'));
    const sides = [
      [file('f.png', 'y'), reusable('Main', 'main'), variables('1')],
      [file('f.png', 'z'), reusable('Mine', 'mine'), variables('2')],
    ] as const;
    const open = await merge([...sides[0]], [...sides[1]], undefined, start);
    expect(open.conflicts).toMatchObject([
      { kind: 'file', file: 'f' },
      { kind: 'reusable-content', reusableContent: 'r', field: 'title' },
      { kind: 'block', reusableContent: 'r', block: 'k' },
      { kind: 'variable', field: 'v', base: '0', main: '1', mine: '2' },
    ]);
    const chosen = await merge([...sides[0]], [...sides[1]], 'main', start);
    expect(chosen.conflicts).toEqual([]);
    expect(await listReusableContents(content.objects, chosen.snapshot)).toMatchObject([{ title: 'Main' }]);
    const gone = await merge([{ type: 'deleteFile', file: 'f' }], [file('f.png', 'z')], undefined, start);
    expect(gone.conflicts).toMatchObject([
      { kind: 'file', file: 'f', main: null, choices: ['main', 'mine', 'both'] },
    ]);
    expect(await listFiles(content.objects, gone.snapshot)).toHaveLength(1);
  });

  it('reads and writes little for a small change in a large space', async () => {
    const pages = Array.from({ length: 3000 }, (_, i) => insert(`p${i}`, i < 30 ? null : `p${i % 30}`));
    const large = await content.edit(content.empty, ...pages);
    const main = await content.edit(large, write('p100', { k: 'main' }), insert('m', 'p7'));
    const mine = await content.edit(large, write('p200', { k: 'mine' }), move('p300', 'p9'));
    const stored = content.objects.texts.size;
    content.objects.objectsRead = 0;
    const { conflicts } = await content.run((batch) => mergeSnapshots(batch, { base: large, main, mine }));
    expect(conflicts).toEqual([]);
    expect(content.objects.objectsRead).toBeLessThan(120);
    expect(content.objects.texts.size - stored).toBeLessThan(25);
  });
});
