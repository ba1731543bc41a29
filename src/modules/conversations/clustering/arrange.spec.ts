import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { arrange, type ArrangedCluster } from './arrange.js';
import type { ClusteredIssue } from './clustered-issue.js';
import { communitiesOf } from './communities.js';

const issue = (id: string, clusterId: string | null, near: Record<string, number> = {}): ClusteredIssue => ({
  id,
  clusterId,
  terms: [],
  vector: null,
  model: null,
  neighbours: Object.entries(near).sort(([, a], [, b]) => b - a),
});
/** Issues that are all alike. */
const clique = (ids: readonly string[], clusterId: string | null, alike = 0.9) =>
  ids.map((id) =>
    issue(
      id,
      clusterId,
      Object.fromEntries(ids.filter((other) => other !== id).map((other) => [other, alike])),
    ),
  );
const byId = (issues: readonly ClusteredIssue[]) => new Map(issues.map((one) => [one.id, one]));
const clustersOf = (issues: readonly ClusteredIssue[], changes: Record<string, number> = {}) => {
  const clusters = new Map<string, ArrangedCluster>();
  for (const { clusterId: id } of issues) {
    if (id === null) continue;
    const known = clusters.get(id) ?? { id, issues: 0, changes: changes[id] ?? 0 };
    known.issues++;
    clusters.set(id, known);
  }
  return clusters;
};
const ids = () => {
  let made = 0;
  return () => `new-${++made}`;
};

describe('communities of issues', () => {
  it('consist of the issues that resemble each other', () => {
    const issues = [...clique(['a', 'b', 'c'], null), ...clique(['d', 'e'], null), issue('f', null)];
    const groups = communitiesOf(issues, issues.length).map((group) => group.map(({ id }) => id).join(''));
    expect(groups.sort()).toEqual(['abc', 'de', 'f']);
  });

  it('stay apart for two subjects of one product, even with few issues', () => {
    const near = (same: readonly string[], others: readonly string[]) =>
      same.map((id) =>
        issue(id, null, {
          ...Object.fromEntries(same.filter((other) => other !== id).map((other) => [other, 0.75])),
          ...Object.fromEntries(others.map((other) => [other, 0.52])),
        }),
      );
    const issues = [...near(['a', 'b', 'c'], ['d', 'e']), ...near(['d', 'e'], ['a', 'b', 'c'])];
    const groups = communitiesOf(issues, issues.length).map((group) => group.map(({ id }) => id).join(''));
    expect(groups.sort()).toEqual(['abc', 'de']);
  });

  it('are the same on every computation', () => {
    const edges = fc.array(fc.tuple(fc.nat(19), fc.nat(19), fc.constantFrom(0.5, 0.6, 0.75, 0.9)), {
      maxLength: 60,
    });
    fc.assert(
      fc.property(edges, (list) => {
        const issues = Array.from({ length: 20 }, (_, at) => issue(`${at}`, null));
        for (const [from, to, alike] of list)
          if (from !== to) issues[from]!.neighbours.push([`${to}`, alike]);
        const groups = () => communitiesOf(issues, 20).map((group) => group.map(({ id }) => id));
        expect(groups()).toEqual(groups());
        expect(groups().flat().sort()).toEqual(issues.map(({ id }) => id).sort());
      }),
    );
  });
});

describe('arranging issues into clusters', () => {
  it('leaves a single issue without a cluster', () => {
    const one = issue('a', null);
    const { changed } = arrange(byId([one]), [one], new Map(), 1, ids());
    expect([one.clusterId, changed.size]).toEqual([null, 0]);
  });

  it('makes a cluster of two similar issues', () => {
    const issues = clique(['a', 'b'], null);
    const { changed } = arrange(byId(issues), issues, new Map(), 2, ids());
    expect([issues.map(({ clusterId }) => clusterId), [...changed]]).toEqual([['new-1', 'new-1'], ['new-1']]);
  });

  it('adds a new issue to the cluster of its neighbours', () => {
    const old = clique(
      Array.from({ length: 40 }, (_, at) => `o${at}`),
      'known',
    );
    const one = issue('a', null, { o1: 0.8, o2: 0.7 });
    const clusters = clustersOf(old);
    arrange(byId([...old, one]), [one], clusters, 41, ids());
    expect([one.clusterId, clusters.get('known')]).toEqual([
      'known',
      { id: 'known', issues: 41, changes: 1 },
    ]);
  });

  it('splits a cluster of two subjects: the larger part keeps the id', () => {
    const issues = [...clique(['a', 'b', 'c', 'd'], 'known'), ...clique(['x', 'y', 'z'], 'known')];
    const { changed, merged } = arrange(byId(issues), [], clustersOf(issues, { known: 2 }), 7, ids());
    expect(issues.map(({ clusterId }) => clusterId)).toEqual([
      ...Array<string>(4).fill('known'),
      ...Array<string>(3).fill('new-1'),
    ]);
    expect([[...changed].sort(), merged.size]).toEqual([['known', 'new-1'], 0]);
  });

  it('merges two clusters of one subject: the larger keeps the id, and the answer names it for the other', () => {
    const issues = clique(['a', 'b', 'c', 'x', 'y'], 'large');
    for (const one of issues.slice(3)) one.clusterId = 'small';
    const { merged } = arrange(byId(issues), [], clustersOf(issues, { large: 2, small: 2 }), 5, ids());
    expect(issues.map(({ clusterId }) => clusterId)).toEqual(Array(5).fill('large'));
    expect([...merged]).toEqual([['small', 'large']]);
  });

  it('keeps ids and every issue, and gives the same result again', () => {
    const edge = fc.tuple(fc.nat(23), fc.nat(23), fc.constantFrom(0.5, 0.7, 0.9));
    const given = fc.tuple(
      fc.array(fc.option(fc.constantFrom('p', 'q', 'r')), { minLength: 24, maxLength: 24 }),
      fc.array(edge, { maxLength: 80 }),
    );
    fc.assert(
      fc.property(given, ([before, edges]) => {
        const run = () => {
          const issues = before.map((clusterId, at) => issue(`${at}`, clusterId));
          for (const [from, to, alike] of edges)
            if (from !== to) issues[from]!.neighbours.push([`${to}`, alike]);
          const clusters = clustersOf(issues, { p: 3, q: 3, r: 3 });
          const { changed, merged } = arrange(
            byId(issues),
            issues.filter(({ clusterId }) => clusterId === null),
            clusters,
            24,
            ids(),
          );
          return {
            placed: issues.map(({ clusterId }) => clusterId),
            changed: [...changed],
            merged: [...merged],
            known: [...clusters.keys()],
          };
        };
        const { placed, changed, merged, known } = run();
        expect(run()).toEqual({ placed, changed, merged, known });
        for (const [from, to] of merged) {
          expect(placed).not.toContain(from);
          expect(placed).toContain(to);
        }
        const moved = before.flatMap((was, at) => (was === placed[at] ? [] : [was, placed[at]]));
        expect(changed).toEqual(expect.arrayContaining(moved.filter((id) => typeof id === 'string')));
      }),
    );
  });
});
