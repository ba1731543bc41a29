import { expect, it, vi } from 'vitest';
import type { PageNode, SourceDependencies } from '#modules/content/index.js';
import type { Actor } from '#platform/http/actor.js';
import type { ContentContext } from '../content-context.js';
import type { ContentUrls } from '../content-urls.js';
import type { DocumentIds } from './document-ids.js';
import type { VisibleContent } from './visible-content.js';
import { WrittenTrees } from './written-trees.js';

const page = (id: string, fields: Partial<PageNode> = {}): PageNode => ({
  id,
  type: 'document',
  title: id,
  slug: id,
  path: id,
  hash: id,
  parent: null,
  document: null,
  createdAt: '2026-01-01T00:00:00.000Z',
  updatedAt: '2026-01-01T00:00:00.000Z',
  git: { path: `${id}.md`, oid: 'oid' },
  pages: [],
  ...fields,
});
const member = { kind: 'user', userId: 'u1' } as unknown as Actor;
const reader = (key: string) => ({ kind: 'site', reader: { key } }) as unknown as Actor;
const context = (actor: Actor | undefined, fields: Partial<ContentContext> = {}): ContentContext => ({
  organizationId: 'o1',
  spaceId: 's1',
  revisionId: 'r1',
  snapshot: 'x',
  actor,
  ...fields,
});

function trees(pages: PageNode[]) {
  const tree = vi.fn<VisibleContent['tree']>(() => Promise.resolve(pages));
  const find = vi.fn<SourceDependencies['find']>(() => Promise.resolve(new Map()));
  const written = new WrittenTrees(
    { tree } as unknown as VisibleContent,
    { find } as unknown as SourceDependencies,
    { encode: () => 'id' } as unknown as DocumentIds,
    { page: () => 'url' } as unknown as ContentUrls,
  );
  return { tree, find, written };
}

it('the page tree is written once for each place and each set of visible pages', async () => {
  const { tree, written } = trees([page('a', { pages: [page('b')] })]);
  const first = await written.read(context(member), {});
  expect(JSON.parse(first.json.toString())).toMatchObject([{ id: 'a', pages: [{ id: 'b', pages: [] }] }]);
  expect(await written.read(context(member, { revisionId: 'r2' }), {})).toBe(first);
  expect(tree).toHaveBeenCalledTimes(1);
  const others: [ContentContext, object][] = [
    [context(undefined), {}],
    [context(reader('k1')), {}],
    [context(reader('k2')), {}],
    [context(reader('member')), {}],
    [context(member, { snapshot: 'y' }), {}],
    [context(member, { spaceId: 's2' }), {}],
    [context(member, { organizationId: 'o2' }), {}],
    [context(member, { changeRequestId: 'c1' }), {}],
    [context(member), { metadata: false }],
    [context(member), { computed: false }],
  ];
  for (const [place, query] of others) await written.read(place, query);
  expect(tree).toHaveBeenCalledTimes(1 + others.length);
  for (const [place, query] of others) await written.read(place, query);
  expect(tree).toHaveBeenCalledTimes(1 + others.length);
});

it('the tag of a page tree is the same for equal trees only', async () => {
  const { written } = trees([page('a')]);
  const all = await written.read(context(member), {});
  const plain = await written.read(context(member), { metadata: false });
  expect((await written.read(context(member, { snapshot: 'y' }), {})).tag).toBe(all.tag);
  expect(plain.tag).not.toBe(all.tag);
});

it('the page tree is not kept when it shows the state of dependencies', async () => {
  const dependencies = { spec: { ref: { kind: 'openapi', spec: 'pets' } } };
  const computed = { type: 'builtin:openapi', props: {}, dependencies } as unknown as PageNode['computed'];
  const { tree, find, written } = trees([page('a', { computed })]);
  await written.read(context(member), {});
  await written.read(context(member), {});
  expect(tree).toHaveBeenCalledTimes(2);
  expect(find).toHaveBeenCalledTimes(2);
  await written.read(context(reader('k')), {});
  await written.read(context(reader('k')), {});
  expect(tree).toHaveBeenCalledTimes(3);
});
