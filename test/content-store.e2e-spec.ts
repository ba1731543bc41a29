import { Test, type TestingModule } from '@nestjs/testing';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DataSource } from 'typeorm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { insert, paragraphs } from '../src/modules/content/content.fixture.js';
import {
  type ContentEdit,
  ContentModule,
  ContentStore,
  DerivedDocuments,
  DocumentNotFound,
  GarbageCollector,
  PageNotFound,
  Projection,
  type Revision,
  RevisionNotFound,
  Revisions,
} from '../src/modules/content/index.js';
import { BlobReferences, StorageModule } from '../src/modules/storage/index.js';
import { CreateLinks1772000000310 } from '../src/migrations/1772000000310-create-links.js';
import { SizesOfFiles1772000001195 } from '../src/migrations/1772000001195-sizes-of-files.js';
import { Clock } from '../src/platform/clock/clock.js';
import { ConfigModule } from '../src/platform/config/config.module.js';
import { Config, readConfig } from '../src/platform/config/env.js';
import { Database } from '../src/platform/database/database.js';
import { DatabaseModule } from '../src/platform/database/database.module.js';
import { DecoratedMethodsModule } from '../src/platform/discovery/decorated-methods.module.js';
import { HealthModule } from '../src/platform/health/health.module.js';
import { HttpModule } from '../src/platform/http/http.module.js';
import { newId } from '../src/platform/ids/ids.js';
import { JobsModule } from '../src/platform/jobs/jobs.module.js';
import { LoggingModule } from '../src/platform/logging/logging.module.js';
import { createDatabase } from './support/test-app.js';
import { TestClock } from './support/test-clock.js';

let testing: TestingModule;
let close: () => Promise<void>;
let db: Database;
let clock: TestClock;
let content: ContentStore;
let revisions: Revisions;
let projection: Projection;
let derived: DerivedDocuments;
let garbage: GarbageCollector;
let org: string;
let spaceId: string;
let initial: Revision;

beforeAll(async () => {
  const folder = mkdtempSync(join(tmpdir(), 'bindery-content-'));
  const config = new Config(readConfig({ DATA_DIR: folder, DEMO: 'false', LOG_LEVEL: 'silent' }));
  const { dataSource, drop } = await createDatabase();
  clock = new TestClock();
  testing = await Test.createTestingModule({
    imports: [
      ConfigModule.register(config),
      LoggingModule,
      DatabaseModule.register(dataSource),
      DecoratedMethodsModule,
      HealthModule,
      HttpModule,
      JobsModule,
      StorageModule,
      ContentModule,
    ],
  })
    .overrideProvider(Clock)
    .useValue(clock)
    .compile();
  await testing.init();
  close = async () => {
    await testing.close();
    await dataSource.destroy();
    await drop();
    rmSync(folder, { recursive: true, force: true });
  };
  db = testing.get(Database);
  content = testing.get(ContentStore);
  revisions = testing.get(Revisions);
  projection = testing.get(Projection);
  derived = testing.get(DerivedDocuments);
  garbage = testing.get(GarbageCollector);
});

afterAll(() => close());

beforeEach(async () => {
  [org, spaceId] = [newId(), newId()];
  initial = await revisions.createInitialRevision(org, { spaceId, author: null });
});

const edit = async (snapshot: string, ...edits: ContentEdit[]): Promise<string> =>
  (await content.applyEdits(org, snapshot, edits, { now: clock.now() })).snapshot;

const commit = (
  snapshot: string,
  parents: string[],
  more: { spaceId?: string; changeRequestId?: string } = {},
) => revisions.commit(org, { spaceId, type: 'edits', parents, snapshot, author: null, ...more });

const count = async (table: string, organizationId = org): Promise<number> => {
  const sql = `select count(*)::int as count from ${table} where organization_id = $1`;
  return (await db.query<{ count: number }>(sql, [organizationId]))[0]?.count ?? 0;
};

const file = (id: string, blob: string): ContentEdit => ({
  type: 'putFile',
  file: { id, name: id, contentType: 'image/png', size: 1, blob, createdAt: '2026-01-01T00:00:00.000Z' },
});

