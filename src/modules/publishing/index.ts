export { PublishingModule } from './publishing.module.js';
export { SiteRequests } from './site-requests.js';
