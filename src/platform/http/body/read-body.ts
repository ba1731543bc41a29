import type { IncomingMessage } from 'node:http';
import { PassThrough, type Transform } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import { BadRequest, PayloadTooLarge, UnsupportedMediaType } from '../errors.js';
import { bytesInWords } from './body-limit.js';

const DECODERS: Record<string, () => Transform> = {
  identity: () => new PassThrough(),
  gzip: createGunzip,
  deflate: createInflate,
  br: createBrotliDecompress,
};

/**
 * The body of a request, decompressed.
 * @param limit how many bytes it may have, as it comes and decompressed.
 * @throws PayloadTooLarge at the first byte over the limit, and the rest is not read; UnsupportedMediaType, BadRequest for what cannot be
 * decompressed or broke off.
 */
export async function readBody(request: IncomingMessage, limit: number): Promise<Buffer> {
  if (Number(request.headers['content-length'] ?? 0) > limit) throw tooLarge(limit);
  const encoding = (request.headers['content-encoding'] ?? 'identity').toLowerCase();
  const decoder = Object.hasOwn(DECODERS, encoding) ? DECODERS[encoding]?.() : undefined;
  if (!decoder)
    throw new UnsupportedMediaType(
      `The body is encoded as "${encoding}"; send it as it is, or as gzip, deflate or br.`,
    );
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    for await (const chunk of decoded(request, decoder)) {
      size += (chunk as Buffer).length;
      if (size > limit) throw tooLarge(limit);
      chunks.push(chunk as Buffer);
    }
  } catch (error) {
    if (error instanceof PayloadTooLarge) throw error;
    throw new BadRequest('The body broke off, or cannot be decompressed.');
  }
  return Buffer.concat(chunks);
}

/** The request itself stays open when its body is read no further: it is still to be answered. */
function decoded(request: IncomingMessage, decoder: Transform): Transform {
  const breakOff = (): void => void decoder.destroy(new Error('The request broke off.'));
  request.once('error', breakOff).once('close', () => {
    if (!request.complete) breakOff();
  });
  decoder.once('close', () => request.unpipe(decoder).pause());
  return request.pipe(decoder);
}

function tooLarge(limit: number): PayloadTooLarge {
  return new PayloadTooLarge(`The request body is larger than the limit of ${bytesInWords(limit)}.`);
}
