import { BadRequest } from '#platform/http/errors.js';
import { withoutUndefined } from '#platform/without-undefined.js';
import { requireSiteCondition } from '../../site-condition.js';
import { SiteSectionEntity } from '../site-section.entity.js';
import { freePath, sectionPathTaken, spacePathTaken, wantedPath } from './paths.js';
import { atEnd } from './placing.js';
import type { SiteStructure } from './site-structure.js';
import { SiteSpaceEntity } from '../site-space.entity.js';
import { addSpace, makeDefaultSpace, moveToSection, nextOf } from './spaces.js';
import type { UpdateSectionBody } from '../structure.dto.js';

export interface NewSiteSection {
  id: string;
  title: string;
  icon: string | null;
  /** The top level when absent. */
  groupId?: string;
  /** The first space in it: one that the site shows already and that moves into it, or a new one. */
  siteSpace: SiteSpaceEntity | { id: string; spaceId: string; title: string };
  /** The section for the spaces that a site without sections shows; made only when it is needed. */
  remaining: { id: string; title: string };
}

/**
 * Adds a section with a first space at the end of its group or of the site. The first section of a site that shows spaces
 * already comes second: those spaces become the default section, and their addresses stay as they are. Only a section for the
 * default space itself comes first, so that readers find that space where it was.
 * @throws Conflict when the site shows the space already, BadRequest for an unknown group.
 */
export function addSection(structure: SiteStructure, added: NewSiteSection): SiteSectionEntity {
  const groupId = requireGroupId(structure, 'siteSectionGroupId', added.groupId);
  const { id, title, icon, siteSpace } = added;
  const moved = siteSpace instanceof SiteSpaceEntity ? siteSpace : null;
  const own = { id, title, icon, groupId };
  const first = moved?.isDefault && !structure.hasSections ? insert(structure, own) : null;
  if (moved && first) moveToSection(structure, moved, first.id);
  const others = structure.spacesIn(null).filter((other) => other !== moved);
  if (others.some((other) => structure.isLive(other))) {
    const remaining = insert(structure, { ...added.remaining, icon: null, groupId: null });
    for (const other of others) other.sectionId = remaining.id;
  }
  const section = first ?? insert(structure, own);
  const space = takeSpace(structure, siteSpace, section.id);
  // Deleted spaces that may be restored get a section too: a site with sections has no spaces outside of them.
  for (const left of structure.spacesIn(null)) {
    left.path = freePath(left.path, 'docs', (path) =>
      spacePathTaken(structure, path, { sectionId: section.id, isDefault: false }),
    );
    Object.assign(left, { sectionId: section.id, isDefault: false });
    left.position = atEnd(structure.spacesIn(section.id).filter((other) => other !== left));
  }
  makeDefaultSpace(structure, space);
  return section;
}

/** Puts the space of a new section into it. */
function takeSpace(
  structure: SiteStructure,
  siteSpace: NewSiteSection['siteSpace'],
  sectionId: string,
): SiteSpaceEntity {
  if (!(siteSpace instanceof SiteSpaceEntity)) return addSpace(structure, { ...siteSpace, sectionId });
  moveToSection(structure, siteSpace, sectionId);
  return siteSpace;
}

function insert(
  structure: SiteStructure,
  given: { id: string; title: string; icon: string | null; groupId: string | null },
): SiteSectionEntity {
  const section = Object.assign(new SiteSectionEntity(), {
    organizationId: structure.organizationId,
    siteId: structure.siteId,
    ...given,
    description: null,
    path: freePath(given.title, 'section', (path) => sectionPathTaken(structure, path)),
    condition: null,
    position: atEnd(structure.navigationIn(given.groupId)),
    isDefault: !structure.hasSections,
  });
  structure.items.sections.push(section);
  return section;
}

/** Takes a section and its spaces off the site, quietly when it is not there; the next section becomes the default. */
export function removeSection(structure: SiteStructure, id: string): SiteSectionEntity | null {
  const removed = structure.findSection(id);
  if (!removed) return null;
  const { items } = structure;
  const order = structure.sectionsInOrder();
  items.spaces = items.spaces.filter(({ sectionId }) => sectionId !== removed.id);
  items.sections = items.sections.filter((section) => section !== removed);
  if (removed.isDefault) {
    const next = nextOf(order, removed, (section) => structure.defaultSpaceIn(section.id) !== undefined);
    if (next) next.isDefault = true;
  }
  return removed;
}

/** @throws Conflict for a path that is taken, BadRequest for a condition, space or group that does not fit. */
export function updateSection(
  structure: SiteStructure,
  section: SiteSectionEntity,
  changes: UpdateSectionBody,
): void {
  const { title, path, description, icon, condition, defaultSiteSpace, siteSectionGroupId } = changes;
  Object.assign(section, withoutUndefined({ title, description, icon }));
  if (condition !== undefined) section.condition = requireSiteCondition(condition);
  if (path !== undefined)
    section.path = wantedPath(path, (wanted) => sectionPathTaken(structure, wanted, section));
  if (defaultSiteSpace !== undefined) {
    const space = structure.findSpace(defaultSiteSpace);
    if (space?.sectionId !== section.id)
      throw new BadRequest('defaultSiteSpace: the section has no such site space.');
    makeDefaultSpace(structure, space);
  }
  if (siteSectionGroupId !== undefined)
    moveToGroup(
      structure,
      section,
      requireGroupId(structure, 'siteSectionGroupId', siteSectionGroupId ?? undefined),
    );
}

/** Makes a section the one at the root of the site. */
export function makeDefaultSection(structure: SiteStructure, section: SiteSectionEntity): void {
  for (const other of structure.items.sections) other.isDefault = other === section;
}

/** Puts a section at the end of a group or of the top level; where it is there already, it stays. */
export function moveToGroup(
  structure: SiteStructure,
  section: SiteSectionEntity,
  groupId: string | null,
): void {
  if (section.groupId === groupId) return;
  section.position = atEnd(structure.navigationIn(groupId));
  section.groupId = groupId;
}

/** @throws BadRequest naming `field` for an unknown group; an absent id means the top level. */
export function requireGroupId(
  structure: SiteStructure,
  field: string,
  groupId: string | undefined,
): string | null {
  if (groupId === undefined) return null;
  const group = structure.findGroup(groupId);
  if (!group) throw new BadRequest(`${field}: the site has no such section group.`);
  return group.id;
}
