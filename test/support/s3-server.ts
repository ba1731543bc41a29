import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/** All bytes of a stream. */
export async function collectBytes(stream: AsyncIterable<unknown>): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

/** As much of the S3 protocol as the backend uses. */
export class FakeS3 {
  /** Bytes by `/<bucket>/<key>`. */
  readonly objects = new Map<string, Buffer>();
  /** True while half of an object is sent, and then nothing more. */
  isStalling = false;
  readonly authorizations: string[] = [];
  private server: Server;

  /** Listens on a free port. @returns the address of the endpoint. */
  async start(): Promise<string> {
    this.server = createServer((request, response) => {
      void this.answer(request).then(({ status, headers, body }) =>
        this.isStalling && request.method === 'GET' && body
          ? response.writeHead(status, headers).write(body.slice(0, body.length >> 1))
          : response.writeHead(status, headers).end(body),
      );
    });
    await new Promise<void>((resolve) => this.server.listen(0, '127.0.0.1', resolve));
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  stop(): Promise<unknown> {
    this.server.closeAllConnections();
    return new Promise((resolve) => this.server.close(resolve));
  }

  private async answer(
    request: IncomingMessage,
  ): Promise<{ status: number; headers?: Record<string, string>; body?: Buffer | string }> {
    this.authorizations.push(request.headers.authorization ?? '');
    const key = decodeURIComponent(new URL(request.url ?? '', 'http://x').pathname);
    if (request.method === 'PUT') {
      const source = request.headers['x-amz-copy-source'];
      const bytes =
        source === undefined
          ? await collectBytes(request)
          : this.objects.get(decodeURIComponent(`/${String(source)}`));
      if (!bytes) return missing();
      this.objects.set(key, bytes);
      const body = '<CopyObjectResult><ETag>"x"</ETag></CopyObjectResult>';
      return { status: 200, headers: { etag: '"x"' }, body: source === undefined ? '' : body };
    }
    if (request.method === 'DELETE') {
      this.objects.delete(key);
      return { status: 204 };
    }
    const bytes = this.objects.get(key);
    if (!bytes) return missing();
    const range = /bytes=(\d+)-(\d+)/.exec(request.headers.range ?? '');
    if (!range) return { status: 200, headers: { 'content-length': String(bytes.length) }, body: bytes };
    const part = bytes.subarray(Number(range[1]), Number(range[2]) + 1);
    return {
      status: 206,
      headers: { 'content-range': `bytes ${range[1]}-${range[2]}/${bytes.length}` },
      body: part,
    };
  }
}

function missing() {
  return { status: 404, body: '<Error><Code>NoSuchKey</Code></Error>' };
}
