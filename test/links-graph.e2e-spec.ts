import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type ContentEdit, ContentStore, type PageNode, Revisions } from '../src/modules/content/index.js';
import {
  type ContentRef,
  type DocumentBlock,
  documentAnchors,
  documentReferences,
  type JSONDocument,
} from '../src/modules/documents/index.js';
import { SpaceBranches, Spaces } from '../src/modules/spaces/index.js';
import { buildOrganization, buildSpace, type TestOrganization } from './support/factories.js';
import { shareTestApp, type TestApp } from './support/test-app.js';
import { thoroughly } from './support/thoroughly.js';

let test: TestApp;
let organization: TestOrganization;
beforeAll(async () => {
  test = await shareTestApp();
  organization = await buildOrganization(test);
});
afterAll(() => test.close());

/** Answers of the API, reduced to the members of the model. */
interface Graph {
  /** By target: status, and the holders. */
  links: Record<string, string>;
  broken: number;
}

const PAGES = ['p0', 'p1', 'p2', 'p3', 'p4'];
const CONTENTS = ['r0', 'r1'];

const refs: fc.Arbitrary<ContentRef> = fc.oneof(
  fc.record({ kind: fc.constant('page' as const), page: fc.constantFrom(...PAGES, 'never') }),
  fc.record({
    kind: fc.constant('anchor' as const),
    page: fc.constantFrom(...PAGES),
    anchor: fc.constantFrom('one', 'two'),
  }),
  fc.record({ kind: fc.constant('anchor' as const), anchor: fc.constantFrom('one', 'two') }),
  fc.record({
    kind: fc.constant('reusable-content' as const),
    reusableContent: fc.constantFrom(...CONTENTS),
  }),
  fc.record({ kind: fc.constant('url' as const), url: fc.constantFrom('https://a.example', '../lost.md') }),
);

const documents = fc
  .record({ headings: fc.subarray(['one', 'two']), refs: fc.array(refs, { maxLength: 4 }) })
  .map(({ headings, refs: list }) => documentOf(headings, list));

const edits: fc.Arbitrary<ContentEdit> = fc.oneof(
  fc.record({
    type: fc.constant('updatePage' as const),
    page: fc.constantFrom(...PAGES),
    document: documents,
  }),
  fc.record({
    type: fc.constant('updatePage' as const),
    page: fc.constantFrom(...PAGES),
    into: fc.constantFrom(null, ...PAGES),
  }),
  fc.record({ type: fc.constant('deletePage' as const), page: fc.constantFrom(...PAGES) }),
  fc.record({
    type: fc.constant('updatePage' as const),
    page: fc.constantFrom(...PAGES),
    fields: refs.map((target) => ({ cover: { yPos: 0, ref: target } as never })),
  }),
  fc.record({
    type: fc.constant('putReusableContent' as const),
    reusableContent: fc.record({
      id: fc.constantFrom(...CONTENTS),
      title: fc.constant('T'),
      document: documents,
    }),
  }),
  fc.record({
    type: fc.constant('deleteReusableContent' as const),
    reusableContent: fc.constantFrom(...CONTENTS),
  }),
);

it('the graph of links equals the links in all documents, of main content and change requests', async () => {
  const batch = fc.array(edits, { maxLength: 8 });
  await fc.assert(
    fc.asyncProperty(batch, batch, batch, async (first, ofRequest, later) => {
      const space = (await buildSpace(organization)).id;
      const start = PAGES.map((id): ContentEdit => ({
        type: 'insertPage',
        page: { id, type: 'document', title: id },
      }));
      await editMain(space, [...start, ...first]);
      const base = await snapshotOf(space);
      const path = `/v1/spaces/${space}`;
      const { body } = await organization.admin.api.post(`${path}/change-requests`, {});
      const changed = await editRequest(space, body.id, ofRequest);
      await editMain(space, later);
      const [before, now, main] = [
        await walk(base),
        await walk(changed),
        await walk(await snapshotOf(space)),
      ];
      expect(await read(`${path}/links`)).toEqual(graphOf(main));
      expect(await read(`${path}/change-requests/${body.id}/links`)).toEqual(graphOf(now));
      const { stats } = await list(`${path}/change-requests/${body.id}/links`);
      expect(stats.broken.changeRequest).toBe(newlyBroken(before, now));
      for (const page of PAGES.filter((id) => main.pages.has(id))) {
        const { items } = await list(`${path}/content/page/${page}/backlinks`);
        expect(new Set(items.map(holderOf))).toEqual(backlinksOf(main, page));
      }
    }),
    { numRuns: thoroughly(25) },
  );
});

