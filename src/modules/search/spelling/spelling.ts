import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { Clock } from '#platform/clock/clock.js';
import { Jobs } from '#platform/jobs/jobs.js';
import { OnJob } from '#platform/jobs/on-job.js';
import { Scheduled, onceAt } from '#platform/jobs/scheduled.js';
import { Logger } from '#platform/logging/logger.js';
import { editDistance, neighbours } from './edit-distance.js';
import { type SimilarWord, WordsRepository } from './words.repository.js';

export const PRUNE_WORDS = 'search.prune-words';

const MAX_REMEMBERED = 100_000;
/** Similar words to look at, and to take. */
const LOOKED_AT = 12;
const MAX_MEANT = 3;
/** Letters of an ending. */
const MAX_ENDING = 3;
const STRETCH = 2000;

/** Knows the words of each organization's pages, and which of them a misspelt one may have been meant to be. */
@Injectable()
export class Spelling implements OnApplicationBootstrap {
  /** Words that are stored already, so that most changes of content write none. */
  private readonly learnt = new LRUCache<string, true>({
    // `max` would take the memory of all of them at the start.
    maxSize: MAX_REMEMBERED,
    sizeCalculation: () => 1,
  });
  private hasTrigrams = false;

  constructor(
    private readonly words: WordsRepository,
    private readonly jobs: Jobs,
    private readonly clock: Clock,
    private readonly logger: Logger,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    try {
      if (!(await this.words.hasTrigrams())) await this.words.createTrigrams();
      this.hasTrigrams = true;
    } catch (error) {
      this.logger.warn(
        'Search forgives one wrong letter in a word, not two: the PostgreSQL extension pg_trgm is missing. ' +
          'Run "create extension pg_trgm" in the database as its owner or a superuser, then restart Bindery.',
        { err: error },
      );
    }
  }

  /** Notes words that pages use. Outside of the transaction that stores the pages: writers must not wait for it. */
  async learn(organizationId: string, words: Iterable<string>): Promise<void> {
    const unknown = [...words].filter((word) => !this.learnt.has(`${organizationId}:${word}`));
    if (unknown.length === 0) return;
    await this.words.add(organizationId, unknown);
    for (const word of unknown) this.learnt.set(`${organizationId}:${word}`, true);
  }

  /** Suggestions for words that no page uses; words that are used are absent. */
  async suggest(organizationId: string, words: readonly string[]): Promise<Map<string, string[]>> {
    const long = words.filter((word) => word.length >= 4 && /^\p{L}+$/u.test(word));
    if (long.length === 0) return new Map();
    const known = new Set((await this.words.findKnown(organizationId, long)).map(({ word }) => word));
    const unknown = long.filter((word) => !known.has(word));
    const similar = unknown.length === 0 ? [] : await this.findSimilar(organizationId, unknown);
    return new Map(unknown.map((word) => [word, closest(word, similar)]));
  }

  @Scheduled('23 * * * *')
  async schedule(): Promise<void> {
    const now = this.clock.now();
    // Once a day, at night as the server counts.
    if (now.getUTCHours() === 3) await this.jobs.enqueue(PRUNE_WORDS, {}, onceAt(now));
  }

  /** Forgets words that only deleted pages used. */
  @OnJob(PRUNE_WORDS)
  async prune(): Promise<void> {
    this.learnt.clear();
    for (const organizationId of await this.words.listOrganizations()) {
      for (let after: string | null = ''; after !== null;)
        after = await this.words.prune(organizationId, after, STRETCH);
    }
  }

  private async findSimilar(organizationId: string, words: readonly string[]): Promise<SimilarWord[]> {
    if (this.hasTrigrams) return this.words.findSimilar(organizationId, words, MAX_ENDING, LOOKED_AT);
    const found: SimilarWord[] = [];
    for (const word of words) {
      for (const { word: near } of await this.words.findKnown(organizationId, neighbours(word)))
        found.push({ word, near });
    }
    return found;
  }
}

/** One slip in a short word, two in a long one; of those that are nearest. */
function closest(word: string, similar: readonly SimilarWord[]): string[] {
  const most = word.length >= 8 ? 2 : 1;
  const near = similar
    .filter((one) => one.word === word)
    .map((one) => ({ word: one.near, distance: distanceTo(word, one.near, most) }))
    .filter(({ distance }) => distance <= most);
  const least = Math.min(...near.map(({ distance }) => distance));
  return near
    .filter(({ distance }) => distance === least)
    .map((one) => one.word)
    .slice(0, MAX_MEANT);
}

/** To a word of the pages, or else to what it is without an ending: pages may use a word in the plural only. */
function distanceTo(word: string, near: string, most: number): number {
  const whole = editDistance(word, near, most);
  if (whole <= most) return whole;
  const stems = Array.from({ length: MAX_ENDING }, (_, i) => near.slice(0, -1 - i));
  return Math.min(...stems.map((stem) => editDistance(word, stem, most)));
}
