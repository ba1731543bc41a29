export { SearchModule } from './search.module.js';
export type { Mark } from './query/excerpt.js';
export type { Reading } from './query/reader-readings.js';
export type { Match } from './query/search.repository.js';
export { type Hit, type RankedHit, Search, type SpaceHits, type SpacesToSearch } from './search.service.js';
export { SearchSectionResource, SearchSpaceResource } from './search.dto.js';
export { presentSpaceHits } from './search.presenter.js';
