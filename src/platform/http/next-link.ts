import type { Request, Response } from 'express';

/** Proxies refuse headers that are much longer. */
const MAX_LENGTH = 4096;

interface Paged {
  items?: unknown;
  next?: { page?: unknown };
}

/**
 * Names the address of the next page of a list in `Link` (RFC 8288), beside the cursor in the body. The address is absolute, for many
 * clients do not resolve references.
 * @param publicUrl PUBLIC_URL.
 */
export function linkToNextPage(request: Request, response: Response, body: unknown, publicUrl: string): void {
  const page = cursorOf(body);
  if (page === undefined || (request.method !== 'GET' && request.method !== 'HEAD')) return;
  const [path = '', query = ''] = request.originalUrl.split('?', 2);
  const url = new URL(publicUrl);
  // The setters escape whatever could end the reference or begin another header.
  url.pathname = url.pathname.replace(/\/$/, '') + path;
  url.search = query;
  url.searchParams.set('page', page);
  if (url.href.length <= MAX_LENGTH) response.appendHeader('Link', `<${url.href}>; rel="next"`);
}

/** The cursor of the page after this one; undefined for the last page, and for other bodies. */
function cursorOf(body: unknown): string | undefined {
  const page = (body as Paged | null | undefined)?.next?.page;
  return typeof page === 'string' && Array.isArray((body as Paged).items) ? page : undefined;
}
