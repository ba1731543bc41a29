import type { IncomingMessage, ServerResponse } from 'node:http';

/** Usual size of a body that arrives with the headers; Node reads it to its end by itself, and keeps the connection. */
const SMALL_BYTES = 64 * 1024;
/**
 * Time and bytes for which a client that is still sending can read the answer before the connection is closed; most
 * stop when they see it.
 */
const LINGER_MS = 1_000;
const LINGER_BYTES = 1024 * 1024;

/**
 * Ends an answer. Of a request whose body nobody read, the connection is closed afterwards: the rest of the body would be in the way of the
 * next request. It is closed after a moment only, since a client that is still sending then would lose the answer.
 */
export function endAnswer(request: IncomingMessage, response: ServerResponse, text: string | Buffer): void {
  if (!hasUnreadBody(request) || response.headersSent) return void response.end(text);
  response.setHeader('Connection', 'close');
  response.write(text);
  let left = LINGER_BYTES;
  const end = (): void => {
    clearTimeout(timer);
    request.off('data', skip).pause();
    response.end();
  };
  const skip = (chunk: Buffer): void => {
    left -= chunk.length;
    if (left < 0) end();
  };
  const timer = setTimeout(end, LINGER_MS).unref();
  request.on('data', skip).once('end', end).once('close', end).resume();
}

function hasUnreadBody(request: IncomingMessage): boolean {
  if (request.complete || request.readableEnded) return false;
  const length = request.headers['content-length'];
  return length === undefined
    ? request.headers['transfer-encoding'] !== undefined
    : Number(length) > SMALL_BYTES;
}
