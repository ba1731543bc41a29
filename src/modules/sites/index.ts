export { SiteAddress } from './site-address.js';
export {
  ANYBODY,
  defaultSpaceOf,
  pathOfSpace,
  type PublishedSection,
  type PublishedSite,
  type PublishedSiteNode,
  type PublishedSpace,
  splitSitePath,
  type Visitor,
} from './published/published-site.js';
export { SitePublishing } from './published/site-publishing.js';
export { visibleTo } from './published/visible-site.js';
export { Site, type SiteVisibility } from './site.entity.js';
export { SiteSpace } from './site-space.entity.js';
export { SiteSection } from './site-section.entity.js';
export { SiteSectionGroup } from './site-section-group.entity.js';
export { SitesModule } from './sites.module.js';
export { Sites } from './sites.service.js';
