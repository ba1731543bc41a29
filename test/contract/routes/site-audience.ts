import { get, patch, post, put, remove, type Route, site } from '../route.js';

const auth = `${site}/publishing/auth`;

/** Audience of a site: share links, keys and claims of visitors, previews. */
export const siteAudienceRoutes: Route[] = [
  get(`${site}/share-links`, 'site:metadata:read', 'create'),
  post(`${site}/share-links`, 'site:metadata:write', 'create', 201)(),
  patch(`${site}/share-links/{shareLinkId}`, 'site:metadata:write', 'create')(),
  remove(`${site}/share-links/{shareLinkId}`, 'site:metadata:write', 'create'),
  get(auth, 'site:visitor:auth', 'create'),
  patch(auth, 'site:visitor:auth', 'create')(),
  post(`${auth}/regenerate`, 'site:visitor:auth', 'create')(),
  get(`${site}/adaptive-schema`, 'site:adaptive:read', 'read'),
  put(`${site}/adaptive-schema`, 'site:adaptive:write', 'create', 200)(),
  get(`${site}/adaptive-schema/template-conditions`, 'site:adaptive:read', 'read'),
  {
    ...get(`${site}/publishing/preview`, 'site:metadata:read', 'read'),
    alsoNeeds: 'space:content:read',
  },
];
