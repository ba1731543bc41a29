import { createHash } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { deflateSync } from 'node:zlib';

const TYPES = { commit: 1, tree: 2, blob: 3, difference: 6 };

type PackedObject =
  | { type: 'commit' | 'tree' | 'blob'; bytes: Buffer }
  /** An object that claims a size, whatever follows. */
  | { type: 'commit' | 'tree' | 'blob'; says: number; packed: Buffer }
  /** A delta to the object with this number, which comes before it. */
  | { type: 'difference'; base: number; makes: number };

/** A pack that no correct program would write. */
export function packOf(objects: PackedObject[]): Buffer {
  const header = Buffer.alloc(12);
  header.write('PACK');
  header.writeUInt32BE(2, 4);
  header.writeUInt32BE(objects.length, 8);
  const parts: Buffer[] = [header];
  const starts: number[] = [];
  let at = header.length;
  for (const object of objects) {
    starts.push(at);
    const part = partOf(object, at, starts);
    parts.push(part);
    at += part.length;
  }
  const pack = Buffer.concat(parts);
  return Buffer.concat([pack, createHash('sha1').update(pack).digest()]);
}

function partOf(object: PackedObject, at: number, starts: readonly number[]): Buffer {
  if (object.type === 'difference') {
    const bytes = Buffer.concat([varint(1), varint(object.makes)]);
    const base = offset(at - starts[object.base]!);
    return Buffer.concat([headerOf('difference', bytes.length), base, deflateSync(bytes)]);
  }
  const [size, packed] =
    'bytes' in object ? [object.bytes.length, deflateSync(object.bytes)] : [object.says, object.packed];
  return Buffer.concat([headerOf(object.type, size), packed]);
}

function headerOf(type: keyof typeof TYPES, size: number): Buffer {
  const rest = Math.floor(size / 16);
  const first = (TYPES[type] << 4) | (size % 16) | (rest > 0 ? 0x80 : 0);
  return rest > 0 ? Buffer.concat([Buffer.of(first), varint(rest)]) : Buffer.of(first);
}

function varint(value: number): Buffer {
  const bytes: number[] = [];
  for (let rest = value; ; rest = Math.floor(rest / 128)) {
    bytes.push((rest % 128) | (rest >= 128 ? 0x80 : 0));
    if (rest < 128) return Buffer.from(bytes);
  }
}

function offset(value: number): Buffer {
  const bytes = [value % 128];
  for (let rest = Math.floor(value / 128); rest > 0; rest = Math.floor(rest / 128))
    bytes.unshift(0x80 | (--rest % 128));
  return Buffer.from(bytes);
}

const packet = (text: string | Buffer): Buffer => {
  const bytes = Buffer.from(text as string);
  return Buffer.concat([Buffer.from((bytes.length + 4).toString(16).padStart(4, '0')), bytes]);
};
const FLUSH = Buffer.from('0000');

/** A server of repositories that has one branch, and answers each fetch with the pack. */
export async function servePack(
  pack: Buffer,
): Promise<{ url: string; fetches: () => number; close: () => void }> {
  const oid = '1'.repeat(40);
  let fetches = 0;
  const server = createServer((request, response) => {
    request.resume();
    if (request.method === 'GET') {
      const name = new URL(request.url ?? '', 'http://localhost').searchParams.get('service') ?? '';
      response.setHeader('content-type', `application/x-${name}-advertisement`);
      const refs = [`${oid} HEAD\0side-band-64k shallow ofs-delta\n`, `${oid} refs/heads/main\n`];
      const service = packet(`# service=${name}\n`);
      return void response.end(Buffer.concat([service, FLUSH, ...refs.map(packet), FLUSH]));
    }
    fetches += 1;
    response.setHeader('content-type', 'application/x-git-upload-pack-result');
    response.write(Buffer.concat([packet(`shallow ${oid}\n`), FLUSH, packet('NAK\n')]));
    for (let at = 0; at < pack.length; at += 60_000)
      response.write(packet(Buffer.concat([Buffer.of(1), pack.subarray(at, at + 60_000)])));
    response.end(FLUSH);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/bomb.git`,
    fetches: () => fetches,
    close: () => void server.close(),
  };
}
