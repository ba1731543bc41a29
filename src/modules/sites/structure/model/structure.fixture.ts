import fc from 'fast-check';
import { DomainError } from '#platform/http/errors.js';
import { addGroup, addSectionToGroup, removeGroup, removeSectionFromGroup, updateGroup } from './groups.js';
import { addLink, removeLink, updateLink } from './links.js';
import type { StructureItemType } from './item-types.js';
import { moveItem, type StructureItem } from './moving.js';
import { addSection, makeDefaultSection, removeSection, updateSection } from './sections.js';
import { groupIdOf, type NavigationItem, type SiteStructure } from './site-structure.js';
import { addCopy, addSpace, makeDefaultSpace, removeSpace, updateSpace } from './spaces.js';

const ACTIONS = [
  'addSpace',
  'addSpace',
  'addSection',
  'addSection',
  'splitSection',
  'copySpace',
  'moveSpace',
  'nestAnything',
  'removeSpace',
  'removeSection',
  'defaultSpace',
  'defaultSection',
  'renameSpace',
  'renameSection',
  'addGroup',
  'nestGroup',
  'removeGroup',
  'intoGroup',
  'outOfGroup',
  'addLink',
  'moveLink',
  'removeLink',
  'move',
  'move',
] as const;

/** One random change; the numbers choose among what is there. */
export interface Step {
  action: (typeof ACTIONS)[number];
  one: number;
  other: number;
  text: string;
}

export const step: fc.Arbitrary<Step> = fc.record({
  action: fc.constantFrom(...ACTIONS),
  one: fc.nat(30),
  other: fc.nat(30),
  text: fc.constantFrom('guide', 'API', 'v1', 'The API', '文'),
});

const pick = <T>(items: T[], n: number): T | undefined => items[n % Math.max(1, items.length)];

/**
 * Does what the step says, as far as it can be done. A refusal is as good: nobody promised that everything fits.
 * @param name of what is added; unique.
 * @param freeSpace a space that is not shown yet.
 */
export function apply(structure: SiteStructure, name: string, freeSpace: string, step: Step): void {
  try {
    change(structure, name, freeSpace, step);
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
  }
}

function change(structure: SiteStructure, name: string, freeSpace: string, step: Step): void {
  const { one, other, text: title } = step;
  const { spaces, sections, groups, links } = structure.items;
  const space = pick(spaces, one);
  const section = pick(sections, one);
  const group = pick(groups, one);
  const link = pick(links, one);
  const target = other % 2 === 0 ? undefined : pick(groups, other)?.id;
  const added = { id: name, spaceId: freeSpace, title };
  switch (step.action) {
    case 'addSpace':
      return void addSpace(structure, { ...added, sectionId: pick(sections, other)?.id });
    case 'addSection': {
      const remaining = { id: `${name}r`, title: 'Remaining' };
      const siteSpace = { ...added, id: `${name}s` };
      return void addSection(structure, {
        id: name,
        title,
        icon: null,
        groupId: target,
        siteSpace,
        remaining,
      });
    }
    case 'splitSection':
      return void (
        space &&
        addSection(structure, {
          id: name,
          title,
          icon: null,
          groupId: target,
          siteSpace: space,
          remaining: { id: `${name}r`, title: 'Remaining' },
        })
      );
    case 'moveSpace':
      return space && moveItem(structure, space, { into: pick(sections, other)?.id ?? null });
    case 'nestAnything': {
      const item = pick<StructureItem>([...sections, ...groups, ...links], one);
      return item && moveItem(structure, item, { into: target ?? null });
    }
    case 'copySpace':
      return void (space && addCopy(structure, space, added));
    case 'removeSpace':
      return void (space && removeSpace(structure, space.id));
    case 'removeSection':
      return void (section && removeSection(structure, section.id));
    case 'defaultSpace':
      return space && makeDefaultSpace(structure, space);
    case 'defaultSection':
      return section && makeDefaultSection(structure, section);
    case 'renameSpace':
      return space && updateSpace(structure, space, { path: title });
    case 'renameSection':
      return section && updateSection(structure, section, { path: title });
    case 'addGroup':
      return void addGroup(structure, { id: name, title, icon: null, parent: target, sections: [] });
    case 'nestGroup':
      return group && updateGroup(structure, group, { parentSectionGroupId: target ?? null });
    case 'removeGroup':
      return void (group && removeGroup(structure, group.id));
    case 'intoGroup':
      return void (group && section && addSectionToGroup(structure, group, section.id));
    case 'outOfGroup':
      return group && section && removeSectionFromGroup(structure, group, section.id);
    case 'addLink':
      return void addLink(structure, name, { title, url: 'https://example.com/', parent: target });
    case 'moveLink':
      return link && updateLink(structure, link, { parent: target ?? null });
    case 'removeLink':
      return link && removeLink(structure, link.id);
    case 'move':
      return moveRandomly(structure, one, other);
  }
}

