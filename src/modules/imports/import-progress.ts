import type { ItemStatus } from './content-import-item.entity.js';

const PAUSE_MS = 500;
const BEAT_MS = 5000;
const MAX_SOURCE_LENGTH = 2048;
const MAX_REASON_LENGTH = 1000;

/** State of one page or file while an import runs. */
export interface ItemReport {
  position: number;
  source: string;
  status: ItemStatus;
  reason: string | null;
  title: string | null;
  pageId: string | null;
}

/** The import was ended by somebody, or another process has taken it over: there is nothing left to write. */
export class ImportStopped extends Error {}

/**
 * The report of an import while it is made: written twice a second where it changed, and every few seconds as a sign of
 * life. When the writer says that the import is no longer this process's, `signal` ends the work.
 */
export class ImportProgress {
  private readonly items: ItemReport[] = [];
  private readonly changed = new Set<number>();
  private readonly controller = new AbortController();
  private readonly timer: NodeJS.Timeout;
  private writing: Promise<void> = Promise.resolve();
  private lastWrite = 0;

  /** @param write answers whether the import still goes on here. */
  constructor(private readonly write: (items: ItemReport[]) => Promise<boolean>) {
    this.timer = setInterval(() => this.tick(), PAUSE_MS);
    this.timer.unref();
  }

  get signal(): AbortSignal {
    return this.controller.signal;
  }

  /** Ends the work with this reason. */
  abort(reason: Error): void {
    this.controller.abort(reason);
  }

  /** @throws the reason of the end. */
  check(): void {
    this.signal.throwIfAborted();
  }

  /** Adds something that is going to be imported; answers its position. */
  add(source: string): number {
    const position = this.items.length;
    const item = { source: source.slice(0, MAX_SOURCE_LENGTH), status: 'pending' as const };
    this.items.push({ ...item, position, reason: null, title: null, pageId: null });
    this.changed.add(position);
    return position;
  }

  update(position: number, changes: Partial<Omit<ItemReport, 'position' | 'source'>>): void {
    const item = this.items[position];
    if (!item) return;
    Object.assign(item, changes, { reason: changes.reason?.slice(0, MAX_REASON_LENGTH) ?? item.reason });
    this.changed.add(position);
  }

  fail(position: number, reason: string): void {
    this.update(position, { status: 'failed', reason });
  }

  skip(position: number, reason: string): void {
    this.update(position, { status: 'skipped', reason });
  }

  /** Everything, as it is now. */
  get report(): readonly ItemReport[] {
    return this.items;
  }

  /** Stops writing; what was being written is written then. */
  async end(): Promise<void> {
    clearInterval(this.timer);
    await this.writing;
  }

  private tick(): void {
    const isDue = this.changed.size > 0 || Date.now() - this.lastWrite >= BEAT_MS;
    if (!isDue || this.signal.aborted) return;
    this.lastWrite = Date.now();
    const items = [...this.changed].map((position) => ({ ...this.items[position]! }));
    this.changed.clear();
    this.writing = this.writing.then(() => this.flush(items));
  }

  private async flush(items: ItemReport[]): Promise<void> {
    try {
      if (!(await this.write(items))) this.abort(new ImportStopped());
    } catch {
      // Only a sign missed: the next one carries it.
      for (const { position } of items) this.changed.add(position);
    }
  }
}
