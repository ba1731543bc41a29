import { get, open, patch, post, put, remove, type Route, site } from '../route.js';

const hostname = '/v1/custom-hostnames/{hostname}';
const redirect = `${site}/redirects/{siteRedirectId}`;

/** Addresses of sites, and the meaning of addresses. */
export const siteAddressRoutes: Route[] = [
  get(hostname, 'site:metadata:read', 'read'),
  // The fixture's domain has no record that proves it, and the answer says so.
  patch(hostname, 'site:metadata:write', 'create', 400)(),
  remove(hostname, 'site:metadata:write', 'create'),
  get(`${site}/proxy`, 'site:metadata:read', 'read'),
  // Nor does anything prove the address on another website.
  post(`${site}/proxy/verify`, 'site:metadata:write', 'create', 400)(),
  { ...open('/~bindery/tls-check', 404), query: { domain: 'docs.example.com' } },
  get(`${site}/redirects`, 'site:metadata:read', 'read'),
  post(`${site}/redirects`, 'site:metadata:write', 'create', 201)(),
  put(`${site}/redirects`, 'site:metadata:write', 'create', 200)(),
  patch(redirect, 'site:metadata:write', 'create')(),
  remove(redirect, 'site:metadata:write', 'create'),
];
