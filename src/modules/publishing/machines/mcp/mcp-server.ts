import type { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import type { ReaderRequest } from '../../requests/reader-request.js';
import { SiteTools } from './site-tools.js';

const LONGEST_QUERY = 200;
const MOST_HITS = 20;

/** The SDK is large, and most installations never speak it: it is loaded with the first request. */
async function load() {
  const [server, transport, { z }] = await Promise.all([
    import('@modelcontextprotocol/sdk/server/mcp.js'),
    import('@modelcontextprotocol/sdk/server/streamableHttp.js'),
    import('zod'),
  ]);
  return { ...server, ...transport, z };
}

let library: ReturnType<typeof load> | undefined;

export function mcpLibrary(): ReturnType<typeof load> {
  library ??= load();
  return library;
}

/** A server for one request of one reader: it offers what they may read, and keeps nothing. */
export async function serverFor(reader: ReaderRequest, tools: SiteTools): Promise<McpServer> {
  const { McpServer: Server, ResourceTemplate, z } = await mcpLibrary();
  const { title } = reader.site;
  const server = new Server(
    { name: title, version: '1.0.0' },
    {
      instructions: `The documentation "${title}". Find pages with searchDocumentation, then read them with getPage.`,
    },
  );
  const readOnly = { readOnlyHint: true, openWorldHint: false };
  const page = z.object({ title: z.string(), url: z.string(), description: z.string().optional() });
  server.registerTool(
    'searchDocumentation',
    {
      title: 'Search the documentation',
      description: `Finds pages of "${title}" by words. Answers the best pages with the parts that have the words.`,
      inputSchema: {
        query: z.string().trim().min(1).max(LONGEST_QUERY).describe('Words to look for.'),
        limit: z
          .number()
          .int()
          .min(1)
          .max(MOST_HITS)
          .default(10)
          .describe('How many pages to answer at most.'),
      },
      outputSchema: {
        results: z.array(
          page.extend({ sections: z.array(z.object({ title: z.string(), excerpt: z.string() })) }),
        ),
      },
      annotations: readOnly,
    },
    ({ query, limit }) => tools.search(reader, query, limit),
  );
  server.registerTool(
    'getPage',
    {
      title: 'Read a page',
      description: 'Answers a page of the documentation as Markdown.',
      inputSchema: {
        page: z
          .string()
          .max(2000)
          .describe('Address of the page, or its path below the address of the documentation.'),
      },
      annotations: readOnly,
    },
    ({ page: address }) => tools.getPage(reader, address),
  );
  server.registerTool(
    'listPages',
    {
      title: 'List the pages',
      description: 'Answers titles and addresses of the pages in their order, some hundred at a time.',
      inputSchema: {
        cursor: z.string().max(20).optional().describe('Where to go on, from the answer before.'),
      },
      outputSchema: {
        pages: z.array(page.extend({ section: z.string() })),
        nextCursor: z.string().optional(),
      },
      annotations: readOnly,
    },
    ({ cursor }) => tools.listPages(reader, cursor),
  );
  server.registerResource(
    'page',
    new ResourceTemplate(`${reader.siteUrl}{+path}`, { list: undefined }),
    { title: 'A page', description: 'A page of the documentation as Markdown.', mimeType: 'text/markdown' },
    (uri) => tools.readResource(reader, uri),
  );
  return server;
}
