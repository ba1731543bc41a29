import type { IncomingMessage, ServerResponse } from 'node:http';
import { Injectable } from '@nestjs/common';
import { readBody, type ReaderRequest } from '../../requests/reader-request.js';
import { json, type SiteAnswer } from '../../requests/site-answer.js';
import type { SiteRoute } from '../../requests/site-routes.js';
import { InstructionsForAgents } from '../llms/instructions-for-agents.js';
import { servesAgents } from '../site-for-machines.js';
import { MCP_PATH } from './mcp-path.js';
import { mcpLibrary, serverFor } from './mcp-server.js';
import { SiteTools } from './site-tools.js';

const MAX_MESSAGE_BYTES = 64 * 1024;
/** Older clients may send several messages in one batch; this many suffice for all of them. */
const MAX_MESSAGES = 10;

/** The Model Context Protocol over HTTP, without sessions: any replica answers any request. */
@Injectable()
export class McpEndpoint implements SiteRoute {
  readonly methods = ['POST'];

  constructor(
    private readonly tools: SiteTools,
    private readonly instructions: InstructionsForAgents,
  ) {}

  matches(path: string): boolean {
    return path === MCP_PATH;
  }

  async answer(reader: ReaderRequest): Promise<SiteAnswer | null> {
    if (!servesAgents(reader.site) || !reader.site.customization.pageActions.mcp) return null;
    const message = parsed(await readBody(reader, MAX_MESSAGE_BYTES));
    if (message === undefined) return refused(-32700, 'The body is not JSON.');
    if (Array.isArray(message) && message.length > MAX_MESSAGES)
      return refused(-32600, `At most ${MAX_MESSAGES} messages may be sent at once.`);
    return { kind: 'custom', send: (request, response) => this.handle(reader, message, request, response) };
  }

  private async handle(
    reader: ReaderRequest,
    message: unknown,
    request: IncomingMessage,
    response: ServerResponse,
  ): Promise<void> {
    response.setHeader('Cache-Control', 'no-store');
    const { StreamableHTTPServerTransport } = await mcpLibrary();
    const transport = new StreamableHTTPServerTransport({
      sessionIdGenerator: undefined,
      enableJsonResponse: true,
    });
    const instructions = await this.instructions.of(reader.site);
    const server = await serverFor(reader, this.tools, instructions);
    response.once('close', () => void server.close());
    await server.connect(transport);
    await transport.handleRequest(request, response, message);
  }
}

function parsed(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString('utf8'));
  } catch {
    return undefined;
  }
}

function refused(code: number, message: string): SiteAnswer {
  return json(400, { jsonrpc: '2.0', error: { code, message }, id: null });
}
