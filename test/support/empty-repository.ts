import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

let started: Promise<string> | undefined;

/** Address of a repository without a commit, for tests that need one to be there and no more. Nothing can be pushed to it. */
export function emptyRepository(): Promise<string> {
  started ??= new Promise((resolve) => {
    const server = createServer((request, response) => {
      request.resume();
      const service = new URL(request.url ?? '/', 'http://localhost').searchParams.get('service');
      if (service === null) response.writeHead(403).end();
      else {
        response.setHeader('content-type', `application/x-${service}-advertisement`);
        const refs = `${'0'.repeat(40)} capabilities^{}\0agent=test\n`;
        response.end(`${packet(`# service=${service}\n`)}0000${packet(refs)}0000`);
      }
    });
    server.unref();
    server.listen(0, '127.0.0.1', () => {
      resolve(`http://127.0.0.1:${(server.address() as AddressInfo).port}/empty.git`);
    });
  });
  return started;
}

function packet(text: string): string {
  return (text.length + 4).toString(16).padStart(4, '0') + text;
}
