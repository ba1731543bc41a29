export { SiteAddress } from './site-address.js';
export { type PublishedSite, type PublishedSpace, SitePublishing } from './site-publishing.js';
export { Site, type SiteVisibility } from './site.entity.js';
export { SiteSpace } from './site-space.entity.js';
export { SitesModule } from './sites.module.js';
export { Sites } from './sites.service.js';
