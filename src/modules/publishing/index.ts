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
export { htmlDocument } from './pages/html-document.js';
export { DEFAULT_LAYOUT } from './pages/page-view.js';
export { renderNotFound, renderNotice, renderPage } from './pages/render-page.js';
export { PageMaker } from './making/page-maker.js';
export { PageViews } from './page-views.js';
export { PublishedContent, type PublishedPlace } from './published-content.js';
export { OPEN_DIRECTIVES, type PolicySources } from './content-security-policy.js';
export { type SiteScript, SiteScripts, SCRIPTS_PATH } from './site-scripts.js';
export { DrawnBlock } from './contentkit/drawn-block.js';
export type { ContentKitOutput } from './contentkit/contentkit.schema.js';
export { NotContentKit, readContentKit } from './contentkit/read-contentkit.js';
export {
  type BlockDrawing,
  type IntegrationBlockData,
  integrationBlocksOf,
} from './contentkit/draw-blocks.js';
export { type BlockPlace, documentOfBlock, IntegrationBlocks } from './integration-blocks.js';
export { renderBody } from './rendering/render-document.js';
export { ThemeRoute } from './theme/theme-route.js';
export { SitePages } from './site-pages.js';
export { searchedSpaces } from './search/search-route.js';
export { type SiteHit, SiteSearch } from './search/site-search.js';
export { body, type BodyAnswer, html, json, sendBody, type SiteAnswer } from './requests/site-answer.js';
export {
  asNumber,
  asRecord,
  asRef,
  asText,
  asTexts,
  blocksOf,
  dataOf,
  fragmentOf,
  nodesOf,
  oneOf,
  plainText,
} from './rendering/document-data.js';
export { formatDate } from './rendering/blocks-containers.js';
export { fileSize } from './rendering/blocks-reference.js';
export { embedFrame } from './rendering/embeds.js';
export { emojiCharacters } from './rendering/emoji.js';
export { type CodeSample, highlightAll, type HighlightLookup } from './rendering/highlight.js';
export { type HighlightLine, plainLines } from './rendering/highlight-lines.js';
export { iconShape } from './rendering/icons.js';
export { rawHtml, rawMarkdown, rawSource, sanitizeHtml } from './rendering/raw-html.js';
export { imageData } from './rendering/table-cells.js';
export {
  readMerges,
  readTable,
  type TableColumn,
  type TableModel,
  type TableRow,
} from './rendering/table-model.js';
export type { PageWords } from './words/words.types.js';
export { wordsOf } from './words/words.js';
export { hostOf, isRelative, safeLink } from './rendering/urls.js';
