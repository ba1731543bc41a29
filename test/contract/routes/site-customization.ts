import { addressOf, get, open, org, patch, post, put, remove, type Route, site } from '../route.js';

const fonts = `${org}/fonts`;
const ofSpace = `${site}/site-spaces/{siteSpaceId}/customization`;

/** The fixture has no upload, so callers with the needed role get an answer about that. */
const fontWithoutUpload = () => ({ fontFamily: 'Own', fontFaces: [{ weight: 400, storageKey: 'none' }] });

/** Customization of sites: settings, overrides of one space, fonts. */
export const siteCustomizationRoutes: Route[] = [
  get(`${site}/customization`, 'site:metadata:read', 'read'),
  put(
    `${site}/customization`,
    'site:metadata:write',
    'create',
    200,
  )(({ customization }) => ({ ...customization, pagination: { enabled: false } })),
  put(
    `${site}/customization/draft`,
    'space:content:read',
    'create',
    200,
  )(({ customization }) => ({ ...customization, pagination: { enabled: false } })),
  get(ofSpace, 'site:metadata:read', 'read'),
  patch(ofSpace, 'site:metadata:write', 'create')(() => ({ styling: { theme: 'bold' } })),
  {
    ...remove(ofSpace, 'site:metadata:write', 'create'),
    prepare: ({ admin, params }) =>
      admin.api.patch(addressOf(ofSpace, params), { styling: { theme: 'bold' } }),
  },
  get(fonts, 'site:metadata:read', 'member'),
  put(fonts, 'site:metadata:write', 'create', 400)(fontWithoutUpload),
  get(`${fonts}/{fontId}`, 'site:metadata:read', 'member'),
  post(`${fonts}/{fontId}`, 'site:metadata:write', 'create', 201)(() => ({ fontFamily: 'Renamed' })),
  remove(`${fonts}/{fontId}`, 'site:metadata:write', 'create'),
  open('/~fonts/{organizationId}/{fontId}/{file}', 404),
  open('/~images/{organizationId}/{blob}/{name}', 404),
];
