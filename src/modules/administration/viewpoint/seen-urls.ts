import type { ShareRef } from '../share/share-urls.js';
import { peopleUrls } from '../people/people-urls.js';

/** Address of a place as a member sees it. @param base path of PUBLIC_URL. */
export function seenPath(
  base: string,
  organizationId: string,
  userId: string,
  { type, id }: Pick<ShareRef, 'type' | 'id'>,
): string {
  const root = peopleUrls(base, organizationId).seenBy(userId);
  const encoded = encodeURIComponent(id);
  switch (type) {
    case 'space':
      return `${root}/s/${encoded}`;
    case 'site':
      return `${root}/sites/${encoded}`;
    case 'collection':
      return `${root}/collections`;
  }
}
