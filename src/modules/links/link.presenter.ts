import { mapPage, type Page } from '#platform/database/pagination.js';
import type { LinkListResource, LinkResource } from './link.dto.js';
import type { LinkGroup, LinkTarget } from './link.types.js';
import type { BacklinksView, LinksView } from './links.service.js';
import type { ContentLocation } from './locations/content-location.js';

/** Links as the API lists them. */
export function presentLinks({ page, locations, internal }: LinksView): LinkListResource {
  const { total, broken, brokenByChangeRequest } = page.stats;
  const present = (link: LinkGroup): LinkResource => {
    const target = locations.target(internal.get(link.target) ?? link) ?? addressOf(link);
    return {
      status: link.status,
      relation: link.relation,
      reference: referenceOf(link),
      ...(target ? { targetReference: target } : {}),
      locationReferences: link.places.flatMap((place) => locations.place(place) ?? []),
    };
  };
  return {
    ...mapPage(page, present),
    stats: {
      total,
      broken: {
        total: broken,
        ...(brokenByChangeRequest === undefined ? {} : { changeRequest: brokenByChangeRequest }),
      },
    },
  };
}

/** Backlinks as the API lists them. */
export function presentBacklinks({ page, locations }: BacklinksView): Page<ContentLocation> {
  return { ...page, items: page.items.flatMap((place) => locations.place(place) ?? []) };
}

/** An address of ours that means nothing the caller may see is still an address. */
const addressOf = ({ kind, target }: LinkTarget): ContentLocation | undefined =>
  kind === 'url' ? { kind, url: target } : undefined;

/** The reference as a document holds it, with the space always told. */
function referenceOf({ kind, space, target, anchor }: LinkTarget): object {
  if (anchor !== '') return { kind: 'anchor', anchor, [memberOf(kind)]: target, space };
  return { kind, [memberOf(kind)]: target, ...(space === '' ? {} : { space }) };
}

function memberOf(kind: LinkTarget['kind']): string {
  if (kind === 'reusable-content') return 'reusableContent';
  return kind === 'openapi' ? 'spec' : kind;
}
