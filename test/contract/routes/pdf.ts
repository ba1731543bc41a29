import { get, open, request, type Route, space } from '../route.js';

/** Spaces and change requests as PDF files. */
export const pdfRoutes: Route[] = [
  ...[space, request].map((base) => get(`${base}/pdf`, 'space:content:read', 'read')),
  open('/~pdf/{token}/{name}', 403),
];
