import { expect, it } from 'vitest';
import type { ClusteredIssue } from './clustered-issue.js';
import { communitiesOf } from './communities.js';

const MEMBERS = 50;

/** Issues of so many subjects: all neighbours of each but one are of its subject. */
function subjects(count: number): ClusteredIssue[] {
  let seed = 7;
  const random = (below: number) => {
    seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((seed / 2 ** 32) * below);
  };
  const idOf = (subject: number, member: number) => `${subject % count}-${member}`;
  return Array.from({ length: count * MEMBERS }, (_, at) => {
    const [subject, member] = [Math.floor(at / MEMBERS), at % MEMBERS];
    const near = new Set<string>();
    while (near.size < 7) near.add(idOf(subject, random(MEMBERS)));
    while (near.size < 8) near.add(idOf(random(count), random(MEMBERS)));
    const neighbours = [...near].map((id): [string, number] => [id, 0.6]);
    return { id: idOf(subject, member), clusterId: null, terms: [], vector: null, model: null, neighbours };
  });
}

it.each([6, 15, 60, 150])('communities of issues find %i subjects', (count) => {
  const issues = subjects(count);
  const groups = communitiesOf(issues, issues.length).filter((group) => group.length > 1);
  expect(groups.length).toBeGreaterThan(count * 0.7);
  expect(groups.length).toBeLessThan(count * 1.5);
});