describe('the content store', () => {
  it('stores edits and reads them back as shared and frozen objects', async () => {
    const document = paragraphs({ k1: 'Hello world' });
    const snapshot = await edit(initial.snapshot, insert('a', null, { document }), insert('b', 'a'));
    const found = await content.locatePage(org, snapshot, 'b');
    expect(found?.page.path).toBe('a/b');
    const hash = found?.ancestors[0]?.document ?? '';
    const stored = await content.readDocument(org, hash);
    expect(stored.nodes[0]?.key).toBe('k1');
    expect(() => stored.nodes.pop()).toThrow(TypeError);
    await expect(content.readDocument(org, snapshot)).rejects.toThrow(DocumentNotFound);
    expect(await content.findDocument(newId(), hash)).toBe(null);
  });

  it('stores exactly the text that it hashes, without characters that PostgreSQL cannot hold', async () => {
    const snapshot = await edit(
      initial.snapshot,
      insert('a', null, { title: 'x', description: 'n\0ul \\u0000 \ud800' }),
    );
    const { page } = (await content.locatePage(org, snapshot, 'a')) ?? {};
    expect(page?.description).toBe('n\uFFFDul \\u0000 \ud800');
    const [row] = await db.query<{ matches: boolean }>(
      `select bool_and(encode(sha256(convert_to(kind || body::text, 'UTF8')), 'hex') = hash) as matches
       from content_objects where organization_id = $1`,
      [org],
    );
    expect(row?.matches).toBe(true);
  });

  it('writes all edits or none', async () => {
    const before = await count('content_objects');
    const edits = [insert('a', null, { document: paragraphs({ k: 'x' }) }), insert('b', 'absent')];
    await expect(edit(initial.snapshot, ...edits)).rejects.toThrow(PageNotFound);
    const outer = db.transaction(async () => {
      await edit(initial.snapshot, insert('a'));
      throw new Error('no');
    });
    await expect(outer).rejects.toThrow('no');
    expect(await count('content_objects')).toBe(before);
  });

  it('derives text, outline and references when a document is stored, and again when the code changes', async () => {
    const snapshot = await edit(
      initial.snapshot,
      insert('a', null, { document: paragraphs({ k: 'Seahorses swim' }) }),
    );
    const hash = (await content.locatePage(org, snapshot, 'a'))?.page.document ?? '';
    expect((await derived.read(org, [hash, 'absent'])).get(hash)?.text).toContain('Seahorses swim');
    await db.execute(`update content_documents set version = 0, text = 'stale' where organization_id = $1`, [
      org,
    ]);
    expect(await derived.recompute({ batch: 10 })).toBe(1);
    expect((await derived.read(org, [hash])).get(hash)?.text).toContain('Seahorses swim');
  });

  it('stores documents of any length', async () => {
    const words = Array.from({ length: 60_000 }, (_, i) => `wörd${i}é`).join(' ');
    const snapshot = await edit(initial.snapshot, insert('a', null, { document: paragraphs({ k: words }) }));
    expect((await content.locatePage(org, snapshot, 'a'))?.page.document).toHaveLength(64);
  });

  it('stores a merge without conflicts, and does not store one with conflicts', async () => {
    const base = await edit(
      initial.snapshot,
      insert('a', null, { document: paragraphs({ k1: 'one', k2: 'two' }) }),
    );
    const write = (texts: Record<string, string>) =>
      edit(base, { type: 'updatePage', page: 'a', document: paragraphs(texts) });
    const [main, mine] = [await write({ k1: 'ONE', k2: 'two' }), await write({ k1: 'one', k2: 'TWO' })];
    const merged = await content.merge(org, { base, main, mine });
    await commit(merged.snapshot, [initial.id]);
    const other = await write({ k1: 'eins', k2: 'two', k3: 'three' });
    const before = await count('content_objects');
    const clash = await content.merge(org, { base, main: merged.snapshot, mine: other });
    expect(clash.conflicts).toMatchObject([{ kind: 'block', block: 'k1' }]);
    await expect(commit(clash.snapshot, [initial.id])).rejects.toThrow(/snapshot_fkey/);
    expect(await count('content_objects')).toBe(before);
  });
});

