import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Collected {
  path: string;
  headers: Record<string, string | string[] | undefined>;
  body: string;
}

/** A server that records the requests it receives, and answers with the statuses of a test. */
export class Collector {
  readonly received: Collected[] = [];
  /** Statuses of the next answers; 200 when the list is empty. */
  readonly statuses: number[] = [];
  /** The number of requests that it answers before it only listens. */
  answers = Infinity;

  private constructor(private readonly server: Server) {}

  static async open(): Promise<Collector> {
    const server = createServer();
    const collector = new Collector(server);
    server.on('request', (request, response) => {
      const parts: Buffer[] = [];
      request.on('data', (part: Buffer) => parts.push(part));
      request.on('end', () => {
        const body = Buffer.concat(parts).toString();
        collector.received.push({ path: request.url ?? '', headers: request.headers, body });
        if (--collector.answers < 0) return;
        response.writeHead(collector.statuses.shift() ?? 200).end('{}');
      });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return collector;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  /** The bodies posted to the path, read as JSON. */
  // oxlint-disable-next-line typescript/no-explicit-any -- tests read bodies freely
  at(path: string): any[] {
    return this.received.filter((one) => one.path === path).map(({ body }) => JSON.parse(body) as unknown);
  }

  async close(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }
}

/** A script that posts each event to the collector and returns the answer; it logs its secrets, which it should not. */
export function tellingScript(collector: Collector, path = '/events'): string {
  return `
    export default { async fetch(request) {
      const form = await request.formData();
      const event = JSON.parse(form.get('event'));
      const environment = JSON.parse(form.get('environment'));
      console.log('got', event.type, environment.secrets.KEY, environment.apiTokens.integration);
      const told = await fetch('${collector.url}${path}', { method: 'POST', body: JSON.stringify({ event, environment }) });
      return new Response('done', { status: told.status });
    } };`;
}
