import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { crc32, deflateRawSync } from 'node:zlib';
import type { ApiResponse } from './api-client.js';
import type { TestUser } from './factories.js';
import type { TestApp } from './test-app.js';

/** An import of the space that was cancelled before it began. */
export async function cancelledImport(
  test: TestApp,
  user: TestUser,
  organizationId: string,
  spaceId: string,
): Promise<string> {
  const answer = await user.api.post(`/v1/org/${organizationId}/imports`, {
    source: { type: 'website', url: 'http://127.0.0.1:1/docs' },
    target: { space: spaceId },
  });
  await test.db.execute(`update content_imports set status = 'cancelled' where id = $1`, [answer.body.id]);
  return answer.body.id;
}

export interface Upload {
  name: string;
  content: string | Buffer;
  type?: string;
}

/** Sends a file the way clients do; answers its key. */
export async function upload(
  test: TestApp,
  user: TestUser,
  organizationId: string,
  { name, content, type = 'application/octet-stream' }: Upload,
  kind = 'import_file',
): Promise<string> {
  const bytes = Buffer.from(content as string);
  const file = { name, type, size: bytes.length };
  const announced = await user.api.post(`/v1/orgs/${organizationId}/storage/upload`, { file, kind });
  if (announced.status !== 201) throw new Error(`The upload was refused: ${announced.text}`);
  const sent = await fetch(addressOf(test, announced.body.url), {
    method: 'PUT',
    headers: { 'content-type': type },
    body: bytes,
  });
  if (sent.status !== 200) throw new Error(`The file was refused: ${sent.status} ${await sent.text()}`);
  return announced.body.key;
}

/** PUBLIC_URL names no real port in tests. */
export function addressOf(test: TestApp, url: string): string {
  return test.baseUrl + new URL(url).pathname;
}

/** Starts an import; the answer is the run. */
export function startImport(
  user: TestUser,
  organizationId: string,
  source: object,
  target: object,
): Promise<ApiResponse> {
  return user.api.post(`/v1/org/${organizationId}/imports`, { source, target });
}

/** Uploads files, imports them and waits for the end; answers the run with its report. */
export async function importUploads(
  test: TestApp,
  user: TestUser,
  organizationId: string,
  target: object,
  files: Upload[],
) {
  const keys = [];
  for (const file of files) keys.push(await upload(test, user, organizationId, file));
  return runImport(test, user, organizationId, { type: 'file', files: keys }, target);
}

/** Imports and waits for the end; answers the run with its report. */
export async function runImport(
  test: TestApp,
  user: TestUser,
  organizationId: string,
  source: object,
  target: object,
) {
  const started = await startImport(user, organizationId, source, target);
  if (started.status !== 201) throw new Error(`The import was refused: ${started.status} ${started.text}`);
  await test.settle();
  return (await user.api.get(`/v1/org/${organizationId}/imports/${started.body.id}`)).body;
}

export interface ZipEntry {
  name: string;
  content: string | Buffer;
  /** Unix mode; a symbolic link is 0o120777. */
  mode?: number;
  /** The size that the entry claims. */
  claimedSize?: number;
  /** The checksum that the entry claims. */
  claimedSum?: number;
  isEncrypted?: boolean;
  /** Compression method that the entry claims; 8 is deflate. */
  method?: number;
}

/** A ZIP file, also one that no correct program would write. */
export function zipOf(entries: ZipEntry[]): Buffer {
  const parts: Buffer[] = [];
  const central: Buffer[] = [];
  let offset = 0;
  for (const {
    name,
    content,
    mode = 0o100644,
    claimedSize,
    claimedSum,
    isEncrypted,
    method = 8,
  } of entries) {
    const bytes = Buffer.from(content as string);
    const packed = deflateRawSync(bytes);
    const path = Buffer.from(name);
    const size = claimedSize ?? bytes.length;
    const common = Buffer.alloc(26);
    common.writeUInt16LE(20, 0);
    common.writeUInt16LE(isEncrypted ? 0x801 : 0x800, 2);
    common.writeUInt16LE(method, 4);
    common.writeUInt32LE(claimedSum ?? crc32(bytes), 10);
    common.writeUInt32LE(packed.length, 14);
    common.writeUInt32LE(size, 18);
    common.writeUInt16LE(path.length, 22);
    const local = Buffer.concat([Buffer.from('504b0304', 'hex'), common, path, packed]);
    const tail = Buffer.alloc(14);
    tail.writeUInt32LE((mode << 16) >>> 0, 6);
    tail.writeUInt32LE(offset, 10);
    central.push(Buffer.concat([Buffer.from('504b01021403', 'hex'), common, tail, path]));
    parts.push(local);
    offset += local.length;
  }
  const directory = Buffer.concat(central);
  const end = Buffer.alloc(22);
  end.write('504b0506', 0, 'hex');
  end.writeUInt16LE(entries.length, 8);
  end.writeUInt16LE(entries.length, 10);
  end.writeUInt32LE(directory.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...parts, directory, end]);
}

export interface Website {
  url: string;
  /** Requested paths, in order. */
  asked: string[];
  close(): Promise<void>;
}

type Answer =
  | string
  | { status?: number; headers?: Record<string, string>; body?: string | Buffer; hold?: Promise<void> };

/** A website on this machine; a page is HTML unless it names another type. */
export async function serveWebsite(pages: Record<string, Answer>): Promise<Website> {
  const asked: string[] = [];
  const server: Server = createServer((request, response) => void answer(request, response, pages, asked));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const close = async (): Promise<void> => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  };
  return { url: `http://127.0.0.1:${port}`, asked, close };
}

async function answer(
  request: IncomingMessage,
  response: ServerResponse,
  pages: Record<string, Answer>,
  asked: string[],
): Promise<void> {
  const path = request.url ?? '';
  asked.push(path);
  const found = pages[path];
  if (found === undefined) return void response.writeHead(404, { 'content-type': 'text/html' }).end('gone');
  const { status = 200, headers = {}, body = '', hold } = typeof found === 'string' ? { body: found } : found;
  await hold;
  response.writeHead(status, { 'content-type': 'text/html; charset=utf-8', ...headers }).end(body);
}
