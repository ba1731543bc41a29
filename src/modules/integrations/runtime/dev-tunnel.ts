import { Injectable } from '@nestjs/common';
import { Clock } from '#platform/clock/clock.js';
import { FetchFailed, GuardedFetch } from '#platform/http-client/guarded-fetch.js';
import { encodeCall, MAX_ANSWER_SIZE, type ScriptCall } from './call-script.js';
import type { ScriptRun } from './scripts.js';

const DEADLINE_MS = 10_000;

/** Hands events to the machine of an author, through the tunnel that was opened there. */
@Injectable()
export class DevTunnel {
  constructor(
    private readonly client: GuardedFetch,
    private readonly clock: Clock,
  ) {}

  /** As `Scripts.run`; what the script logs is seen on that machine. Never throws for what happens there. */
  async run(tunnelUrl: string, call: ScriptCall): Promise<ScriptRun> {
    const { data, type } = await encodeCall(call);
    const note = (level: 'info' | 'error', message: string) =>
      Promise.resolve([{ level, message, timestamp: this.clock.now().toISOString() }]);
    try {
      const { status, headers, bytes } = await this.client.fetchBytes(addressOf(tunnelUrl), {
        method: 'POST',
        headers: { 'content-type': type },
        body: data,
        maxBytes: MAX_ANSWER_SIZE,
        timeoutMs: DEADLINE_MS,
        maxRedirects: 0,
        anyStatus: true,
      });
      const plain = Object.entries(headers).map(([name, value]) => [name, String(value)] as const);
      const answer = { status, headers: Object.fromEntries(plain), body: bytes };
      return { answer, logs: note('info', `The tunnel answered ${status}.`) };
    } catch (error) {
      if (!(error instanceof FetchFailed)) throw error;
      const failure = `The tunnel could not be reached: ${error.message}.`;
      return { failure, logs: note('error', failure) };
    }
  }
}

/** Address at which the published runtime receives events. */
function addressOf(tunnelUrl: string): string {
  const url = new URL(tunnelUrl);
  url.pathname = `${url.pathname.replace(/\/$/, '')}/v1`;
  return url.href;
}
