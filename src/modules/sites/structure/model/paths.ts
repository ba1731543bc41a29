import { BadRequest, Conflict } from '#platform/http/errors.js';
import { slugify } from '../../slugify.js';
import type { SiteSectionEntity } from '../site-section.entity.js';
import type { SiteSpaceEntity } from '../site-space.entity.js';
import type { SiteStructure } from './site-structure.js';

const MAX_PATH = 100;

/**
 * The first segment of an address is looked for among the sections, then among the variants of the default section, then
 * among its pages. So names are unique in each of these, and a variant of the default section is not named like a section,
 * unless it is the default one, which needs no segment.
 */
export function sectionPathTaken(
  structure: SiteStructure,
  path: string,
  own?: SiteSectionEntity,
): string | null {
  if (structure.items.sections.some((section) => section !== own && section.path === path))
    return 'another section of the site';
  const first = structure.items.sections.find(({ isDefault }) => isDefault);
  const variants = first ? structure.spacesIn(first.id) : [];
  return variants.some((space) => !space.isDefault && space.path === path)
    ? 'a space of the default section'
    : null;
}

/** As {@link sectionPathTaken}, for a space in a section or at the top level. */
export function spacePathTaken(
  structure: SiteStructure,
  path: string,
  place: Pick<SiteSpaceEntity, 'sectionId' | 'isDefault'>,
  own?: SiteSpaceEntity,
): string | null {
  const { sectionId, isDefault } = place;
  if (structure.spacesIn(sectionId).some((space) => space !== own && space.path === path))
    return sectionId === null ? 'another space of the site' : 'another space of the section';
  const isFirst = sectionId !== null && structure.findSection(sectionId)?.isDefault;
  const isSection = structure.items.sections.some((section) => section.path === path);
  return isFirst && !isDefault && isSection ? 'a section of the site' : null;
}

/** A path made from a title that is not taken yet. */
export function freePath(title: string, fallback: string, takenBy: (path: string) => string | null): string {
  const base = slugify(title).slice(0, MAX_PATH - 10) || fallback;
  for (let n = 1; ; n++) {
    const candidate = n === 1 ? base : `${base}-${n}`;
    if (takenBy(candidate) === null) return candidate;
  }
}

/**
 * The path somebody asked for, as a segment of an address.
 * @throws BadRequest when nothing of it can stand in one, Conflict when it is taken.
 */
export function wantedPath(wanted: string, takenBy: (path: string) => string | null): string {
  const path = slugify(wanted);
  if (path === '')
    throw new BadRequest('path: it needs at least one letter from a to z or a digit; others are left out.');
  const other = takenBy(path);
  if (other !== null) throw new Conflict(`path: "${path}" is that of ${other} already; choose another one.`);
  return path;
}
