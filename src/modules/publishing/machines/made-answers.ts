import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { InFlight } from '#platform/compute/in-flight.js';
import { OpenApiBlocks } from '#modules/openapi/index.js';
import type { ReaderRequest } from '../requests/reader-request.js';
import { type BodyAnswer, keeping, sizeOf } from '../requests/site-answer.js';

/** What is kept in memory, in bytes. */
const CACHE_BYTES = 16 * 1024 * 1024;

/** Answers for machines, kept as pages are: under the version of the site that the reader sees, so never for another one. */
@Injectable()
export class MadeAnswers {
  private readonly kept = new LRUCache<string, BodyAnswer>({
    maxSize: CACHE_BYTES,
    sizeCalculation: (answer, key) => sizeOf(answer) + key.length,
  });

  private readonly making = new InFlight<BodyAnswer | null>();

  constructor(private readonly reference: OpenApiBlocks) {}

  /** @param name tells the answer from the others of this site. */
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

  /** Specifications have versions of their own. */
  private async isCurrent(organizationId: string, { specifications }: BodyAnswer): Promise<boolean> {
    return specifications === undefined || this.reference.isCurrent(organizationId, specifications);
  }
}
