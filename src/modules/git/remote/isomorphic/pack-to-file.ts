import { createHash } from 'node:crypto';
import { open } from 'node:fs/promises';
import { ImportFailed } from '../../git.errors.js';

const LENGTH_BYTES = 4;
/** Of the pack; 2 and 3 are what the server tells people. */
const PACK_BAND = 1;

/**
 * Passes on a server's answer to a fetch, but writes the pack to a file and puts an empty one in its place: the library
 * would hold the whole pack in memory, and unpack it in the event loop.
 * @throws ImportFailed for invalid answers.
 */
export async function* packToFile(answer: AsyncIterable<Uint8Array>, file: string): AsyncGenerator<Buffer> {
  const target = await open(file, 'wx', 0o600);
  try {
    let hasPack = false;
    for await (const packet of packets(answer)) {
      if (packet.length <= LENGTH_BYTES || packet[LENGTH_BYTES] !== PACK_BAND) yield packet;
      else {
        if (!hasPack) yield EMPTY;
        hasPack = true;
        await target.writeFile(packet.subarray(LENGTH_BYTES + 1));
      }
    }
  } finally {
    await target.close();
  }
}

/** Each begins with its length, itself included, as four hexadecimal digits; less than that is a mark. */
async function* packets(answer: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
  let rest: Buffer = Buffer.alloc(0);
  for await (const chunk of answer) {
    rest = rest.length === 0 ? Buffer.from(chunk) : Buffer.concat([rest, chunk]);
    while (rest.length >= LENGTH_BYTES) {
      const digits = rest.toString('latin1', 0, LENGTH_BYTES);
      if (!/^[0-9a-f]{4}$/i.test(digits)) throw noAnswer();
      const length = Math.max(LENGTH_BYTES, Number.parseInt(digits, 16));
      if (rest.length < length) break;
      yield rest.subarray(0, length);
      rest = rest.subarray(length);
    }
  }
  if (rest.length > 0) throw noAnswer();
}

function noAnswer(): ImportFailed {
  return new ImportFailed('The server of the repository broke off, or answered in a way that Git does not.');
}

const HEADER = Buffer.from('5041434b0000000200000000', 'hex');
const EMPTY = packetOf(Buffer.concat([HEADER, createHash('sha1').update(HEADER).digest()]));

function packetOf(pack: Buffer): Buffer {
  const length = (LENGTH_BYTES + 1 + pack.length).toString(16).padStart(LENGTH_BYTES, '0');
  return Buffer.concat([Buffer.from(length), Buffer.of(PACK_BAND), pack]);
}
