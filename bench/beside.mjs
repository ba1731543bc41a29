/* Measures what another organization waits for while something else is done. */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';

/** The limits of each figure; the row `nothing` shows the machine's own part of it. */
const LIMITS = { p99: 50, max: 250, memory: 1024 };
/** On a machine that is busy with other things the same is asked in proportion to waits beside nothing. */
const NOISE = { p99: 3, max: 3 };
const REST_MS = 300;
const MEMORY_MS = 50;

export const COLUMNS = ['content', 'answer', 'seconds', 'p50 ms', 'p99 ms', 'max ms', 'MB', ''];

/** Rows of a run, each measured beside the readers of a neighbour. Call `end` after the last. */
export class Beside {
  /** @param neighbour addresses that it reads, and headers of its requests. */
  constructor(bindery, neighbour) {
    this.bindery = bindery;
    this.neighbour = neighbour;
    this.rows = [];
    this.failed = [];
    this.limits = { ...LIMITS };
    this.reader = fork(new URL('./neighbour.mjs', import.meta.url));
  }

  /** Waits beside nothing, which all others are held against. */
  async nothing() {
    this.limits = { ...LIMITS, p99: Infinity, max: Infinity };
    const { p99, max } = await this.measure('nothing', () => pause(3_000), { seconds: Infinity });
    this.limits.p99 = Math.max(LIMITS.p99, p99 * NOISE.p99);
    this.limits.max = Math.max(LIMITS.max, max * NOISE.max);
  }

  /**
   * Does `work`, which answers a status, and adds a row. Server errors are failures, refusals are not.
   * @param seconds it may take; 2 when absent.
   */
  async measure(name, work, { seconds = 2 } = {}) {
    const first = await this.begin();
    const status = await work().catch((error) => String(error.cause?.code ?? error.name));
    const taken = (performance.now() - first) / 1000;
    // Work that the request left behind runs for a moment longer.
    await pause(REST_MS);
    const { waits, memory } = await this.finish();
    const at = (share) => waits[Math.min(waits.length - 1, Math.floor(waits.length * share))] ?? 0;
    const [p50, p99, max] = [at(0.5), at(0.99), waits.at(-1) ?? 0];
    const problems = [
      ...(status === undefined || (typeof status === 'number' && status < 500) ? [] : ['answer']),
      ...(taken <= seconds ? [] : ['seconds']),
      ...(p99 <= this.limits.p99 ? [] : ['p99']),
      ...(max <= this.limits.max ? [] : ['max']),
      ...(memory <= this.limits.memory ? [] : ['memory']),
    ];
    const outcome = problems.length === 0 ? 'pass' : `fail: ${problems.join(', ')}`;
    const figures = [taken.toFixed(2), p50.toFixed(1), p99.toFixed(0), max.toFixed(0), memory.toFixed(0)];
    const row = [name, String(status ?? ''), ...figures, outcome];
    this.rows.push(row);
    if (problems.length > 0) this.failed.push(name);
    process.stderr.write(`${row.join(' | ')}\n`);
    return { status, p99, max };
  }

  /** One line that says how the run went. */
  summary() {
    const { p99, max, memory } = this.limits;
    const asked = `p99 of ${p99.toFixed(0)} ms, ${max.toFixed(0)} ms at most, ${memory} MB`;
    const passed = this.rows.length - this.failed.length;
    const failed = this.failed.length === 0 ? '' : ` Failed: ${this.failed.join('; ')}.`;
    return `${passed} of ${this.rows.length} pass (${asked}).${failed}`;
  }

  end() {
    this.reader.disconnect();
  }

  async begin() {
    this.peak = 0;
    const look = () => (this.peak = Math.max(this.peak, this.bindery.memory()));
    this.watch = setInterval(look, MEMORY_MS);
    this.reader.send({ read: this.neighbour });
    await once(this.reader, 'message');
    return performance.now();
  }

  async finish() {
    clearInterval(this.watch);
    this.reader.send({});
    const [{ waits }] = await once(this.reader, 'message');
    return { waits: waits.sort((a, b) => a - b), memory: this.peak };
  }
}
