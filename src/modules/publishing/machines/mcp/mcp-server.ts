import type { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import type { ReaderRequest } from '../../requests/reader-request.js';
import type { SiteTools } from './site-tools.js';

const MAX_QUERY_LENGTH = 200;
const MAX_HITS = 20;
const DEFAULT_HITS = 10;
const READ_ONLY = { readOnlyHint: true, openWorldHint: false };

/** The SDK is large, and most installations never use it, so it is loaded with the first request. */
async function load() {
  const [server, transport, { z }] = await Promise.all([
    import('@modelcontextprotocol/sdk/server/mcp.js'),
    import('@modelcontextprotocol/sdk/server/streamableHttp.js'),
    import('zod'),
  ]);
  return { ...server, ...transport, z };
}

type Library = Awaited<ReturnType<typeof load>>;

let library: Promise<Library> | undefined;

export function mcpLibrary(): Promise<Library> {
  library ??= load();
  return library;
}

/**
 * A server for one request of one reader: it offers the content that the reader may see, and keeps no state.
 * @param ofOrganization instructions of the organization for agents; may be empty.
 */
export async function serverFor(
  reader: ReaderRequest,
  tools: SiteTools,
  ofOrganization: string,
): Promise<McpServer> {
  const sdk = await mcpLibrary();
  const { title } = reader.site;
  const own = `The documentation "${title}". Find pages with searchDocumentation, then read them with getPage.`;
  const instructions = ofOrganization === '' ? own : `${own}\n\n${ofOrganization}`;
  const server = new sdk.McpServer({ name: title, version: '1.0.0' }, { instructions });
  const offer = { server, sdk, reader, tools };
  offerSearch(offer);
  offerPage(offer);
  offerList(offer);
  return server;
}

interface Offer {
  server: McpServer;
  sdk: Library;
  reader: ReaderRequest;
  tools: SiteTools;
}

function pageSchema({ z }: Library) {
  return z.object({ title: z.string(), url: z.string(), description: z.string().optional() });
}

function offerSearch({ server, sdk, reader, tools }: Offer): void {
  const { z } = sdk;
  const section = z.object({ title: z.string(), excerpt: z.string() });
  const limit = z.number().int().min(1).max(MAX_HITS).default(DEFAULT_HITS);
  server.registerTool(
    'searchDocumentation',
    {
      title: 'Search the documentation',
      description: `Finds pages of "${reader.site.title}" by words. Answers the best pages with the parts that have the words.`,
      inputSchema: {
        query: z.string().trim().min(1).max(MAX_QUERY_LENGTH).describe('Words to look for.'),
        limit: limit.describe('Largest number of pages in the answer.'),
      },
      outputSchema: { results: z.array(pageSchema(sdk).extend({ sections: z.array(section) })) },
      annotations: READ_ONLY,
    },
    ({ query, limit: most }) => tools.search(reader, query, most),
  );
}

function offerPage({ server, sdk, reader, tools }: Offer): void {
  const { z, ResourceTemplate } = sdk;
  const description = 'A page of the documentation as Markdown.';
  const address = z.string().min(1).max(2000);
  server.registerTool(
    'getPage',
    {
      title: 'Read a page',
      description,
      inputSchema: {
        page: address.describe('Address of the page, or its path below the address of the documentation.'),
      },
      annotations: READ_ONLY,
    },
    ({ page }) => tools.getPage(reader, page),
  );
  server.registerResource(
    'page',
    new ResourceTemplate(`${reader.siteUrl}{+path}`, { list: undefined }),
    { title: 'A page', description, mimeType: 'text/markdown' },
    (uri) => tools.readResource(reader, uri),
  );
}

function offerList({ server, sdk, reader, tools }: Offer): void {
  const { z } = sdk;
  server.registerTool(
    'listPages',
    {
      title: 'List the pages',
      description: 'Titles and addresses of the pages in their order, some hundred at a time.',
      inputSchema: {
        cursor: z.string().max(20).optional().describe('Cursor from the answer before.'),
      },
      outputSchema: {
        pages: z.array(pageSchema(sdk).extend({ section: z.string() })),
        nextCursor: z.string().optional(),
      },
      annotations: READ_ONLY,
    },
    ({ cursor }) => tools.listPages(reader, cursor),
  );
}
