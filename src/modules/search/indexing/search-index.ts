import { setTimeout as pause } from 'node:timers/promises';
import { Injectable, type OnApplicationBootstrap, type OnModuleInit } from '@nestjs/common';
import { ContentStore, type ProjectionFollower, ProjectionFollowers } from '#modules/content/index.js';
import { SpaceHooks } from '#modules/spaces/index.js';
import { Database } from '#platform/database/database.js';
import { inParts } from '#platform/database/text-rows.js';
import type { EventMap } from '#platform/events/events.js';
import { OnEvent } from '#platform/events/on-event.js';
import { Jobs } from '#platform/jobs/jobs.js';
import { OnJob } from '#platform/jobs/on-job.js';
import { Spelling } from '../spelling/spelling.js';
import type { IndexedText } from './index-texts.js';
import { indexTextsInTurn } from './index-texts-task.js';
import { type CurrentPage, type IndexedSpace, SearchIndexRepository } from './search-index.repository.js';

export const INDEX_SPACE = 'search.index-space';

/** More pages in one change than this are an import: a job indexes them, so that nobody waits with locks held. */
const MAX_AT_ONCE = 200;
/** Pages that a job does at once; writers of the space wait so long. */
const STRETCH = 100;
/** Pages and characters of canonical JSON that are cut into words at once. */
const PART = { count: 50, length: 2_000_000 };
/** Of the time that a job takes, how much it leaves the database and this process to others. */
const PAUSE = { whenCopied: 0.2, whenRead: 0.5 };

/** Progress of a job: the last page it has done, null at the end; and the number of texts it had to read. */
interface Progress {
  last: string | null;
  read: number;
}

/**
 * Keeps the search index in step with the current pages: in the transaction that changes them, or for whole spaces in a
 * job right after it.
 */
@Injectable()
export class SearchIndex implements ProjectionFollower, OnModuleInit, OnApplicationBootstrap {
  constructor(
    private readonly db: Database,
    private readonly jobs: Jobs,
    private readonly index: SearchIndexRepository,
    private readonly content: ContentStore,
    private readonly spelling: Spelling,
    private readonly followers: ProjectionFollowers,
    private readonly hooks: SpaceHooks,
  ) {}

  onModuleInit(): void {
    this.followers.register(this);
    this.hooks.transfer.register((from, to, spaceIds) => this.transferred(from, to, spaceIds));
  }

  /** Queues the rest of the work of a process that ended, and after an upgrade all spaces. */
  async onApplicationBootstrap(): Promise<void> {
    for (const space of await this.index.listBacklog()) await this.jobs.enqueue(INDEX_SPACE, space);
  }

  async saved(organizationId: string, spaceId: string, pages: readonly CurrentPage[]): Promise<void> {
    if (pages.length > MAX_AT_ONCE) return this.rebuilt(organizationId, spaceId);
    const language = await this.index.languageOf(organizationId, spaceId);
    await this.indexPages({ organizationId, spaceId, language }, pages);
  }

  async deleted(organizationId: string, spaceId: string, pageIds: readonly string[]): Promise<void> {
    await this.index.delete(organizationId, spaceId, pageIds);
  }

  async rebuilt(organizationId: string, spaceId: string): Promise<void> {
    await this.index.addToBacklog(organizationId, spaceId);
    await this.jobs.enqueue(INDEX_SPACE, { organizationId, spaceId });
  }

  /** Jobs that wait for a space would look for it where it was. */
  private async transferred(from: string, to: string, spaceIds: readonly string[]): Promise<void> {
    await this.index.transfer(from, to, spaceIds);
    for (const space of await this.index.listBacklogOf(to, spaceIds))
      await this.jobs.enqueue(INDEX_SPACE, space);
  }

  /** Another language has other stems. */
  @OnEvent('space.updated', 'search')
  async spaceUpdated({ organizationId, spaceId, fields }: EventMap['space.updated']): Promise<void> {
    if (fields.includes('language')) await this.db.transaction(() => this.rebuilt(organizationId, spaceId));
  }

  /**
   * Brings all pages of a space into the index, a stretch at a time. Texts that the organization has already are copied
   * by the database; only new ones are read and cut into words here.
   */
  @OnJob(INDEX_SPACE, { atOnce: 2, atOnceEach: 1 })
  async indexSpace({ organizationId, spaceId }: { organizationId: string; spaceId: string }): Promise<void> {
    for (let after: string | null = ''; after !== null;) {
      const begin = performance.now();
      const { last, read }: Progress = await this.db.transaction(async () => {
        await this.index.lockPages(organizationId, spaceId);
        const language = await this.index.languageOf(organizationId, spaceId);
        return this.indexStretch({ organizationId, spaceId, language }, after as string);
      });
      after = last;
      const share = read > 0 ? PAUSE.whenRead : PAUSE.whenCopied;
      await pause(((performance.now() - begin) * share) / (1 - share));
    }
    await this.index.complete();
  }

  private async indexStretch(space: IndexedSpace, after: string): Promise<Progress> {
    const stretch = await this.index.rangeAfter(space, after, STRETCH);
    if (stretch === null) return { last: await this.finish(space), read: 0 };
    await this.index.copyKnown(space, stretch);
    const missing = await this.index.findMissing(space, stretch);
    if (missing.length > 0) await this.indexPages(space, missing);
    return { last: stretch.last, read: missing.length };
  }

  /** Answers where to begin again when pages came in the meantime, behind the place where we were. */
  private async finish(space: IndexedSpace): Promise<string | null> {
    if (!(await this.index.isComplete(space))) return '';
    await this.index.deleteGone(space.organizationId, space.spaceId);
    await this.index.removeFromBacklog(space.organizationId, space.spaceId);
    return null;
  }

  private async indexPages(space: IndexedSpace, pages: readonly CurrentPage[]): Promise<void> {
    const { organizationId } = space;
    const hashes = pages.flatMap(({ documentHash }) => documentHash ?? []);
    const documents = await this.content.readDocumentTexts(organizationId, hashes);
    const texts = pages.map((page) => ({ page, document: documents.get(page.documentHash ?? '') ?? null }));
    for (const part of inParts(texts, ({ document }) => document?.length ?? 0, PART)) {
      const toIndex = part.map(({ page: { title, description }, document }) => ({
        ...{ title, description, document },
      }));
      const indexed = await indexTextsInTurn({ ...space, pages: toIndex });
      await this.index.save(
        space,
        part.map(({ page }, at) => ({ ...page, ...(indexed.pages[at] as IndexedText) })),
      );
      this.db.afterCommit(() => this.spelling.learn(organizationId, indexed.words));
    }
  }
}