interface Found {
  holder: string;
  target: string;
  page?: string;
  status: string;
}

interface Walked {
  pages: Set<string>;
  found: Found[];
}

/** Reads everything, as the SQL must not. */
async function walk(snapshot: string): Promise<Walked> {
  const content = test.app.get(ContentStore);
  const flat = (nodes: PageNode[]): PageNode[] => nodes.flatMap((node) => [node, ...flat(node.pages)]);
  const pages = flat(await content.readTree(organization.id, snapshot));
  const contents = await content.listReusableContents(organization.id, snapshot);
  const load = async (hash: string | null) => (hash ? content.readDocument(organization.id, hash) : null);
  const texts = new Map<string, JSONDocument | null>();
  for (const page of pages) texts.set(page.id, await load(page.document));
  for (const entry of contents) texts.set(entry.id, await load(entry.document));
  const anchorsOf = (id: string, seen = new Set<string>()): string[] => {
    const document = texts.get(id);
    if (!document || seen.has(id)) return [];
    seen.add(id);
    const included = documentReferences(document).flatMap(({ ref }) =>
      ref.kind === 'reusable-content' ? anchorsOf(ref.reusableContent, seen) : [],
    );
    return [...documentAnchors(document), ...included];
  };
  const describe = (holder: string, ref: ContentRef): Found => {
    switch (ref.kind) {
      case 'url':
        return { holder, target: ref.url, status: ref.url.startsWith('https:') ? 'ok' : 'broken' };
      case 'anchor': {
        const at = ref.page ?? holder;
        const status = texts.has(at) && anchorsOf(at).includes(ref.anchor) ? 'ok' : 'broken';
        return { holder, target: `${at}#${ref.anchor}`, page: at, status };
      }
      case 'reusable-content':
        return {
          holder,
          target: ref.reusableContent,
          status: texts.has(ref.reusableContent) ? 'ok' : 'broken',
        };
      case 'page':
        return { holder, target: ref.page, page: ref.page, status: texts.has(ref.page) ? 'ok' : 'broken' };
      default:
        throw new Error('The test makes no other references.');
    }
  };
  const inTexts = [...texts].flatMap(([id, document]) =>
    document ? documentReferences(document).map(({ ref }) => describe(id, ref)) : [],
  );
  const inCovers = pages.flatMap((page) =>
    page.cover ? [describe(page.id, (page.cover as unknown as { ref: ContentRef }).ref)] : [],
  );
  return { pages: new Set(pages.map(({ id }) => id)), found: [...inTexts, ...inCovers] };
}

function graphOf({ found }: Walked): Graph {
  const holders = new Map<string, Set<string>>();
  const key = ({ target, status }: Found) => `${target} ${status}`;
  for (const one of found) holders.set(key(one), (holders.get(key(one)) ?? new Set()).add(one.holder));
  const broken = new Set(found.filter(({ status }) => status === 'broken').map(({ target }) => target));
  const links = Object.fromEntries([...holders].map(([name, ids]) => [name, [...ids].sort().join(' ')]));
  return { links, broken: broken.size };
}

function newlyBroken(before: Walked, now: Walked): number {
  const brokenIn = ({ found }: Walked) => found.filter(({ status }) => status === 'broken');
  const known = new Set(brokenIn(before).map(({ holder, target }) => `${holder} ${target}`));
  const fresh = brokenIn(now).filter(({ holder, target }) => !known.has(`${holder} ${target}`));
  return new Set(fresh.map(({ target }) => target)).size;
}

