import { inflateSync } from 'node:zlib';
import { BadRequest } from '#platform/http/errors.js';

const MB = 1024 * 1024;

/** The limits of a repository, packed and unpacked. A whole pack and a few objects are in memory at a time. */
export const PACK_LIMITS = {
  packedBytes: 256 * MB,
  /** Files, folders, the commit and its tags. */
  objects: 65_000,
  /** A file of a space; larger ones are left out. */
  fileBytes: 100 * MB,
  /** An object of a pack, which is in memory as a whole; with a larger one nothing of the pack is read. */
  objectBytes: 256 * MB,
  /** A folder's list, a commit or a tag. */
  listBytes: 10 * MB,
  /** Every object once, as archives may have. */
  unpackedBytes: 2048 * MB,
  /** Objects that are written as a difference stay in memory longer. */
  differencesBytes: 512 * MB,
  /** Differences of differences; Git itself makes 50, and 4,095 at most. */
  deepestDifference: 4095,
};

type Limits = typeof PACK_LIMITS;

const BLOB = 3;
const BY_OFFSET = 6;
const BY_NAME = 7;
const NAME_BYTES = 20;

/**
 * Reads what a pack says of its objects, before any of them is made: no object is unpacked whose size, by itself or with those before, is
 * beyond the limits, and none gets larger than it says.
 * @throws BadRequest with a sentence for the run's report.
 */
export function checkPack(pack: Buffer, limits: Limits = PACK_LIMITS): void {
  const end = pack.length - NAME_BYTES;
  if (end < 12 || pack.toString('latin1', 0, 4) !== 'PACK') throw broken();
  const count = pack.readUInt32BE(8);
  if (count > limits.objects)
    throw new BadRequest(
      `The repository has more than ${limits.objects} objects. Import a part of it as an archive.`,
    );
  const depths = new Map<number, number>();
  let [at, unpacked, differences] = [12, 0, 0];
  for (let number = 0; number < count; number++) {
    const start = at;
    const { type, size, next } = readHeader(pack, at);
    at = next;
    const isDifference = type === BY_OFFSET || type === BY_NAME;
    requireObject(size, type === BLOB || isDifference, limits);
    if (!isDifference) unpacked += requireSum(unpacked, size, limits.unpackedBytes);
    if (type === BY_NAME) at += NAME_BYTES;
    if (type === BY_OFFSET) {
      const base = readOffset(pack, at);
      at = base.next;
      const depth = (depths.get(start - base.offset) ?? 0) + 1;
      if (depth > limits.deepestDifference)
        throw new BadRequest('The repository is packed too deep; run "git gc" there.');
      depths.set(start, depth);
    }
    const { bytes, read } = inflate(pack.subarray(at, end), size);
    at += read;
    if (!isDifference) continue;
    const result = resultSize(bytes);
    requireObject(result, true, limits);
    unpacked += requireSum(unpacked, result, limits.unpackedBytes);
    differences += requireSum(differences, result, limits.differencesBytes);
  }
}

function requireObject(size: number, mayBeFile: boolean, { objectBytes, listBytes }: Limits): void {
  if (size > objectBytes)
    throw new BadRequest(`The repository has a file of more than ${objectBytes / MB} MB. Take it out.`);
  if (!mayBeFile && size > listBytes)
    throw new BadRequest(`The repository has a folder or a commit of more than ${listBytes / MB} MB.`);
}

/** @returns `size`. @throws BadRequest where it makes the sum too large. */
export function requireSum(before: number, size: number, most: number): number {
  if (before + size > most)
    throw new BadRequest(
      `The repository is larger than ${most / MB} MB when unpacked. Split it into several.`,
    );
  return size;
}

/** The first byte has a bit that says whether more follow, three for the type and four of the size. */
function readHeader(pack: Buffer, at: number): { type: number; size: number; next: number } {
  const first = byteAt(pack, at);
  const { value, next } = first & 0x80 ? readSize(pack, at + 1) : { value: 0, next: at + 1 };
  return { type: (first >> 4) & 7, size: value * 16 + (first & 15), next };
}

/** Seven bits a byte, the lowest first. By multiplication, as sizes may have more than 32 bits. */
function readSize(bytes: Buffer, at: number): { value: number; next: number } {
  let [value, weight] = [0, 1];
  for (let next = at; ; weight *= 128) {
    const byte = byteAt(bytes, next++);
    value += (byte & 0x7f) * weight;
    if (byte < 0x80) return { value, next };
  }
}

/** Seven bits a byte, the highest first, and one more for each byte that follows. */
function readOffset(pack: Buffer, at: number): { offset: number; next: number } {
  let byte = byteAt(pack, at);
  let [offset, next] = [byte & 0x7f, at + 1];
  while (byte >= 0x80) {
    byte = byteAt(pack, next++);
    offset = (offset + 1) * 128 + (byte & 0x7f);
  }
  return { offset, next };
}

/** A difference begins with the sizes of what it starts from and of what it makes. */
function resultSize(difference: Buffer): number {
  const base = readSize(difference, 0);
  return readSize(difference, base.next).value;
}

function inflate(packed: Buffer, size: number): { bytes: Buffer; read: number } {
  try {
    const options = { info: true, maxOutputLength: Math.max(1, size) };
    const { buffer, engine } = inflateSync(packed, options) as unknown as {
      buffer: Buffer;
      engine: { bytesWritten: number };
    };
    if (buffer.length !== size) throw broken();
    return { bytes: buffer, read: engine.bytesWritten };
  } catch {
    throw broken();
  }
}

function byteAt(bytes: Buffer, at: number): number {
  const byte = bytes[at];
  if (byte === undefined) throw broken();
  return byte;
}

function broken(): BadRequest {
  return new BadRequest('The server of the repository sent objects that cannot be read.');
}
