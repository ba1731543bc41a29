import type { Resource } from '#modules/access/index.js';

/** A space, collection or site. */
export type ShareRef = Pick<Resource, 'organizationId' | 'type' | 'id'>;

/** Address of a place in the app. @param base path of PUBLIC_URL. */
export function placePath(base: string, { organizationId, type, id }: ShareRef): string {
  const encoded = encodeURIComponent(id);
  switch (type) {
    case 'space':
      return `${base}/app/s/${encoded}`;
    case 'collection':
      return `${base}/app/c/${encoded}`;
    case 'site':
      return `${base}/app/o/${encodeURIComponent(organizationId)}/sites/${encoded}`;
  }
}

/** Address of the page that says who gets to a place. @param base path of PUBLIC_URL. */
export function sharePath(base: string, ref: ShareRef): string {
  return `${placePath(base, ref)}${ref.type === 'space' ? '/~' : ''}/share`;
}
