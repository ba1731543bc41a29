export { MemberPagesModule } from './member-pages.module.js';
export { MemberRequests } from './member-requests.js';
