import type { ResourceType } from '#modules/access/index.js';

/** Target of a link: the organization itself, or a space or collection of it. */
export type InviteLinkTarget =
  { type: 'organization' } | { type: 'space'; id: string } | { type: 'collection'; id: string };

/** Target of an invitation by mail: it may be a site, too. */
export type InviteTarget = InviteLinkTarget | { type: 'site'; id: string };

/** A space, collection or site that people are invited to. */
export type InvitePlace = Exclude<InviteTarget, { type: 'organization' }>;

/** The columns of a row that say what it leads to; at most one has a value. */
export interface TargetColumns {
  spaceId: string | null;
  collectionId: string | null;
  siteId: string | null;
}

/** The target of a row, from its columns. */
export function targetOf(row: TargetColumns): InviteTarget;
export function targetOf(row: Omit<TargetColumns, 'siteId'>): InviteLinkTarget;
export function targetOf({
  spaceId,
  collectionId,
  siteId = null,
}: Omit<TargetColumns, 'siteId'> & Partial<TargetColumns>): InviteTarget {
  if (spaceId !== null) return { type: 'space', id: spaceId };
  if (collectionId !== null) return { type: 'collection', id: collectionId };
  return siteId === null ? { type: 'organization' } : { type: 'site', id: siteId };
}

/** And back. */
export function columnsOf(target: InviteTarget): TargetColumns {
  const idOf = (type: ResourceType) => (target.type === type ? target.id : null);
  return { spaceId: idOf('space'), collectionId: idOf('collection'), siteId: idOf('site') };
}

/** The segments of the address of a target below `/app`. */
export function appPathOf(organizationId: string, target: InviteTarget): string[] {
  switch (target.type) {
    case 'organization':
      return ['o', organizationId];
    case 'space':
      return ['s', target.id];
    case 'collection':
      return ['c', target.id];
    case 'site':
      return ['o', organizationId, 'sites', target.id];
  }
}