function moveRandomly(structure: SiteStructure, one: number, other: number): void {
  const levels: StructureItem[][] = [
    ...[null, ...structure.items.sections.map(({ id }) => id)].map((id) => structure.spacesIn(id)),
    ...[null, ...structure.items.groups.map(({ id }) => id)].map((id) => structure.navigationIn(id)),
  ].filter((level) => level.length > 1);
  const level = pick(levels, one);
  const [item, beside] = [level && pick(level, other), level && pick(level, one + 1)];
  if (!item || !beside) return;
  const pointer = { type: typeOf(structure, beside), id: beside.id };
  const isBefore = other % 2 === 0;
  moveItem(structure, item, isBefore ? { before: pointer } : { after: pointer });
  const after =
    'spaceId' in item ? structure.spacesIn(item.sectionId) : structure.navigationIn(groupIdOf(item));
  const ids = after.map(({ id }) => id);
  const distance = ids.indexOf(beside.id) - ids.indexOf(item.id);
  if (distance !== (isBefore ? 1 : -1)) throw new Error(`${item.id} is not beside ${beside.id}.`);
}

function typeOf({ items }: SiteStructure, item: StructureItem): StructureItemType {
  if ('spaceId' in item) return 'site-space';
  if (items.sections.includes(item as never)) return 'site-section';
  return items.groups.includes(item as never) ? 'site-section-group' : 'site-external-link';
}

/** Problems of a structure; an empty list for a valid one. */
export function problemsOf(structure: SiteStructure): string[] {
  const { spaces, sections, groups, links } = structure.items;
  const problems: string[] = [];
  const expect = (isTrue: boolean, problem: string): void => void (isTrue || problems.push(problem));
  const distinct = (values: string[], what: string): void =>
    expect(new Set(values).size === values.length, `${what} are not distinct: ${values.join(', ')}`);
  const oneDefault = (items: { isDefault: boolean }[], what: string): void =>
    expect(
      items.filter(({ isDefault }) => isDefault).length === Math.min(1, items.length),
      `defaults of ${what}`,
    );
  oneDefault(sections, 'sections');
  distinct(
    sections.map(({ path }) => path),
    'paths of sections',
  );
  distinct(
    spaces.map(({ spaceId }) => spaceId),
    'spaces',
  );
  for (const id of [null, ...sections.map((section) => section.id)]) {
    const level = structure.spacesIn(id);
    oneDefault(level, `the spaces in ${id}`);
    distinct(
      level.map(({ path }) => path),
      `paths in ${id}`,
    );
    distinct(
      level.map(({ position }) => position),
      `positions in ${id}`,
    );
  }
  const reached: NavigationItem[] = [];
  const walk = (groupId: string | null, depth: number): void => {
    const level = structure.navigationIn(groupId);
    expect(depth <= 5, `${groupId} is too deep`);
    distinct(
      level.map(({ position }) => position),
      `positions in ${groupId}`,
    );
    reached.push(...level);
    for (const item of level) if (groups.includes(item as never)) walk(item.id, depth + 1);
  };
  walk(null, 0);
  expect(reached.length === sections.length + groups.length + links.length, 'something hangs in the air');
  const places = new Set([null, ...sections.map(({ id }) => id)]);
  expect(
    spaces.every(({ sectionId }) => places.has(sectionId)),
    'a space is in no section',
  );
  if (structure.hasSections)
    expect(structure.spacesIn(null).length === 0, 'a space is outside of the sections');
  return problems;
}
