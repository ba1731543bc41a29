import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { ClientAddress } from '#platform/http/client-address.js';
import { makeOwnFolder } from './own-folders.js';

/** Headers by which proxies say whom they ask for; a script asks for itself. */
const OF_PROXIES = ['forwarded', 'x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto', 'x-real-ip'];

export interface ApiPlace {
  /** Host of PUBLIC_URL, which every request gets. */
  host: string;
  /** Path of the API, without a trailing slash; nothing else is answered. */
  path: string;
}

/**
 * The socket over which the process of one script reaches the API, whatever address the server listens at: not its pages, nor scripts
 * of integrations, nor what it tells its operator. Limits for those who have no token count requests by the name of the script.
 */
export class ApiSocket {
  private constructor(
    readonly path: string,
    private readonly folder: string,
    private readonly server: Server,
  ) {}

  /**
   * @param name of the script.
   * @param api answers requests.
   */
  static async open(name: string, { host, path }: ApiPlace, api: RequestListener): Promise<ApiSocket> {
    const folder = await makeOwnFolder();
    const socketPath = join(folder, 'api.sock');
    const server = createServer((request, response) => {
      if (!isBelow(path, request)) {
        response.writeHead(404, { Connection: 'close' }).end();
        return;
      }
      for (const header of OF_PROXIES) delete request.headers[header];
      request.headers.host = host;
      api(request, response);
    });
    server.on('connection', (connection) => ClientAddress.nameConnection(connection, `script ${name}`));
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject).listen(socketPath, resolve);
    });
    return new ApiSocket(socketPath, folder, server);
  }

  async close(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise<void>((resolve) => this.server.close(() => resolve()));
    await rm(this.folder, { recursive: true, force: true });
  }
}

/** Accepts only normalized paths: dot segments could lead out of the API. */
function isBelow(path: string, { url = '' }: IncomingMessage): boolean {
  const [pathname = ''] = url.split('?', 1);
  if (!URL.canParse(pathname, 'http://x') || new URL(pathname, 'http://x').pathname !== pathname)
    return false;
  return pathname === path || pathname.startsWith(`${path}/`);
}
