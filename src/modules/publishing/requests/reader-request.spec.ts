import { once } from 'node:events';
import { Agent, createServer, request } from 'node:http';
import type { IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readBody } from './reader-request.js';

const LIMIT = 1000;

describe('readBody', () => {
  const failures: string[] = [];
  const server = createServer((message, response) => {
    readBody({ message }, LIMIT).then(
      (body) => response.end(String(body.length)),
      (error: Error & { status?: number }) => {
        failures.push(error.message);
        response.writeHead(error.status ?? 400).end(error.message);
      },
    );
  });
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  beforeAll(() => once(server.listen(0, '127.0.0.1'), 'listening'));
  afterAll(() => {
    agent.destroy();
    server.close();
  });
  const send = () => request({ port: (server.address() as AddressInfo).port, method: 'POST', agent });
  const answerTo = async (outgoing: ReturnType<typeof send>) => {
    const [answer] = (await once(outgoing, 'response')) as [IncomingMessage];
    let text = '';
    for await (const part of answer) text += String(part);
    return [answer.statusCode, text];
  };

  it('reads a body within the limit', async () => {
    for (const size of [0, 1, LIMIT])
      expect(await answerTo(send().end('x'.repeat(size)))).toEqual([200, String(size)]);
  });

  it('refuses a larger body before it has ended, and the connection stays usable', async () => {
    const outgoing = send();
    outgoing.write('x'.repeat(LIMIT + 1));
    const answer = answerTo(outgoing);
    expect(await answer).toEqual([413, `The body is larger than ${LIMIT} bytes.`]);
    const { socket } = outgoing;
    for (let more = 0; more < 50; more++) outgoing.write('x'.repeat(20_000));
    await new Promise<void>((resolve) => outgoing.end(resolve));
    const next = send().end('again');
    expect(await answerTo(next)).toEqual([200, '5']);
    expect(next.socket).toBe(socket);
  });

  it('fails for a body that is interrupted', async () => {
    failures.length = 0;
    const outgoing = send();
    outgoing.on('error', () => undefined).write('x');
    await once(server, 'request');
    outgoing.destroy();
    await expect.poll(() => failures).toHaveLength(1);
  });
});
