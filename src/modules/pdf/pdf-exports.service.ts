import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import { ContentStore, type PageNode } from '#modules/content/index.js';
import type { ContentContext } from '#modules/space-content/index.js';
import { SpaceHooks, type SpaceRecord, Spaces } from '#modules/spaces/index.js';
import { BlobReferences, Storage } from '#modules/storage/index.js';
import { Clock } from '#platform/clock/clock.js';
import { Database } from '#platform/database/database.js';
import { BadRequest, DomainError, NotFound } from '#platform/http/errors.js';
import { newId } from '#platform/ids/ids.js';
import { Jobs } from '#platform/jobs/jobs.js';
import { readBookTree } from './book/book-tree.js';
import { selectPages } from './book/select-pages.js';
import type { PdfRecipe } from './pdf-export.entity.js';
import { type PdfExport, PdfExportsRepository } from './pdf-exports.repository.js';
import { fileName, PdfLinks } from './pdf-links.js';

/** Raise it whenever files look different: those made before are then made again. */
const TEMPLATE_VERSION = 3;
/** Milliseconds that clients without a waiting page wait for a file; they may ask again by the same link. */
export const WAIT_MS = 25_000;
const POLL_MS = 100;
/** A maker renews its claim periodically; a claim older than this is abandoned. */
export const ABANDONED_MS = 60_000;
/** Nobody began with it in this time, however many there were before it. */
const FORGOTTEN_MS = 10 * 60_000;
/** Names of people, other spaces and API specifications change without a change of the content: seen after a day. */
const MAX_AGE_MS = 86_400_000;
/** A failed export is tried again for requests after this time. */
const RETRY_MS = 30_000;

export const MAKE_PDF = 'pdf.make';

/** A part of a content. */
export interface PdfSelection {
  page?: string;
  only?: boolean;
}

/** The content of a site that a reader has open, or one page of it. */
export interface ReadersPart {
  organizationId: string;
  spaceId: string;
  snapshot: string;
  page?: string;
}

/** The content is there, but no file can be made of it. */
export class PdfFailed extends DomainError {
  constructor(reason: string) {
    super(422, reason);
  }
}

/** PDF files of contents: asked for, made once for all who ask for the same, kept as long as somebody does. */
@Injectable()
export class PdfExports implements OnModuleInit {
  constructor(
    private readonly db: Database,
    private readonly clock: Clock,
    private readonly jobs: Jobs,
    private readonly exports: PdfExportsRepository,
    private readonly links: PdfLinks,
    private readonly content: ContentStore,
    private readonly spaces: Spaces,
    private readonly storage: Storage,
    private readonly blobs: BlobReferences,
    private readonly hooks: SpaceHooks,
  ) {}

  onModuleInit(): void {
    this.blobs.register((organizationId, blobs) => this.exports.findReferenced(organizationId, blobs));
    // The bytes stay behind with the organization; the file is made again when somebody asks.
    this.hooks.transfer.register((_, to, spaceIds) => this.exports.removeOfSpaces(to, spaceIds));
  }

  /**
   * An address that gives the file to everybody who has it, for an hour. Whether the caller may read the content was
   * decided before. Waits for the file; one that takes longer is waited for at its address.
   * @param patience in milliseconds.
   * @throws NotFound for an unknown page, BadRequest when there is nothing to print, PdfFailed.
   */
  async link(context: ContentContext, selection: PdfSelection, patience = WAIT_MS): Promise<string> {
    const { organizationId, spaceId } = context;
    const space = (await this.spaces.findRecords(organizationId, [spaceId])).get(spaceId);
    if (!space) throw new NotFound('space');
    const { snapshot, changeRequestId } = context;
    const root = await this.rootOf(organizationId, { snapshot }, selection);
    const recipe = { snapshot, changeRequestId, pageId: root?.id, only: root ? selection.only : undefined };
    const asked = await this.request(space, recipe, fileName(root?.title ?? space.title));
    await this.made(asked, patience);
    return this.links.sign({ organizationId, exportId: asked.id, name: asked.name });
  }

