import { Heartbeat } from '#platform/runs/heartbeat.js';
import type { ImportStage } from '../import/folder-plans.js';

const PAUSE_MS = 250;

export interface Progress {
  stage: ImportStage;
  done: number;
  total: number;
}

/** Writes how far a run is, at most four times a second. */
export class RunProgress extends Heartbeat {
  private latest: Progress = { stage: 'repo_fetch', done: 0, total: 0 };
  private writtenAt = 0;
  private pending?: NodeJS.Timeout;

  /** @param save false when the run is no longer this process's. */
  constructor(private readonly save: (progress: Progress) => Promise<boolean>) {
    super();
  }

  /** @throws the reason of the end. */
  report(stage: ImportStage, done: number, total: number): void {
    this.check();
    this.latest = { stage, done, total };
    if (this.pending) return;
    const wait = Math.max(0, this.writtenAt + PAUSE_MS - Date.now());
    this.pending = setTimeout(() => void this.beat(), wait);
  }

  override end(): Promise<void> {
    clearTimeout(this.pending);
    return super.end();
  }

  protected write(): Promise<boolean> {
    this.pending = undefined;
    this.writtenAt = Date.now();
    return this.save(this.latest);
  }
}
