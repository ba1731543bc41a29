import { get, org, type Route, space } from '../route.js';

const query = { query: 'words' };

/** Search of one space, and of all that the caller may see. */
export const searchRoutes: Route[] = [
  { ...get(`${space}/search`, 'space:content:read', 'read'), query },
  { ...get(`${org}/search`, 'space:content:read', 'member'), query },
];
