import { hash } from 'node:crypto';

/** Hashing more would keep other requests waiting; answers as long as that name their state themselves. */
const MAX_HASHED = 4 * 1024 * 1024;

/**
 * The strong entity tag (RFC 9110, section 8.8.3) of a representation: equal exactly for the same bytes.
 * @returns undefined for a text that is too long to look at as a whole.
 */
export function entityTagOf(text: string | Buffer): string | undefined {
  return text.length > MAX_HASHED ? undefined : `"${hash('sha1', text, 'base64url')}"`;
}

/** True when `If-None-Match` names the tag, or any; tags that are equal up to the mark of weak ones count (section 13.1.2). */
export function namesWeakly(header: string, etag: string): boolean {
  const bare = withoutMark(etag);
  return tagsOf(header).some((one) => one === '*' || withoutMark(one) === bare);
}

/** True when `If-Match` names the tag, or any; weak tags never count (section 13.1.1). */
export function namesStrongly(header: string, etag: string | undefined): boolean {
  return tagsOf(header).some((one) => one === '*' || (one === etag && !one.startsWith('W/')));
}

/** Tags of ours have no commas. */
function tagsOf(header: string): string[] {
  return header.split(',').map((one) => one.trim());
}

function withoutMark(tag: string): string {
  return tag.replace(/^W\//, '');
}
