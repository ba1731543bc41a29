export {
  type RedirectDecision,
  RedirectDecisions,
  type RedirectedReader,
} from './redirects/redirect-decisions.js';
export { PDF_PATH } from './frame/surroundings.js';
export { PublishingModule } from './publishing.module.js';
export { SiteRequests } from './requests/site-requests.js';
export { type SiteRoute, SiteRoutes } from './requests/site-routes.js';
export { type ReaderRequest, readBody } from './requests/reader-request.js';
export { assetUrl } from './assets.js';
export type { BundleName } from './bundle-assets.js';
export { Icon, TitleMark } from './pages/ui-icon.js';
export { ThemeToggle } from './pages/theme-toggle.js';
export { htmlDocument } from './pages/html-document.js';
export { DEFAULT_LAYOUT, type PageView } from './pages/page-view.js';
export { renderNotFound, renderNotice, renderPage } from './pages/render-page.js';
export { PageMaker } from './making/page-maker.js';
export { PageViews } from './page-views.js';
export { PublishedContent, type PublishedPlace } from './published-content.js';
export { OPEN_DIRECTIVES, type PolicySources } from './content-security-policy.js';
export { type SiteScript, SiteScripts, SCRIPTS_PATH } from './site-scripts.js';
export { type BlockPlace, documentOfBlock, IntegrationBlocks } from './integration-blocks.js';
export { ThemeRoute } from './theme/theme-route.js';
export { SitePages } from './site-pages.js';
export { searchedSpaces } from './search/search-route.js';
export { type SiteHit, SiteSearch } from './search/site-search.js';
export { body, type BodyAnswer, html, json, sendBody, type SiteAnswer } from './requests/site-answer.js';
