import type { ContentLocation, UsageView } from '#modules/links/index.js';
import type { Place } from '../shell/shell-view.js';
import type { FilePlace } from './file-places.js';

/** Pages and reusable contents that use something, with links; those of other spaces name their space. */
export function usagePlaces(
  { space, urls }: Pick<FilePlace, 'space' | 'urls'>,
  base: string,
  locations: readonly ContentLocation[],
): Place[] {
  const places = locations.flatMap((location): Place[] => {
    if (location.kind !== 'page' && location.kind !== 'reusable-content') return [];
    const isOwn = location.space.id === space.id;
    const root = isOwn ? urls.root : `${base}/app/s/${encodeURIComponent(location.space.id)}`;
    const where = isOwn ? '' : ` (${location.space.title})`;
    return location.kind === 'page'
      ? [
          {
            href: `${root}/~/pages/${encodeURIComponent(location.page.id)}`,
            title: location.page.title + where,
          },
        ]
      : [
          {
            href: `${root}/~/reusable-contents#${encodeURIComponent(location.reusableContent.id)}`,
            title: location.reusableContent.title + where,
          },
        ];
  });
  // A page may use it several times.
  return [...new Map(places.map((place) => [place.href, place])).values()];
}

/** The first places of a use, and the number of the others. */
export function Usage({ usage, places }: { usage: UsageView | undefined; places: readonly Place[] }) {
  if (!usage) return <>Not used</>;
  const rest = usage.count - places.length;
  return (
    <>
      Used in{' '}
      {places.map(({ href, title }, index) => (
        <>
          {index > 0 && ', '}
          <a href={href} dir="auto">
            {title}
          </a>
        </>
      ))}
      {rest > 0 && (places.length > 0 ? ` and ${rest} more` : `${rest} places`)}
    </>
  );
}
