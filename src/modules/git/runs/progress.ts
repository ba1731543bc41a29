import type { ImportStage } from '../import/import-folder.js';

const PAUSE_MS = 250;
const BEAT_MS = 10_000;

export interface Progress {
  stage: ImportStage;
  done: number;
  total: number;
}

/**
 * Writes how far a run is, at most four times a second, and a sign of life every ten seconds in between. Writes follow
 * each other; one that fails is only a sign missed.
 */
export class ProgressWriter {
  private latest: Progress = { stage: 'repo_fetch', done: 0, total: 0 };
  private writtenAt = 0;
  private writing: Promise<void> = Promise.resolve();
  private pending?: NodeJS.Timeout;
  private readonly beat: NodeJS.Timeout;

  constructor(private readonly write: (progress: Progress) => Promise<void>) {
    this.beat = setInterval(() => this.send(), BEAT_MS);
    this.beat.unref();
  }

  report(stage: ImportStage, done: number, total: number): void {
    this.latest = { stage, done, total };
    if (this.pending) return;
    const wait = Math.max(0, this.writtenAt + PAUSE_MS - Date.now());
    this.pending = setTimeout(() => this.send(), wait);
  }

  /** Ends the signs; what was being written is written then. */
  async end(): Promise<void> {
    clearInterval(this.beat);
    clearTimeout(this.pending);
    await this.writing;
  }

  private send(): void {
    this.pending = undefined;
    this.writtenAt = Date.now();
    const progress = this.latest;
    this.writing = this.writing.then(() => this.write(progress)).catch(() => undefined);
  }
}
