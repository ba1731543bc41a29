import { request as httpRequest } from 'node:http';
import { ScriptFailed, type ScriptProcess } from './script-process.js';

/** An event, and what surrounds it, as the published runtime expects them. */
export interface ScriptCall {
  event: object;
  environment: object;
  /** Body of a `fetch` event. */
  body?: Buffer;
}

/** Answer of a script: an HTTP response. */
export interface ScriptAnswer {
  status: number;
  headers: Record<string, string>;
  body: Buffer;
}

export const MAX_ANSWER_SIZE = 10 * 2 ** 20;

/**
 * Sends an event to a process, as a form with the fields `event`, `environment` and `fetch-body`.
 * @param key names the event towards the process, which reports its logs under it.
 * @throws ScriptFailed when the process ends first, which it does when the deadline is over.
 */
export async function callScript(
  process: ScriptProcess,
  key: string,
  call: ScriptCall,
  deadlineMs: number,
): Promise<ScriptAnswer> {
  const { data, type } = await encodeCall(call);
  const headers = { 'content-type': type, 'content-length': data.length, 'x-bindery-event': key };
  return new Promise((resolve, reject) => {
    const seconds = deadlineMs / 1000;
    const timer = setTimeout(
      () => process.kill(`The script did not answer within ${seconds} seconds.`),
      deadlineMs,
    );
    const fail = (message: string): void => {
      clearTimeout(timer);
      forget();
      reject(new ScriptFailed(message));
    };
    const options = { socketPath: process.socket, path: '/v1', method: 'POST', headers };
    const request = httpRequest(options, (response) => {
      const parts: Buffer[] = [];
      let size = 0;
      response.on('data', (part: Buffer) => {
        size += part.length;
        parts.push(part);
        if (size > MAX_ANSWER_SIZE)
          request.destroy(new Error('The answer of the script is larger than 10 MB.'));
      });
      response.once('error', (error) => fail(error.message));
      response.once('end', () => {
        clearTimeout(timer);
        forget();
        const plain = Object.entries(response.headers).map(([name, value]) => [name, String(value)] as const);
        const answer = { status: response.statusCode ?? 500, headers: Object.fromEntries(plain) };
        resolve({ ...answer, body: Buffer.concat(parts) });
      });
    });
    // The connection breaks before the process is known to have ended; whoever killed it gave the better reason.
    request.once('error', (error) => setTimeout(() => fail(process.ended ?? error.message), 50));
    const forget = process.whenEnded(() => fail(process.ended ?? ''));
    request.end(data);
  });
}

/** A call as the form that runtimes read. */
export async function encodeCall({
  event,
  environment,
  body,
}: ScriptCall): Promise<{ data: Buffer; type: string }> {
  const form = new FormData();
  form.set('event', JSON.stringify(event));
  form.set('environment', JSON.stringify(environment));
  if (body) form.set('fetch-body', new Blob([new Uint8Array(body)]));
  const response = new Response(form);
  const data = Buffer.from(await response.arrayBuffer());
  return { data, type: response.headers.get('content-type') ?? '' };
}
