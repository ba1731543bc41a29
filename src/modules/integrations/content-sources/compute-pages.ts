import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { ComputeFailed, type GeneratedPage, generatedPageId, type Json } from '#modules/content/index.js';
import type { JSONDocument } from '#modules/documents/index.js';
import { Busy } from '#platform/http/errors.js';
import { KeyedSemaphore } from '../events/keyed-semaphore.js';
import { AskScript, type Computation } from './ask-script.js';
import { digestOf, type IntegrationSource, refsOf } from './integration-source.js';
import { leadsNowhere, ownReference, type ReferenceScope, withOwnReferences } from './read-document.js';
import type { WantedPage } from './read-pages.js';

/** For all questions of one computation together. */
const BUDGET_MS = 60_000;
/** Documents that are asked for at the same time. */
const AT_ONCE = 4;
/** Of all documents together, in characters of JSON. */
const MAX_TEXT_SIZE = 20_000_000;

/** Computations of one installation. */
const MAX_AT_ONCE = 2;
/** Waiting requests hold a connection open; this many are done within minutes. */
const MAX_WAITING = 4;
const BUSY_SECONDS = 15;

/** Makes pages of what a script answers: the pages first, then the document of each. */
@Injectable()
export class ComputePages {
  /** A script that is slow in many spaces keeps nobody waiting but those who installed it there. */
  private readonly semaphore = new KeyedSemaphore(MAX_AT_ONCE);

  constructor(private readonly script: AskScript) {}

  /**
   * The pages, once it is the installation's turn.
   * @param page the computed page that they are to stand below.
   * @throws ComputeFailed when any part of it fails: there are all pages or none; Busy when too many wait already.
   */
  async pages(computation: Computation, page: string, source: IntegrationSource): Promise<GeneratedPage[]> {
    return this.acquire(computation, () => this.compute(computation, page, source));
  }

  /** As `pages`, for those who can come back later. @throws ComputeFailed also when the installation is at others. */
  async pagesNow(
    computation: Computation,
    page: string,
    source: IntegrationSource,
  ): Promise<GeneratedPage[]> {
    if (!this.semaphore.isFree(keyOf(computation)))
      throw new ComputeFailed('The integration is busy.', BUSY_SECONDS);
    return this.pages(computation, page, source);
  }

  /** One document, once it is the installation's turn. @throws ComputeFailed, Busy */
  async document(computation: Computation, source: IntegrationSource): Promise<JSONDocument> {
    const ask = () => this.script.document(computation, source);
    const document = await this.acquire(computation, ask);
    return withOwnReferences(document, scopeOf(computation, source));
  }

  private acquire<T>(computation: Computation, work: () => Promise<T>): Promise<T> {
    const key = keyOf(computation);
    if (this.semaphore.waiting(key) >= MAX_WAITING) {
      const message = `The integration is busy with other requests; try again in ${BUSY_SECONDS} seconds.`;
      throw new Busy(message, BUSY_SECONDS);
    }
    return this.semaphore.run(key, work);
  }

  private async compute(
    computation: Computation,
    page: string,
    source: IntegrationSource,
  ): Promise<GeneratedPage[]> {
    const latest = performance.now() + BUDGET_MS;
    const wanted = await this.script.pages(computation, source);
    const all = flat(wanted);
    const sources = new Map(all.flatMap((one) => (one.source ? [[digestOf(one.source), one.source]] : [])));
    const documents = await this.documents(computation, sources, latest);
    const ids = all.flatMap(({ id, key }): [string, string][] =>
      id === undefined ? [] : [[id, generatedPageId(page, key)]],
    );
    const scope = scopeOf(computation, source, ids);
    return wanted.flatMap((one) => generated(one, documents, scope));
  }

  private async documents(
    computation: Computation,
    sources: ReadonlyMap<string, IntegrationSource>,
    latest: number,
  ): Promise<Map<string, JSONDocument>> {
    const documents = new Map<string, JSONDocument>();
    const queue = sources.entries();
    let size = 0;
    let hasFailed = false;
    const ask = async (key: string, source: IntegrationSource): Promise<void> => {
      if (performance.now() > latest)
        throw new ComputeFailed(`The pages took longer than ${BUDGET_MS / 1000} seconds.`);
      const document = await this.script.document(computation, source);
      size += JSON.stringify(document).length;
      if (size > MAX_TEXT_SIZE) throw new ComputeFailed('The documents are larger than 20 MB together.');
      documents.set(key, document);
      await yieldToEventLoop();
    };
    const work = async (): Promise<void> => {
      for (const [key, source] of queue) {
        if (hasFailed) return;
        await ask(key, source).catch((error: unknown) => {
          hasFailed = true;
          throw error;
        });
      }
    };
    const done = await Promise.allSettled(Array.from({ length: AT_ONCE }, work));
    const failed = done.find((one) => one.status === 'rejected');
    if (failed) throw failed.reason as Error;
    return documents;
  }
}

function keyOf({ working }: Computation): string {
  return working.installation.id;
}

function scopeOf(
  { spaceId }: Computation,
  source: IntegrationSource,
  ids: readonly [string, string][] = [],
): ReferenceScope {
  return { spaceId, dependencies: refsOf(source), pages: new Map(ids) };
}

function flat(pages: readonly WantedPage[]): WantedPage[] {
  return pages.flatMap((page) => [page, ...flat(page.pages)]);
}

function generated(
  { source, pages, target, id: _id, ...page }: WantedPage,
  documents: ReadonlyMap<string, JSONDocument>,
  scope: ReferenceScope,
): GeneratedPage[] {
  const to = target && ownReference(target, scope);
  if (to && leadsNowhere(to)) return [];
  const document = source && documents.get(digestOf(source));
  return [
    {
      ...page,
      ...(to ? { target: to } : {}),
      // Even an empty source marks the page as generated.
      generated: (source ?? {}) as unknown as Json,
      document: document ? withOwnReferences(document, scope) : null,
      pages: pages.flatMap((one) => generated(one, documents, scope)),
    },
  ];
}
