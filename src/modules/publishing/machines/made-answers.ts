import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { InFlight } from '#platform/compute/in-flight.js';
import { OpenApiBlocks } from '#modules/openapi/index.js';
import type { ReaderRequest } from '../requests/reader-request.js';
import { type BodyAnswer, keeping, sizeOf } from '../requests/site-answer.js';

/** Size of the cache in bytes. */
const CACHE_BYTES = 16 * 1024 * 1024;

/**
 * Cache of answers for machines. As with pages, the key has the version of the site that the reader sees, so no other
 * reader gets an answer.
 */
@Injectable()
export class MadeAnswers {
  private readonly kept = new LRUCache<string, BodyAnswer>({
    maxSize: CACHE_BYTES,
    sizeCalculation: (answer, key) => sizeOf(answer) + key.length,
  });

  private readonly making = new InFlight<BodyAnswer | null>();

  constructor(private readonly reference: OpenApiBlocks) {}

  /**
   * The cached answer, else a new one.
   * @param name tells the answer from others of this site.
   */
  async get<Answer extends BodyAnswer | null>(
    { site, siteUrl }: Pick<ReaderRequest, 'site' | 'siteUrl'>,
    name: string,
    make: () => Promise<Answer>,
  ): Promise<BodyAnswer | Answer> {
    const key = `${site.version} ${siteUrl} ${name}`;
    const known = this.kept.get(key);
    if (known && (await this.isCurrent(site.organizationId, known))) return known;
    const shared = await this.making.get(key, async () => {
      const answer = await make();
      if (answer) this.kept.set(key, answer, keeping(answer));
      return answer;
    });
    return shared as Answer;
  }

  /** Specifications have separate versions. */
  private async isCurrent(organizationId: string, { specifications }: BodyAnswer): Promise<boolean> {
    return specifications === undefined || this.reference.isCurrent(organizationId, specifications);
  }
}
