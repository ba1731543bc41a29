import { Clock } from '../../src/platform/clock/clock.js';

/** Real time, with an offset that tests set. */
export class TestClock extends Clock {
  private offset = 0;

  override now(): Date {
    return new Date(Date.now() + this.offset);
  }

  /** Lets `milliseconds` pass at once. */
  advance(milliseconds: number): void {
    this.offset += milliseconds;
  }

  /** Back to real time. */
  reset(): void {
    this.offset = 0;
  }
}