  /**
   * The space, or one page of it, as readers of a site with these claims may see it; waits for the file, which may not be there yet
   * after all.
   * @param patience in milliseconds.
   * @throws NotFound for a space that is gone or a page that they may not see, BadRequest when there is nothing to print, PdfFailed.
   */
  async forReaders(
    { organizationId, spaceId, snapshot, page }: ReadersPart,
    claims: Record<string, unknown>,
    patience: number,
  ): Promise<PdfExport> {
    const space = (await this.spaces.findRecords(organizationId, [spaceId])).get(spaceId);
    if (!space) throw new NotFound('space');
    const only = page === undefined ? undefined : true;
    const root = await this.rootOf(organizationId, { snapshot, claims }, { page, only });
    const recipe = { snapshot, claims, pageId: root?.id, only };
    const asked = await this.request(space, recipe, fileName(root?.title ?? space.title));
    return this.made(asked, patience);
  }

  private async made(asked: PdfExport, milliseconds: number): Promise<PdfExport> {
    const made = await this.wait(asked, milliseconds);
    if (made?.state === 'failed') throw new PdfFailed(made.error ?? 'The PDF could not be made.');
    return made ?? asked;
  }

  /** The export as soon as it is done, or as it is when the time is over; null when it is gone. */
  async wait(
    asked: Pick<PdfExport, 'organizationId' | 'id'>,
    milliseconds: number,
  ): Promise<PdfExport | null> {
    const until = performance.now() + milliseconds;
    for (let pause = POLL_MS; ; pause = Math.min(pause * 1.5, 1_000)) {
      const found = await this.exports.find(asked);
      const isDone = found === null || found.state === 'ready' || found.state === 'failed';
      if (isDone || performance.now() >= until) return found;
      await sleep(Math.min(pause, Math.max(0, until - performance.now())));
    }
  }

  private async rootOf(
    organizationId: string,
    content: Pick<PdfRecipe, 'snapshot' | 'claims'>,
    { page, only }: PdfSelection,
  ): Promise<PageNode | null> {
    if (page === undefined && only === true)
      throw new BadRequest('Name the page to print with "page", or leave out "only".');
    const tree = await readBookTree(this.content, organizationId, content);
    const selection = selectPages(tree, { pageId: page, only });
    if (!selection) throw new NotFound('page');
    if (!selection.pages.some(({ page: one }) => one.type === 'document' || one.type === 'computed'))
      throw new BadRequest('There is no page with text to print here; add one, or name another with "page".');
    return selection.root;
  }

  private async request(space: SpaceRecord, recipe: PdfRecipe, name: string): Promise<PdfExport> {
    const now = this.clock.now();
    const { organizationId, id: spaceId } = space;
    const key = keyOf(space, recipe);
    const wanted = {
      organizationId,
      id: newId(),
      spaceId,
      key,
      recipe,
      name,
      createdAt: now,
      updatedAt: now,
      usedAt: now,
    };
    return this.db.transaction(async () => {
      const found = await this.exports.ask(wanted);
      const isNew = found.id === wanted.id;
      const isToBeMade =
        isNew || ((await this.isLost(found, now)) && (await this.exports.restart(found, now)));
      if (isToBeMade) await this.jobs.enqueue(MAKE_PDF, { organizationId, id: found.id });
      return found;
    });
  }

  /** Failed a while ago, abandoned by the process that made it, a day old, or without its bytes. */
  private async isLost(found: PdfExport, now: Date): Promise<boolean> {
    const age = now.getTime() - found.updatedAt.getTime();
    if (found.state === 'failed') return age > RETRY_MS;
    if (found.state === 'waiting') return age > FORGOTTEN_MS;
    if (found.state === 'making') return age > ABANDONED_MS;
    if (age > MAX_AGE_MS) return true;
    return found.blob === null || (await this.storage.stat(found.organizationId, found.blob)) === null;
  }
}

/** Hash of everything that decides what a file says. */
function keyOf(space: SpaceRecord, recipe: PdfRecipe): string {
  const { title, emoji, language, publishedUrl } = space;
  const facts = [TEMPLATE_VERSION, space.id, title, emoji, language, publishedUrl, recipe];
  return createHash('sha256').update(JSON.stringify(facts)).digest('hex');
}
