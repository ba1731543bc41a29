import { setTimeout as delay } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';

/** Timeouts and pauses for servers. Tests use shorter ones. */
@Injectable()
export class Patience {
  /** For an answer; a model on the local processor needs a while for some thousand characters. */
  get timeLimitMs(): number {
    return 120_000;
  }

  /** @throws when the signal ends it. */
  async pause(milliseconds: number, signal?: AbortSignal): Promise<void> {
    // A process that stops does not wait for its end.
    await delay(milliseconds, undefined, { ref: false, signal });
  }
}
