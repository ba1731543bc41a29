import { get, post, put, remove, request, type Route, space } from '../route.js';

/** The routes for editors of pages and reusable contents. */
export const editingRoutes: Route[] = [
  get('/v1/icons', 'space:content:read', 'anybody'),
  get(`${space}/readers`, 'space:content:read', 'read'),
  get(`${space}/other-reusable-contents`, 'space:content:read', 'read'),
  ...[space, request].flatMap(contentRoutes),
];

function contentRoutes(base: string): Route[] {
  const page = `${base}/content/page/{pageId}`;
  return [
    get(`${page}/history`, 'space:content:read', 'read'),
    get(`${base}/content/deleted-pages`, 'space:content:read', 'read'),
    ...textRoutes(page),
    ...textRoutes(`${base}/content/reusable-contents/{reusableContentId}`),
  ];
}

function textRoutes(text: string): Route[] {
  return [
    put(`${text}/presence`, 'space:content:read', 'read', 200)(),
    remove(`${text}/presence`, 'space:content:read', 'read'),
    post(`${text}/blocks/html`, 'space:content:read', 'read')(),
    post(`${text}/blocks/markdown`, 'space:content:read', 'read')(),
    post(`${text}/markdown`, 'space:content:read', 'read')(),
  ];
}
