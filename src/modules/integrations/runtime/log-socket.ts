import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { makeOwnFolder } from './own-folders.js';

const LEVELS = ['debug', 'info', 'warn', 'error'] as const;

/** A line that a script wrote to its console. */
export interface LogLine {
  level: (typeof LEVELS)[number];
  message: string;
  timestamp: string;
}

const LOGS_PATH = '/~logs/';
/** More than the shell around a script sends, however its characters are written. */
const MAX_LOGS_SIZE = 2 * 2 ** 20;

/**
 * The socket over which processes of scripts say what was logged, and nothing else. Only this user of the machine can open it, and
 * each event is told of once.
 */
export class LogSocket {
  private readonly waiting = new Map<string, (logs: LogLine[]) => void>();

  private constructor(
    readonly path: string,
    private readonly folder: string,
    private readonly server: Server,
  ) {}

  static async open(): Promise<LogSocket> {
    const folder = await makeOwnFolder();
    const path = join(folder, 'logs.sock');
    const server = createServer();
    const socket = new LogSocket(path, folder, server);
    server.on('request', (request, response) => void socket.take(request, response));
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject).listen(path, resolve);
    });
    return socket;
  }

  /** Log lines for the event `key`; an empty list when nothing arrived in time. */
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

  private async take(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { url = '', method } = request;
    const key = url.startsWith(LOGS_PATH) ? url.slice(LOGS_PATH.length) : '';
    // Logs that nobody waits for are refused unread.
    if (method !== 'POST' || !this.waiting.has(key)) return refuse(request, response, 404);
    const parts: Buffer[] = [];
    let size = 0;
    try {
      for await (const part of request as AsyncIterable<Buffer>) {
        size += part.length;
        if (size > MAX_LOGS_SIZE) return refuse(request, response, 413);
        parts.push(part);
      }
    } catch {
      // The process ended while it was sending.
      return;
    }
    this.waiting.get(key)?.(linesOf(Buffer.concat(parts).toString('utf8')));
    response.writeHead(204).end();
  }
}

function refuse(request: IncomingMessage, response: ServerResponse, status: number): void {
  response.writeHead(status, { Connection: 'close' }).end(() => request.destroy());
}

/** The lines that are some; the process that sent them runs what others wrote. */
function linesOf(text: string): LogLine[] {
  let lines: unknown;
  try {
    lines = JSON.parse(text);
  } catch {
    return [];
  }
  return Array.isArray(lines) ? lines.filter(isLine) : [];
}

function isLine(value: unknown): value is LogLine {
  if (typeof value !== 'object' || value === null) return false;
  const { level, message, timestamp } = value as Partial<Record<keyof LogLine, unknown>>;
  return (
    LEVELS.some((known) => known === level) && typeof message === 'string' && typeof timestamp === 'string'
  );
}