describe('revisions', () => {
  it('are listed by branch, newest first, and found', async () => {
    clock.advance(1000);
    const second = await commit(initial.snapshot, [initial.id]);
    await commit(initial.snapshot, [second.id], { changeRequestId: 'cr' });
    const page = await revisions.listRevisions(org, { spaceId }, { limit: 1 });
    expect(page).toMatchObject({
      items: [{ id: second.id, parents: [initial.id], createdAt: second.createdAt }],
      count: 2,
    });
    expect((await revisions.listRevisions(org, { spaceId }, page.next ?? {})).items).toEqual([initial]);
    expect((await revisions.findRevisions(org, [initial.id, 'absent'])).size).toBe(1);
    await expect(revisions.getRevision(newId(), initial.id)).rejects.toThrow(RevisionNotFound);
  });

  it('know their last common ancestor, over merges and long histories', async () => {
    const { snapshot } = initial;
    const next = async (...parents: Revision[]) =>
      commit(
        snapshot,
        parents.map((parent) => parent.id),
      );
    const common = async (a: Revision, b: Revision) => (await revisions.commonAncestor(org, a.id, b.id))?.id;
    const m1 = await next(initial);
    const c1 = await next(m1);
    const m2 = await next(m1);
    expect(await common(m2, c1)).toBe(m1.id);
    const updated = await next(c1, m2);
    const m3 = await next(m2);
    expect(await common(m3, updated)).toBe(m2.id);
    expect(await common(updated, m3)).toBe(m2.id);
    expect(await common(m3, initial)).toBe(initial.id);
    expect(await common(m3, m3)).toBe(m3.id);
    let tip = m3;
    for (let i = 0; i < 150; i++) tip = await next(tip);
    expect(await common(tip, updated)).toBe(m2.id);
    expect(await common(tip, m1)).toBe(m1.id);
    const other = await next();
    expect(await revisions.commonAncestor(org, tip.id, other.id)).toBe(null);
    expect(await revisions.commonAncestor(org, tip.id, 'absent')).toBe(null);
  });
});

