import type { IncomingMessage, ServerResponse } from 'node:http';
import { gunzipSync } from 'node:zlib';
import { expect, it, vi } from 'vitest';
import { body, type BodyAnswer, sendBody } from './site-answer.js';

const TYPE = { 'Content-Type': 'text/plain; charset=utf-8' };

function send(answer: BodyAnswer, headers: Record<string, string>): Promise<Buffer> {
  return new Promise((resolve) => {
    const response = { getHeaders: () => ({}), writeHead: () => response, end: resolve };
    sendBody(answer, { headers, method: 'GET' } as IncomingMessage, response as unknown as ServerResponse);
  });
}

it('a site answer is compressed once, for the first client that accepts gzip', async () => {
  const answer = body(200, 'Words. '.repeat(100), TYPE);
  const gzip = vi.spyOn(answer as Required<BodyAnswer>, 'gzip');
  expect(await send(answer, {})).toEqual(answer.body);
  expect(gzip).not.toHaveBeenCalled();
  const first = await send(answer, { 'accept-encoding': 'gzip, br' });
  expect(gunzipSync(first)).toEqual(answer.body);
  expect(await send({ ...answer, headers: {} }, { 'accept-encoding': 'gzip' })).toBe(first);
});

it('a site answer stays uncompressed when compression gains nothing', () => {
  expect(body(200, Buffer.from('PNG'), { 'Content-Type': 'image/png' }, false).gzip).toBeUndefined();
});
