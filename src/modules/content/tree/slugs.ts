import { slug } from 'github-slugger';

const MAX_SLUG_LENGTH = 100;

/** Path segment for a text: lower case, letters of every script kept, `page` when nothing remains. */
export function slugOf(text: string): string {
  return shorten(slug(text.trim()), MAX_SLUG_LENGTH) || 'page';
}

/** `wanted`, or `wanted-1`, `wanted-2` … until it is not taken. */
export function uniqueSlug(wanted: string, isTaken: (slug: string) => boolean): string {
  if (!isTaken(wanted)) return wanted;
  for (let number = 1; ; number++) {
    const suffix = `-${number}`;
    const candidate = shorten(wanted, MAX_SLUG_LENGTH - suffix.length) + suffix;
    if (!isTaken(candidate)) return candidate;
  }
}

/** Cuts by code point, so that no letter is cut in half. */
function shorten(text: string, length: number): string {
  return text.length <= length
    ? text
    : Array.from(text)
        .slice(0, length)
        .join('')
        .slice(0, 2 * length);
}
