import { Heartbeat } from '#platform/runs/heartbeat.js';
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

/** The report of an import while it is made: written twice a second where it changed, and every few seconds as a sign of life. */
export class ImportProgress extends Heartbeat {
  private readonly items: ItemReport[] = [];
  private readonly changed = new Set<number>();
  private lastWrite = 0;

  /** @param save false when the import is no longer this process's. */
  constructor(private readonly save: (items: ItemReport[]) => Promise<boolean>) {
    super(PAUSE_MS);
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

  protected override tick(): void {
    const isDue = this.changed.size > 0 || Date.now() - this.lastWrite >= BEAT_MS;
    if (isDue && !this.signal.aborted) super.tick();
  }

  protected async write(): Promise<boolean> {
    this.lastWrite = Date.now();
    const items = [...this.changed].map((position) => ({ ...this.items[position]! }));
    this.changed.clear();
    try {
      return await this.save(items);
    } catch (error) {
      for (const { position } of items) this.changed.add(position);
      throw error;
    }
  }
}
