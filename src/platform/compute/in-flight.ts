import { setMaxListeners } from 'node:events';
import { currentContext, runWithContext } from '../logging/context.js';

interface Flight<Result> {
  result: Promise<Result>;
  waiting: number;
  controller: AbortController;
}

/** Coalesces calls: a caller that asks for something already in the making waits for the same result. */
export class InFlight<Result> {
  private readonly flights = new Map<string, Flight<Result>>();

  /**
   * @param key equal for what is the same.
   * @param make is called unless the same is being made already. What it computes ends when nobody waits for it any more.
   * @throws what `make` throws, to all who wait, and the reason of the signal of a request that reads to its caller alone.
   */
  async get(key: string, make: () => Promise<Result>): Promise<Result> {
    const signal = currentContext().clientSignal?.();
    signal?.throwIfAborted();
    const flight = this.flights.get(key) ?? this.start(key, make);
    flight.waiting += 1;
    let leave = (): void => undefined;
    const left = new Promise<never>((_, reject) => {
      leave = () => reject(signal?.reason as Error);
    });
    signal?.addEventListener('abort', leave);
    try {
      return await Promise.race([flight.result, left]);
    } finally {
      signal?.removeEventListener('abort', leave);
      flight.waiting -= 1;
      if (flight.waiting === 0) this.abandon(key, flight);
    }
  }

  private start(key: string, make: () => Promise<Result>): Flight<Result> {
    const controller = new AbortController();
    setMaxListeners(0, controller.signal);
    // The first caller may leave while others still wait.
    const context = { ...currentContext(), clientSignal: () => controller.signal };
    const flight: Flight<Result> = { result: runWithContext(context, make), waiting: 0, controller };
    this.flights.set(key, flight);
    const forget = (): void => this.delete(key, flight);
    flight.result.then(forget, forget);
    return flight;
  }

  /** The next caller computes it again. */
  private abandon(key: string, flight: Flight<Result>): void {
    if (this.flights.get(key) !== flight) return;
    this.delete(key, flight);
    flight.controller.abort(new Error('Nobody waits for it any more.'));
  }

  private delete(key: string, flight: Flight<Result>): void {
    if (this.flights.get(key) === flight) this.flights.delete(key);
  }
}
