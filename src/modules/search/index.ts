export { SearchModule } from './search.module.js';
export { type Hit, Search, type SpaceHits, type SpacesToSearch } from './search.service.js';
