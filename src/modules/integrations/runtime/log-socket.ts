import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
} from 'node:http';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { makeOwnFolder } from './own-folders.js';

/** A line that a script wrote to its console. */
export interface LogLine {
  level: 'debug' | 'info' | 'warn' | 'error';
  message: string;
  timestamp: string;
}

const LOGS_PATH = '/~logs/';
const LARGEST_LOGS = 5 * 2 ** 20;

/**
 * The socket that processes of scripts reach the server over, whatever address it listens at: requests for the API, and
 * what was logged. Only this user of the machine can open it.
 */
export class ServerSocket {
  private readonly waiting = new Map<string, (logs: LogLine[]) => void>();

  private constructor(
    readonly path: string,
    private readonly folder: string,
    private readonly server: Server,
  ) {}

  /** @param api answers requests for the API. */
  static async open(api: RequestListener): Promise<ServerSocket> {
    const folder = await makeOwnFolder();
    const path = join(folder, 'server.sock');
    const server = createServer();
    const socket = new ServerSocket(path, folder, server);
    server.on('request', (request, response) => {
      if (request.url?.startsWith(LOGS_PATH)) void socket.takeLogs(request, response);
      else api(request, response);
    });
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject).listen(path, resolve);
    });
    return socket;
  }

  /** What is logged for the event `key`; an empty list when nothing came in time. */
  logsOf(key: string): { logs: Promise<LogLine[]>; giveUp: () => void } {
    let done: (logs: LogLine[]) => void = () => undefined;
    const logs = new Promise<LogLine[]>((resolve) => {
      done = (lines) => {
        this.waiting.delete(key);
        resolve(lines);
      };
    });
    this.waiting.set(key, done);
    return { logs, giveUp: () => done([]) };
  }

  async close(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise<void>((resolve) => this.server.close(() => resolve()));
    await rm(this.folder, { recursive: true, force: true });
  }

  private async takeLogs(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const parts: Buffer[] = [];
    let size = 0;
    for await (const part of request as AsyncIterable<Buffer>) {
      size += part.length;
      if (size <= LARGEST_LOGS) parts.push(part);
    }
    response.writeHead(204).end();
    const logs = size <= LARGEST_LOGS ? (JSON.parse(Buffer.concat(parts).toString('utf8')) as LogLine[]) : [];
    this.waiting.get(request.url?.slice(LOGS_PATH.length) ?? '')?.(logs);
  }
}
