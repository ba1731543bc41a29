import { addressOf, get, open, org, patch, post, put, remove, type Route, site } from '../route.js';

const fonts = `${org}/fonts`;
const ofSpace = `${site}/site-spaces/{siteSpaceId}/customization`;

/** Customization of sites: settings, overrides of one space, fonts. */
export const siteCustomizationRoutes: Route[] = [
  get(`${site}/customization`, 'site:metadata:read', 'read'),
  put(`${site}/customization`, 'site:metadata:write', 'create', 200)(),
  put(`${site}/customization/draft`, 'space:content:read', 'create', 200)(),
  get(ofSpace, 'site:metadata:read', 'read'),
  patch(ofSpace, 'site:metadata:write', 'create')(),
  {
    ...remove(ofSpace, 'site:metadata:write', 'create'),
    prepare: ({ admin, params }) =>
      admin.api.patch(addressOf(ofSpace, params), { styling: { theme: 'bold' } }),
  },
  get(fonts, 'site:metadata:read', 'member'),
  // An upload is taken from its author alone, and the caller has made none.
  put(fonts, 'site:metadata:write', 'create', 400)(),
  get(`${fonts}/{fontId}`, 'site:metadata:read', 'member'),
  post(`${fonts}/{fontId}`, 'site:metadata:write', 'create', 201)(),
  remove(`${fonts}/{fontId}`, 'site:metadata:write', 'create'),
  open('/~fonts/{organizationId}/{fontId}/{file}', 404),
  open('/~images/{organizationId}/{blob}/{name}', 404),
];
