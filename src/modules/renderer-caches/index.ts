export { RendererCachesModule } from './renderer-caches.module.js';
