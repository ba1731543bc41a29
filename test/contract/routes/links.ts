import { get, org, request, revision, type Route, space } from '../route.js';

/** Links and backlinks of spaces and change requests, and broken links of an organization. */
export const linkRoutes: Route[] = [
  ...[space, request].flatMap((base) =>
    [
      '/links',
      '/content/page/{pageId}/links',
      '/content/page/{pageId}/backlinks',
      '/content/page/{pageId}/meta-links',
      '/content/files/{fileId}/backlinks',
    ].map((suffix) => get(base + suffix, 'space:content:read', 'read')),
  ),
  get(`${org}/broken-links`, 'space:content:read', 'member'),
  get(`${revision}/page/{pageId}/meta-links`, 'space:content:read', 'read'),
];
