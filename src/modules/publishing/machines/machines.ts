import { PageFeeds } from './feeds/page-feeds.js';
import { ListedPages } from './listed-pages.js';
import { InstructionsForAgents } from './llms/instructions-for-agents.js';
import { LlmsFullRoute } from './llms/llms-full.js';
import { LlmsIndexRoute } from './llms/llms-index.js';
import { MadeAnswers } from './made-answers.js';
import { MarkdownPages } from './markdown/markdown-pages.js';
import { PageMarkdown } from './markdown/page-markdown.js';
import { McpEndpoint } from './mcp/mcp-endpoint.js';
import { SiteTools } from './mcp/site-tools.js';
import { ReaderTexts } from './markdown/reader-texts.js';
import { PreviewImages } from './preview/preview-images.js';
import { HostRobots } from './sitemap/host-robots.js';
import { Robots } from './sitemap/robots.js';
import { Sitemap } from './sitemap/sitemap.js';

/** Routes of everything that sites have for search engines, feed readers, other services and AI tools. */
export const MACHINE_ROUTES = [
  Sitemap,
  Robots,
  LlmsIndexRoute,
  LlmsFullRoute,
  PageFeeds,
  PreviewImages,
  McpEndpoint,
  MarkdownPages,
];

/** Providers on which these routes depend. */
export const MACHINES = [
  ListedPages,
  MadeAnswers,
  PageMarkdown,
  ReaderTexts,
  SiteTools,
  HostRobots,
  InstructionsForAgents,
];
