import { generateNKeysBetween } from 'fractional-indexing';
import type { SiteNode, SiteShape } from '#modules/git/index.js';
import { freePath, spacePathTaken } from '../model/paths.js';
import { atEnd } from '../model/placing.js';
import type { SiteStructure, StructureItems } from '../model/site-structure.js';
import { SiteExternalLinkEntity } from '../site-external-link.entity.js';
import { SiteSectionGroupEntity } from '../site-section-group.entity.js';
import { SiteSectionEntity } from '../site-section.entity.js';
import { SiteSpaceEntity } from '../site-space.entity.js';

type Item = StructureItems[keyof StructureItems][number];

/**
 * Makes a structure what a shape says. Whether it is a valid one was checked before. Deleted spaces that may come back keep a place.
 * @param wanted its keys are the ids of what is to be there. @param newId makes ids of site spaces.
 */
export function arrangeSite(structure: SiteStructure, wanted: SiteShape, newId: () => string): void {
  const { items, organizationId, siteId } = structure;
  const own = { organizationId, siteId };
  const dead = items.spaces.filter((space) => !structure.isLive(space));
  const spaceOf = new Map(items.spaces.map((space) => [space.spaceId, space]));
  const known = new Map<string, Item>(
    [...items.groups, ...items.sections, ...items.links].map((item) => [item.id, item]),
  );
  const next: StructureItems = { spaces: [], sections: [], groups: [], links: [] };
  for (const node of wanted.nodes) {
    const { key: id, title, icon, description, condition, path, url, draft, parent } = node;
    if (node.type === 'space') {
      const space =
        spaceOf.get(id) ??
        Object.assign(new SiteSpaceEntity(), { ...own, id: newId(), spaceId: id, position: '' });
      Object.assign(space, {
        sectionId: parent,
        path,
        condition,
        isDefault: wanted.defaults[parent ?? ''] === id,
      });
      next.spaces.push(space);
    } else if (node.type === 'section') {
      const section = kept(known.get(id), new SiteSectionEntity(), { ...own, id, position: '' });
      const isDefault = wanted.defaults[''] === id;
      next.sections.push(
        Object.assign(section, { groupId: parent, title, icon, description, condition, path, isDefault }),
      );
    } else if (node.type === 'section-group') {
      const group = kept(known.get(id), new SiteSectionGroupEntity(), { ...own, id, position: '' });
      next.groups.push(Object.assign(group, { parentId: parent, title, icon }));
    } else {
      const link = kept(known.get(id), new SiteExternalLinkEntity(), { ...own, id, position: '' });
      next.links.push(
        Object.assign(link, { groupId: parent, title, icon, description, condition, url, draft }),
      );
    }
  }
  Object.assign(items, next);
  const placed = new Map<string, Item>(next.spaces.map((space) => [space.spaceId, space]));
  for (const item of [...next.sections, ...next.groups, ...next.links]) placed.set(item.id, item);
  placeAll(wanted.nodes, placed);
  for (const space of dead) keepDead(structure, space);
}

function kept<T extends Item>(item: Item | undefined, made: T, fields: object): T {
  return item?.constructor === made.constructor ? (item as T) : Object.assign(made, fields);
}

/** Positions of each level; those that are in order already stay. */
function placeAll(nodes: readonly SiteNode[], items: ReadonlyMap<string, Item>): void {
  const levels = new Map<string, Item[]>();
  for (const { parent, key, type } of nodes) {
    const level = `${type === 'space' ? 'space' : 'item'} ${parent ?? ''}`;
    levels.set(level, [...(levels.get(level) ?? []), items.get(key)!]);
  }
  for (const level of levels.values()) {
    const isInOrder = level.every(
      ({ position }, index) => position !== '' && (index === 0 || level[index - 1]!.position < position),
    );
    if (isInOrder) continue;
    const positions = generateNKeysBetween(null, null, level.length);
    level.forEach((item, index) => (item.position = positions[index]!));
  }
}

/** A deleted space stays in its section, or goes to the default one, behind what is there. */
function keepDead(structure: SiteStructure, space: SiteSpaceEntity): void {
  const { sections } = structure.items;
  const fallback = sections.find(({ isDefault }) => isDefault)?.id ?? null;
  const isThere = sections.some(({ id }) => id === space.sectionId);
  const sectionId = isThere ? space.sectionId : fallback;
  const level = structure.spacesIn(sectionId);
  const place = { sectionId, isDefault: false };
  const takenBy = (path: string) => spacePathTaken(structure, path, place);
  const path = takenBy(space.path) === null ? space.path : freePath(space.path, 'docs', takenBy);
  Object.assign(space, { ...place, path, position: atEnd(level) });
  structure.items.spaces.push(space);
}