describe('the projection of pages', () => {
  const advance = async (from: string, ...edits: ContentEdit[]): Promise<string> => {
    const to = await edit(from, ...edits);
    expect(await projection.advance(org, spaceId, from, to)).toBe(true);
    expect(await projection.verify(org, spaceId)).toEqual([]);
    return to;
  };
  const move = (page: string, into: string | null, at?: number): ContentEdit => ({
    type: 'updatePage',
    page,
    into,
    at,
  });

  it('follows every kind of change and equals a rebuild', async () => {
    let snapshot = await advance(
      initial.snapshot,
      insert('g', null, { type: 'group' }),
      insert('a', 'g'),
      insert('a1', 'a'),
      insert('a2', 'a1'),
      insert('b'),
      insert('c'),
    );
    snapshot = await advance(snapshot, { type: 'updatePage', page: 'a2', document: paragraphs({ k: 'x' }) });
    snapshot = await advance(snapshot, {
      type: 'updatePage',
      page: 'a',
      fields: { slug: 'alpha', hidden: true },
    });
    snapshot = await advance(snapshot, move('a1', 'c'), move('b', null, 0), insert('n', null, { at: 1 }));
    snapshot = await advance(snapshot, move('a1', null), move('c', 'a1'));
    snapshot = await advance(snapshot, move('c', 'a'), {
      type: 'updatePage',
      page: 'g',
      fields: { slug: 'x' },
    });
    snapshot = await advance(
      snapshot,
      { type: 'deletePage', page: 'c' },
      insert('d', 'b'),
      insert('e', 'b', { at: 0 }),
    );
    const followed = await projection.listPages(org, spaceId, snapshot);
    expect(followed?.map((page) => page.path)).toEqual(expect.arrayContaining(['b/e', 'x/alpha', 'n']));
    await projection.rebuild(org, spaceId, snapshot);
    const withoutPosition = (pages: typeof followed) =>
      pages?.map(({ position: _position, ...page }) => page);
    const sorted = (pages: typeof followed) =>
      withoutPosition(pages)?.sort((p, q) => (p.pageId < q.pageId ? -1 : 1));
    expect(sorted(await projection.listPages(org, spaceId, snapshot))).toEqual(sorted(followed));
  });

  it('follows files, reusable contents and the references of pages', async () => {
    const file = (id: string, name: string): ContentEdit => ({
      type: 'putFile',
      file: {
        id,
        name,
        contentType: 'image/png',
        size: 1,
        blob: `blob-${id}`,
        createdAt: '2026-01-01T00:00:00Z',
      },
    });
    const reusable = (id: string, title: string): ContentEdit => ({
      type: 'putReusableContent',
      reusableContent: { id, title, document: paragraphs({ k: title }) },
    });
    let snapshot = await advance(
      initial.snapshot,
      ...Array.from({ length: 70 }, (_, i) => file(`f${i}`, `${i}.png`)),
      reusable('r1', 'One'),
      reusable('r2', 'Two'),
      insert('a', null, { cover: { yPos: 0, ref: { kind: 'file', file: 'f1' } } }),
      insert('l', null, { type: 'link', target: { kind: 'page', page: 'a' } }),
    );
    snapshot = await advance(
      snapshot,
      { type: 'deleteFile', file: 'f3' },
      file('f4', 'other.png'),
      reusable('r1', 'First'),
      { type: 'deleteReusableContent', reusableContent: 'r2' },
      { type: 'updatePage', page: 'a', fields: { cover: null } },
    );
    const migration = new CreateLinks1772000000310();
    const runner = testing.get(DataSource).createQueryRunner();
    await migration.down(runner);
    await migration.up(runner);
    await new SizesOfFiles1772000001195().up(runner);
    await runner.release();
    expect(await projection.verify(org, spaceId)).toEqual([]);
    await projection.rebuild(org, spaceId, snapshot);
    expect(await projection.verify(org, spaceId)).toEqual([]);
    await db.execute(`delete from content_entries where entry_id = 'f4'`);
    expect(await projection.verify(org, spaceId)).toEqual([
      'file f4 "other.png" (empty, 1 bytes) has no row.',
    ]);
  });

  it('follows random edits', async () => {
    let seed = 7;
    const random = (below: number) => (seed = (seed * 48_271) % 2_147_483_647) % below;
    let snapshot = initial.snapshot;
    for (let round = 0; round < 25; round++) {
      const ids = [...(await content.readTree(org, snapshot).then(flatten))];
      const pick = () => ids[random(ids.length)] ?? null;
      let to = snapshot;
      for (let i = 0; i < 4; i++) {
        const [page, into] = [pick(), random(3) === 0 ? null : pick()];
        const options: ContentEdit[] = [insert(newId(), into, { at: random(3), title: `t${random(5)}` })];
        if (page)
          options.push(move(page, into, random(4)), {
            type: 'updatePage',
            page,
            fields: { slug: `s${random(4)}` },
          });
        if (page && ids.length > 12) options.push({ type: 'deletePage', page });
        to = await edit(to, options[random(options.length)] as ContentEdit).catch(() => to);
      }
      expect(await projection.advance(org, spaceId, snapshot, to)).toBe(true);
      expect(await projection.verify(org, spaceId)).toEqual([]);
      snapshot = to;
    }
  });

  it('serves one snapshot only', async () => {
    const snapshot = await advance(initial.snapshot, insert('a'), insert('b', 'a'));
    expect(await projection.findPage(org, spaceId, snapshot, 'b')).toMatchObject({
      page: { path: 'a/b', parentId: 'a' },
    });
    expect(await projection.findPageByPath(org, spaceId, snapshot, 'a/b')).toMatchObject({
      page: { pageId: 'b' },
    });
    expect(await projection.findPageByPath(org, spaceId, snapshot, 'a/c')).toEqual({ page: null });
    expect(await projection.findPage(org, spaceId, initial.snapshot, 'b')).toBe(null);
    expect(await projection.listPages(org, spaceId, initial.snapshot)).toBe(null);
    expect(await projection.isCurrent(org, spaceId, snapshot)).toBe(true);
    const empty = await advance(snapshot, { type: 'deletePage', page: 'a' });
    expect(await projection.listPages(org, spaceId, empty)).toEqual([]);
  });

  it('has one index that finds a page by its id, also without statistics of the table', async () => {
    const rows = await db.query<{ name: string }>(
      `select indexname as name from pg_indexes where schemaname = current_schema()
       and tablename = 'content_pages' and indexdef like '%(organization_id, space_id%'`,
    );
    expect(rows).toEqual([{ name: 'content_pages_pkey' }]);
  });

  it('is not advanced from a snapshot that it does not show, and its verification reports wrong rows', async () => {
    const snapshot = await edit(initial.snapshot, insert('a'));
    const next = await edit(snapshot, insert('b'));
    expect(await projection.advance(org, spaceId, snapshot, next)).toBe(false);
    await projection.rebuild(org, spaceId, next);
    expect(await projection.advance(org, spaceId, snapshot, next)).toBe(true);
    await db.execute(`update content_pages set path = 'wrong' where space_id = $1 and page_id = 'a'`, [
      spaceId,
    ]);
    expect(await projection.verify(org, spaceId)).toEqual(['a: path is wrong, expected a.']);
    await db.execute(`delete from content_pages where space_id = $1 and page_id = 'b'`, [spaceId]);
    expect(await projection.verify(org, spaceId)).toContain('Below the root are a; expected a, b.');
  });
});