function backlinksOf({ found }: Walked, page: string): Set<string> {
  return new Set(found.filter((one) => one.page === page && one.holder !== page).map(({ holder }) => holder));
}

interface Place {
  page?: { id: string };
  reusableContent?: { id: string };
}

const holderOf = (place: Place): string => place.page?.id ?? place.reusableContent?.id ?? '';

/** Not through the client that checks the contract: that takes seconds for answers this large. */
async function list(path: string) {
  const headers = { authorization: `Bearer ${organization.admin.token}` };
  const answer = await fetch(`${test.baseUrl}${path}?limit=1000`, { headers });
  expect(answer.status).toBe(200);
  return (await answer.json()) as {
    items: (Place & { status: string; reference: Record<string, string>; locationReferences: Place[] })[];
    stats: { broken: { total: number; changeRequest?: number } };
  };
}

async function read(path: string): Promise<Graph> {
  const { items, stats } = await list(path);
  const nameOf = ({ kind, page, reusableContent, url, anchor }: Record<string, string>) => {
    const target = url ?? page ?? reusableContent;
    return kind === 'anchor' ? `${target}#${anchor}` : `${target}`;
  };
  const links = items.map(({ reference, status, locationReferences }) => {
    const holders = new Set(locationReferences.map(holderOf));
    return [`${nameOf(reference)} ${status}`, [...holders].sort().join(' ')];
  });
  return { links: Object.fromEntries(links) as Record<string, string>, broken: stats.broken.total };
}

async function snapshotOf(space: string): Promise<string> {
  const found = await test.app.get(Spaces).findRecords(organization.id, [space]);
  return found.get(space)?.snapshot ?? '';
}

/** Edits one after the other; those that do not apply are left out. */
async function apply(snapshot: string, list: readonly ContentEdit[]): Promise<string> {
  let at = snapshot;
  for (const edit of list) {
    at = await test.app
      .get(ContentStore)
      .applyEdits(organization.id, at, [edit], { now: test.clock.now() })
      .then((result) => result.snapshot)
      .catch(() => at);
  }
  return at;
}

async function editMain(space: string, list: readonly ContentEdit[]): Promise<void> {
  const to = await apply(await snapshotOf(space), list);
  await test.db.transaction(async () => {
    const locked = await test.app.get(Spaces).lock(organization.id, space);
    if (locked.snapshot === to) return;
    await test.app.get(SpaceBranches).of(locked).commit(null, { type: 'edits', snapshot: to });
  });
}

async function editRequest(space: string, id: string, list: readonly ContentEdit[]): Promise<string> {
  const snapshot = await apply(await snapshotOf(space), list);
  await test.db.transaction(async () => {
    const revision = {
      spaceId: space,
      changeRequestId: id,
      type: 'edits' as const,
      parents: [],
      snapshot,
      author: null,
    };
    const made = await test.app.get(Revisions).commit(organization.id, revision);
    await test.db.execute(
      'update change_requests set revision_id = $3, snapshot = $4 where organization_id = $1 and id = $2',
      [organization.id, id, made.id, snapshot],
    );
  });
  return snapshot;
}

function documentOf(headings: readonly string[], list: readonly ContentRef[]): JSONDocument {
  const text = (words: string) => ({
    object: 'text' as const,
    leaves: [{ object: 'leaf' as const, text: words, marks: [] }],
  });
  const block = (type: string, key: string, nodes: DocumentBlock['nodes']): DocumentBlock => ({
    object: 'block',
    type,
    key,
    isVoid: false,
    data: {},
    nodes,
  });
  return {
    object: 'document',
    data: {},
    nodes: [
      ...headings.map((words) => block('heading-1', `h${words}`, [text(words)])),
      ...list.map((ref, i) =>
        ref.kind === 'reusable-content'
          ? { object: 'block' as const, type: 'reusable-content', key: `k${i}`, isVoid: true, data: { ref } }
          : block('paragraph', `k${i}`, [
              { object: 'inline', type: 'link', isVoid: false, data: { ref }, nodes: [text('x')] },
            ]),
      ),
    ],
  };
}
