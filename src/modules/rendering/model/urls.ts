const LINK_SCHEMES = new Set(['http', 'https', 'mailto', 'tel', 'sms', 'ftp']);

/**
 * `url` ready for an href, or null if following it could run code or show foreign markup as ours. Control characters
 * are removed first because browsers ignore them inside a scheme (`java\nscript:`).
 */
export function safeLink(url: string): string | null {
  const cleaned = clean(url);
  const scheme = schemeOf(cleaned);
  return scheme === null || LINK_SCHEMES.has(scheme) ? cleaned : null;
}

/**
 * `url` ready for the src of an image, or null. Bitmap images may be inline; SVG may not, because an SVG that is opened
 * by itself is a document with scripts.
 */
export function safeImage(url: string): string | null {
  const cleaned = clean(url);
  const scheme = schemeOf(cleaned);
  if (scheme === null || scheme === 'http' || scheme === 'https') return cleaned;
  return /^data:image\/(?:png|jpe?g|gif|webp|avif|bmp)[;,]/i.test(cleaned) ? cleaned : null;
}

/** True when the link leaves the site. */
export function isExternal(url: string): boolean {
  return schemeOf(url) !== null || url.startsWith('//');
}

/** Host of an absolute URL without `www.`, or the URL itself. */
export function hostOf(url: string): string {
  try {
    return new URL(url).host.replace(/^www\./, '') || url;
  } catch {
    return url;
  }
}

function clean(url: string): string {
  // oxlint-disable-next-line no-control-regex -- the function removes control characters
  return url.replace(/[\u0000-\u001f\u007f]/g, '').trim();
}

function schemeOf(url: string): string | null {
  return /^([a-z][a-z0-9+.-]*):/i.exec(url)?.[1]?.toLowerCase() ?? null;
}

/** True if an address is relative to the page: a path without a leading slash. */
export function isRelative(address: string): boolean {
  return !/^\s*([a-z][a-z0-9+.-]*:|[/\\#?]|$)/i.test(address);
}
