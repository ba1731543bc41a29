import { Injectable } from '@nestjs/common';
import { Clock } from '#platform/clock/clock.js';
import { Database } from '#platform/database/database.js';
import { TranslationMemoryRepository } from './translation-memory.repository.js';

/** Keys in one statement. */
const BATCH = 5000;
const DAY_MS = 24 * 60 * 60_000;

/** Earlier translations, so that nobody pays for the same text twice. */
@Injectable()
export class TranslationMemory {
  constructor(
    private readonly db: Database,
    private readonly clock: Clock,
    private readonly entries: TranslationMemoryRepository,
  ) {}

  /** Translations in the order of the keys; undefined for what is not known. */
  async recall(organizationId: string, keys: readonly Buffer[]): Promise<(string | undefined)[]> {
    const known = new Map<string, string>();
    for (let at = 0; at < keys.length; at += BATCH) {
      const found = await this.entries.find(organizationId, keys.slice(at, at + BATCH));
      for (const { key, translation } of found) known.set(key.toString('base64'), translation);
      if (found.length > 0) await this.touch(organizationId, found);
    }
    return keys.map((key) => known.get(key.toString('base64')));
  }

  /** Keeps translations; call it as soon as they are there, outside of transactions, so that a killed process has paid for nothing. */
  async store(
    organizationId: string,
    entries: readonly { key: Buffer; translation: string }[],
  ): Promise<void> {
    if (entries.length === 0) return;
    await this.db.transaction(() => this.entries.insert(organizationId, entries, this.clock.now()));
  }

  private async touch(organizationId: string, found: readonly { key: Buffer }[]): Promise<void> {
    const now = this.clock.now();
    const noted = new Date(now.getTime() - DAY_MS);
    const keys = found.map(({ key }) => key);
    await this.db.transaction(() => this.entries.touch(organizationId, keys, now, noted));
  }
}