describe('garbage collection', () => {
  const collect = (organizationId = org) => garbage.collectGarbage(organizationId, { batch: 1000 });
  const days = (number: number) => clock.advance(number * 24 * 3_600_000 + 60_000);

  it('deletes only objects that no revision reaches, after the grace period', async () => {
    const kept = await edit(
      initial.snapshot,
      insert('a', null, { document: paragraphs({ k: 'kept' }) }),
      file('f', 'blob1'),
    );
    await commit(kept, [initial.id]);
    const reachable = await count('content_objects');
    await edit(
      kept,
      insert('b', 'a', { document: paragraphs({ k: 'never committed' }) }),
      file('g', 'blob2'),
    );
    expect(await collect()).toEqual({ revisions: 0, objects: 0, hasMore: false });
    const references = testing.get(BlobReferences);
    expect([...(await references.findReferenced(org, ['blob1', 'blob2', 'blob3']))].sort()).toEqual([
      'blob1',
      'blob2',
    ]);
    days(1);
    expect((await collect()).objects).toBeGreaterThan(3);
    expect(await count('content_objects')).toBe(reachable);
    expect(await count('content_documents')).toBe(1);
    expect([...(await references.findReferenced(org, ['blob1', 'blob2']))]).toEqual(['blob1']);
    expect(await garbage.listOrganizations()).toContain(org);
  });

  it('waits a grace period for the revisions of a purged space', async () => {
    const snapshot = await edit(initial.snapshot, insert('a'));
    const revision = await commit(snapshot, [initial.id]);
    await projection.rebuild(org, spaceId, snapshot);
    days(2);
    await revisions.releaseRevisions(org, spaceId);
    await expect(revisions.getRevision(org, revision.id)).rejects.toThrow(RevisionNotFound);
    expect(await count('content_pages')).toBe(0);
    expect(await collect()).toEqual({ revisions: 0, objects: 0, hasMore: false });
    days(1);
    expect(await collect()).toMatchObject({ revisions: 2 });
    expect(await count('content_objects')).toBe(0);
  });

  it('keeps objects that are written again, however old they are', async () => {
    const edits = [insert('a', null, { document: paragraphs({ k: 'again' }) })];
    const now = clock.now();
    const snapshot = (await content.applyEdits(org, initial.snapshot, edits, { now })).snapshot;
    const before = await count('content_objects');
    days(3);
    expect((await content.applyEdits(org, initial.snapshot, edits, { now })).snapshot).toBe(snapshot);
    expect((await collect()).objects).toBe(0);
    expect(await count('content_objects')).toBe(before);
  });

  it('keeps objects that a concurrent writer stores again', async () => {
    const edits = [insert('a', null, { document: paragraphs({ k: 'race' }) })];
    const now = clock.now();
    await content.applyEdits(org, initial.snapshot, edits, { now });
    days(3);
    let release = (): void => undefined;
    const gate = new Promise<void>((resolve) => (release = resolve));
    let written = (): void => undefined;
    const hasWritten = new Promise<void>((resolve) => (written = resolve));
    const writer = db.transaction(async () => {
      const { snapshot } = await content.applyEdits(org, initial.snapshot, edits, { now });
      written();
      await gate;
      return commit(snapshot, [initial.id]);
    });
    await hasWritten;
    const collector = collect();
    await new Promise((resolve) => setTimeout(resolve, 100));
    release();
    const revision = await writer;
    expect((await collector).objects).toBe(0);
    const found = await content.locatePage(org, revision.snapshot, 'a');
    const rows = await db.query(
      'select 1 from content_objects where organization_id = $1 and hash = any($2)',
      [org, [found?.page.hash, found?.page.document, revision.snapshot]],
    );
    expect(rows).toHaveLength(3);
  });
});

describe('moving content between organizations', () => {
  it('takes revisions, content, derived data and projection along', async () => {
    const other = newId();
    const edits = [insert('a', null, { document: paragraphs({ k: 'moved' }) }), file('f', 'blob1')];
    const snapshot = await edit(initial.snapshot, ...edits);
    const revision = await commit(snapshot, [initial.id]);
    await projection.advance(org, spaceId, initial.snapshot, snapshot);
    expect(await revisions.listBlobs(org, spaceId)).toEqual(['blob1']);
    await revisions.transferSpace(org, other, spaceId);
    expect(await revisions.findRevision(org, revision.id)).toBe(null);
    expect(await revisions.getRevision(other, revision.id)).toEqual(revision);
    expect((await content.readTree(other, snapshot)).map((page) => page.id)).toEqual(['a']);
    expect(await projection.verify(other, spaceId)).toEqual([]);
    expect(await count('content_documents', other)).toBe(1);
    expect(await count('content_objects', other)).toBe(await count('content_objects'));
  });
});

function flatten(pages: { id: string; pages: unknown[] }[]): string[] {
  return pages.flatMap((page) => [page.id, ...flatten(page.pages as typeof pages)]);
}
