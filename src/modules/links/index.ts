export { type ContentAddress, type ContentPart, readContentAddress } from './locations/content-address.js';
export type { ContentLocation } from './locations/content-location.js';
export { type ComparedContext, LinkContexts } from './link-contexts.js';
export { presentBacklinks } from './link.presenter.js';
export type { UsedKind } from './link.types.js';
export { Links, type UsageView } from './links.service.js';
export { OrganizationLinks } from './organization/organization-links.service.js';
export type {
  BrokenLink,
  BrokenLinks,
  LinkProblem,
  SeenEntries,
  SeenEntry,
} from './organization/organization-link.types.js';
export type { SpaceCount } from './organization/seen-list.js';
export { LinksModule } from './links.module.js';
