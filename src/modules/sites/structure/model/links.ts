import { BadRequest } from '#platform/http/errors.js';
import { withoutUndefined } from '#platform/without-undefined.js';
import { requireSiteCondition } from '../../site-condition.js';
import { SiteExternalLinkEntity } from '../site-external-link.entity.js';
import { atEnd } from './placing.js';
import { requireGroupId } from './sections.js';
import type { SiteStructure } from './site-structure.js';

export interface ExternalLinkFields {
  title: string;
  description?: string | null;
  icon?: string | null;
  url: string;
  condition?: string | null;
  draft?: boolean;
  /** Id of the group it is in; null or absent for the top level. */
  parent?: string | null;
}

/** Adds a link at the end of its group or of the site. @throws BadRequest on a site without sections. */
export function addLink(
  structure: SiteStructure,
  id: string,
  fields: ExternalLinkFields,
): SiteExternalLinkEntity {
  if (!structure.hasSections)
    throw new BadRequest('Links stand among the sections, and this site has none; add a section first.');
  const groupId = requireGroupId(structure, 'parent', fields.parent ?? undefined);
  const link = Object.assign(new SiteExternalLinkEntity(), {
    organizationId: structure.organizationId,
    id,
    siteId: structure.siteId,
    groupId,
    title: fields.title,
    description: fields.description ?? null,
    icon: fields.icon ?? null,
    url: fields.url,
    condition: requireSiteCondition(fields.condition ?? null),
    draft: fields.draft ?? false,
    position: atEnd(structure.navigationIn(groupId)),
  });
  structure.items.links.push(link);
  return link;
}

/** @throws BadRequest for an unknown group or a condition that cannot be read. */
export function updateLink(
  structure: SiteStructure,
  link: SiteExternalLinkEntity,
  changes: Partial<ExternalLinkFields>,
): void {
  const { title, description, icon, url, condition, draft, parent } = changes;
  Object.assign(link, withoutUndefined({ title, description, icon, url, draft }));
  if (condition !== undefined) link.condition = requireSiteCondition(condition);
  if (parent === undefined || parent === link.groupId) return;
  const groupId = requireGroupId(structure, 'parent', parent ?? undefined);
  link.position = atEnd(structure.navigationIn(groupId));
  link.groupId = groupId;
}

/** Removes a link, quietly when it is not there. */
export function removeLink(structure: SiteStructure, id: string): void {
  structure.items.links = structure.items.links.filter((link) => link.id !== id);
}
