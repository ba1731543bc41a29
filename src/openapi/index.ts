export { serveOpenApi } from './explorer.js';
export { buildOpenApi } from './openapi-document.js';
