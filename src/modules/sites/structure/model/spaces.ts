import { BadRequest, Conflict } from '#platform/http/errors.js';
import { requireSiteCondition } from '../../site-condition.js';
import { SiteSpaceEntity } from '../site-space.entity.js';
import { freePath, spacePathTaken, wantedPath } from './paths.js';
import { atEnd, positionIn } from './placing.js';
import type { SiteStructure } from './site-structure.js';

export interface NewSiteSpace {
  id: string;
  spaceId: string;
  /** Title of the space; its path is made from it. */
  title: string;
  /** The default section, or the top level of a site without sections, when absent. */
  sectionId?: string;
}

/**
 * Adds a space at the end of its section; the first one becomes the default there.
 * @throws Conflict when the site shows it already, BadRequest for an unknown section.
 */
export function addSpace(structure: SiteStructure, added: NewSiteSpace): SiteSpaceEntity {
  requireNotShown(structure, added.spaceId);
  const sectionId = sectionFor(structure, added.sectionId);
  const level = structure.spacesIn(sectionId);
  const isDefault = level.length === 0;
  const space = Object.assign(new SiteSpaceEntity(), {
    organizationId: structure.organizationId,
    id: added.id,
    siteId: structure.siteId,
    spaceId: added.spaceId,
    sectionId,
    condition: null,
    path: freePath(added.title, 'docs', (path) => spacePathTaken(structure, path, { sectionId, isDefault })),
    position: atEnd(level),
    isDefault,
  });
  structure.items.spaces.push(space);
  return space;
}

/** Adds the copy of a space that the site shows, right behind it and for the same readers. */
export function addCopy(
  structure: SiteStructure,
  original: SiteSpaceEntity,
  added: Omit<NewSiteSpace, 'sectionId'>,
): SiteSpaceEntity {
  const sectionId = original.sectionId ?? undefined;
  const space = addSpace(structure, { ...added, sectionId });
  space.condition = original.condition;
  space.position = positionIn(structure.spacesIn(original.sectionId), space, { after: original.id });
  return space;
}

/** Takes a space off the site, quietly when it is not there; when it was the default, the next one becomes it. */
export function removeSpace(structure: SiteStructure, id: string): SiteSpaceEntity | null {
  const removed = structure.findSpace(id);
  if (!removed) return null;
  const { items } = structure;
  passOnDefault(structure, removed);
  items.spaces = items.spaces.filter((space) => space !== removed);
  return removed;
}

/**
 * Puts a space at the end of a section, or leaves it there. Its path stays unless it is taken there. Where it was the default, the
 * next one becomes it.
 */
export function moveToSection(structure: SiteStructure, space: SiteSpaceEntity, sectionId: string): void {
  if (space.sectionId === sectionId) return;
  passOnDefault(structure, space);
  const level = structure.spacesIn(sectionId);
  const isDefault = level.length === 0;
  const takenBy = (path: string) => spacePathTaken(structure, path, { sectionId, isDefault }, space);
  const path = takenBy(space.path) === null ? space.path : freePath(space.path, 'docs', takenBy);
  Object.assign(space, { sectionId, isDefault, path, position: atEnd(level) });
}

/** Makes the next space the default of a section, or of a site without sections, that the default leaves. */
function passOnDefault(structure: SiteStructure, leaving: SiteSpaceEntity): void {
  if (!leaving.isDefault) return;
  leaving.isDefault = false;
  const level = structure.spacesIn(leaving.sectionId);
  const next = nextOf(level, leaving, (space) => structure.isLive(space));
  if (next) next.isDefault = true;
}

export interface SiteSpaceChanges {
  path?: string;
  condition?: string | null;
  spaceId?: string;
}

/** @throws Conflict for a path or a space that is taken, BadRequest for a condition that cannot be read. */
export function updateSpace(
  structure: SiteStructure,
  space: SiteSpaceEntity,
  changes: SiteSpaceChanges,
): void {
  const { path, condition, spaceId } = changes;
  if (condition !== undefined) space.condition = requireSiteCondition(condition);
  if (path !== undefined)
    space.path = wantedPath(path, (wanted) => spacePathTaken(structure, wanted, space, space));
  if (spaceId !== undefined && spaceId !== space.spaceId) {
    requireNotShown(structure, spaceId);
    space.spaceId = spaceId;
  }
}

/** Makes a space the one that readers of its section (or of a site without sections) get first. */
export function makeDefaultSpace(structure: SiteStructure, space: SiteSpaceEntity): void {
  for (const other of structure.spacesIn(space.sectionId)) other.isDefault = other === space;
}

function requireNotShown(structure: SiteStructure, spaceId: string): void {
  if (structure.items.spaces.some((space) => space.spaceId === spaceId))
    throw new Conflict('spaceId: the site shows this space already.');
}

function sectionFor(structure: SiteStructure, wanted: string | undefined): string | null {
  if (wanted === undefined) return structure.items.sections.find(({ isDefault }) => isDefault)?.id ?? null;
  const section = structure.findSection(wanted);
  if (!section) throw new BadRequest('sectionId: the site has no such section.');
  return section.id;
}

/** The one behind `removed` that is wanted, else the first that is, else any. */
export function nextOf<T>(level: T[], removed: T, isWanted: (item: T) => boolean): T | undefined {
  const behind = level.slice(level.indexOf(removed) + 1);
  const before = level.slice(0, level.indexOf(removed));
  return behind.find(isWanted) ?? before.find(isWanted) ?? behind[0] ?? before[0];
}
