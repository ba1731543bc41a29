import { createHash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { Request } from 'express';
import { EventLoopYield } from '../../event-loop/event-loop-yield.js';

const PIECE_BYTES = 1024 * 1024;

/** A request whose body is compared with that of another one. */
export interface DigestedRequest extends Request {
  /** SHA-256 of the body's bytes, decompressed; absent without a body. */
  bodyDigest?: Buffer;
}

export function wantsDigest({ headers }: IncomingMessage): boolean {
  return headers['idempotency-key'] !== undefined;
}

/** SHA-256 of bytes, with turns for other requests where there are many. */
export async function digestOf(bytes: Buffer): Promise<Buffer> {
  const hash = createHash('sha256');
  const eventLoop = new EventLoopYield();
  for (let at = 0; at < bytes.length; at += PIECE_BYTES) {
    hash.update(bytes.subarray(at, at + PIECE_BYTES));
    await eventLoop.yieldIfDue();
  }
  return hash.digest();
}
