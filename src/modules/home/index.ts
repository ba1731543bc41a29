export { HomeModule } from './home.module.js';
export { Inbox, type InboxView } from './inbox/inbox.service.js';
export type { InboxKind } from './inbox/inbox-entry.entity.js';
export { RecentPages } from './recent-pages/recent-pages.service.js';
export type { RecentPage } from './recent-pages/recent-pages.repository.js';
