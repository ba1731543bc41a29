import { isDeepStrictEqual } from 'node:util';
import { Injectable } from '@nestjs/common';
import { type ContentEdit, ContentStore, type PageNode } from '#modules/content/index.js';
import type { JSONDocument } from '#modules/documents/index.js';
import { Clock } from '#platform/clock/clock.js';
import { EventLoopYield } from '#platform/event-loop/event-loop-yield.js';
import type { LeftText } from '../records/translation-run.entity.js';
import type { Lookup } from '../segments/translate-line.js';
import { TranslateSegments } from '../translating/translate-segments.js';
import type {
  SegmentReport,
  SegmentsWatch,
  TranslationTask,
} from '../translating/translate-segments.types.js';
import { beginningOf } from './cut-text.js';
import { translatePage, translateRedirects, translateReusable, translateTags } from './translate-texts.js';

/** Content of the source, translated. */
export interface TranslatedContent {
  snapshot: string;
  report: SegmentReport;
  pages: number;
  /** Pages whose words are others than in the translation before. */
  translatedPages: number;
  /** Titles in the source by page. */
  titles: ReadonlyMap<string, string>;
  /** The first of the segments that are left in the source language. */
  left: LeftText[];
}

interface Source {
  spaceId: string;
  snapshot: string;
}

/** Documents that are read at once. */
const CHUNK = 200;
const MAX_LEFT = 20;
const MAX_LEFT_LENGTH = 300;

/** Makes the translation of a snapshot: the same pages, files and settings, with other words. */
@Injectable()
export class TranslateContent {
  constructor(
    private readonly content: ContentStore,
    private readonly segments: TranslateSegments,
    private readonly clock: Clock,
  ) {}

  /**
   * Call it outside of a transaction: it takes as long as the provider does.
   * @param former what the run before made of the source: pages that say the same were not changed since.
   * @throws ProviderFailed, and what `watch` throws.
   */
  async execute(
    task: TranslationTask,
    source: Source,
    former: string | null,
    watch: SegmentsWatch,
  ): Promise<TranslatedContent> {
    const { organizationId } = task;
    const tree = [...ownPages(await this.content.readTree(organizationId, source.snapshot))];
    const places = new Map<string, LeftText>();
    const collect = (place: Omit<LeftText, 'text'>) => (text: string) => {
      if (!places.has(text)) places.set(text, { ...place, text });
      return undefined;
    };
    for await (const _edit of this.edits(organizationId, source, tree, collect)) continue;
    const { translations, report } = await this.segments.execute(task, [...places.keys()], watch);
    const edits: ContentEdit[] = [];
    const lookup = () => (segment: string) => translations.get(segment);
    for await (const edit of this.edits(organizationId, source, tree, lookup)) edits.push(edit);
    const made = await this.make(organizationId, source.snapshot, edits, former);
    const titles = new Map(tree.map(({ id, title }) => [id, title]));
    return { ...made, report, pages: tree.length, titles, left: leftOf(places, translations) };
  }

  /** The edits that translate everything, with what is translated looked up in the name of where it stands. */
  private async *edits(
    organizationId: string,
    { spaceId, snapshot }: Source,
    tree: readonly PageNode[],
    lookupIn: (place: Omit<LeftText, 'text'>) => Lookup,
  ): AsyncGenerator<ContentEdit> {
    for await (const [page, document] of this.withDocuments(organizationId, tree)) {
      const lookup = lookupIn({ page: page.id, title: page.title });
      const edit = translatePage(page, document, { spaceId, lookup });
      if (edit) yield edit;
    }
    const reusable = await this.content.listReusableContents(organizationId, snapshot);
    for await (const [content, document] of this.withDocuments(organizationId, reusable)) {
      const edit = translateReusable(content, document, {
        spaceId,
        lookup: lookupIn({ title: content.title }),
      });
      if (edit) yield edit;
    }
    const { tags, redirects } = await this.content.readSettings(organizationId, snapshot);
    const texts = { spaceId, lookup: lookupIn({}) };
    for (const tag of translateTags(tags, texts)) yield { type: 'putTag', tag };
    yield { type: 'setRedirects', redirects: translateRedirects(redirects, texts) };
  }

  private async *withDocuments<T extends { document: string | null }>(
    organizationId: string,
    owners: readonly T[],
  ): AsyncGenerator<[T, JSONDocument | undefined]> {
    const eventLoop = new EventLoopYield();
    for (let at = 0; at < owners.length; at += CHUNK) {
      const chunk = owners.slice(at, at + CHUNK);
      const hashes = chunk.flatMap(({ document }) => document ?? []);
      const documents = await this.content.readDocuments(organizationId, hashes);
      for (const owner of chunk) {
        await eventLoop.yieldIfDue();
        yield [owner, documents.get(owner.document ?? '')];
      }
    }
  }

  private async make(
    organizationId: string,
    snapshot: string,
    edits: readonly ContentEdit[],
    former: string | null,
  ): Promise<Pick<TranslatedContent, 'snapshot' | 'translatedPages'>> {
    const now = this.clock.now();
    const draft = this.content.draft(organizationId);
    const made = await draft.applyEdits(snapshot, edits, now);
    const before = former === null ? [] : ownPages(await this.content.readTree(organizationId, former));
    const known = new Map([...before].map((page) => [page.id, page]));
    const same: ContentEdit[] = [];
    const touched = new Set(edits.flatMap((edit) => (edit.type === 'updatePage' ? edit.page : [])));
    let translatedPages = 0;
    for (const page of ownPages(await draft.readTree(made.snapshot))) {
      const old = known.get(page.id);
      if (old && isSame(old, page))
        same.push({ type: 'updatePage', page: page.id, updatedAt: old.updatedAt });
      if (touched.has(page.id) && !(old && isDeepStrictEqual(wordsOf(old), wordsOf(page)))) translatedPages++;
    }
    const kept = await draft.applyEdits(made.snapshot, same, now);
    // Nothing new: it is stored as the run before left it.
    if (kept.snapshot !== former) await draft.store();
    return { snapshot: kept.snapshot, translatedPages };
  }
}

/** Pages in reading order, without those that are generated below computed ones: their words are their source's. */
function* ownPages(pages: readonly PageNode[]): Generator<PageNode> {
  for (const page of pages) {
    yield page;
    if (page.computed === undefined) yield* ownPages(page.pages);
  }
}

const wordsOf = ({ title, linkTitle, description, document }: PageNode) => ({
  ...{ title, linkTitle, description, document },
});

/** True when two pages differ at most in their position and time of change. */
function isSame(a: PageNode, b: PageNode): boolean {
  const own = ({
    hash: _hash,
    path: _path,
    parent: _parent,
    pages: _pages,
    updatedAt: _updatedAt,
    ...page
  }: PageNode) => page;
  return isDeepStrictEqual(own(a), own(b));
}

function leftOf(
  places: ReadonlyMap<string, LeftText>,
  translations: ReadonlyMap<string, string>,
): LeftText[] {
  const left: LeftText[] = [];
  for (const [segment, place] of places) {
    if (translations.has(segment)) continue;
    left.push({ ...place, text: beginningOf(segment, MAX_LEFT_LENGTH) });
    if (left.length === MAX_LEFT) break;
  }
  return left;
}
