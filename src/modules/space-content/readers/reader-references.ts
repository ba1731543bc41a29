import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import {
  ContentStore,
  DerivedDocuments,
  pageReferences,
  type PageNode,
  type Variables,
} from '#modules/content/index.js';
import { type ContentRef, documentReferences } from '#modules/documents/index.js';
import { documentScope, evaluateDocument } from '#modules/expressions/index.js';
import { Spaces } from '#modules/spaces/index.js';
import type { SiteReader } from '#platform/http/actor.js';
import { isOfIntegration } from '../reading/page-sources.js';
import { ReaderTrees } from './reader-trees.js';

/** The kinds of referenced things that show content where a reference stands. */
export type ShownKind = 'file' | 'reusable-content' | 'openapi' | 'user';

/** Documents whose references are read together. */
const BATCH = 100;

/**
 * The references of the pages that a reader may see, without the parts that conditions hide from the reader. Files,
 * reusable contents, specifications and people are shown to a reader exactly where something that the reader can read
 * shows them.
 */
@Injectable()
export class ReaderReferences {
  /** By snapshot and reader. */
  private readonly kept = new LRUCache<string, ReadonlySet<string>>({ max: 300 });
  /** By document, its variables and reader: after an edit only the edited documents are read again. */
  private readonly ofDocuments = new LRUCache<string, readonly string[]>({
    // `max` would allocate the memory of all entries at the start.
    maxSize: 20_000,
    sizeCalculation: () => 1,
  });

  constructor(
    private readonly content: ContentStore,
    private readonly derived: DerivedDocuments,
    private readonly trees: ReaderTrees,
    private readonly spaces: Spaces,
  ) {}

  /** True if the pages that a reader sees of this snapshot show the thing; `spaceId` is the space of the thing. */
  async shows(place: ReadPlace, reader: SiteReader, kind: ShownKind, id: string): Promise<boolean> {
    return (await this.allReferences(place, reader)).has(keyOf(kind, id, null));
  }

  /** As `shows`, for all spaces of the site. */
  async areShownAnywhere(
    reader: SiteReader,
    kind: ShownKind,
    id: string,
    spaceId: string | null,
  ): Promise<boolean> {
    const { organizationId, spaces } = reader;
    const records = await this.spaces.findRecords(organizationId, spaces.keys());
    for (const { id: holder, snapshot } of records.values()) {
      const refs = await this.allReferences({ organizationId, spaceId: holder, snapshot }, reader);
      const elsewhere = holder === spaceId ? null : spaceId;
      if (refs.has(keyOf(kind, id, elsewhere))) return true;
    }
    return false;
  }

  private async allReferences(place: ReadPlace, reader: SiteReader): Promise<ReadonlySet<string>> {
    const key = JSON.stringify([place.organizationId, place.spaceId, place.snapshot, reader.key]);
    const known = this.kept.get(key);
    if (known) return known;
    const found = await this.collect(place, reader);
    this.kept.set(key, found);
    return found;
  }

  private async collect(place: ReadPlace, reader: SiteReader): Promise<Set<string>> {
    const { organizationId, spaceId, snapshot } = place;
    const found = new Set<string>();
    const add = (ref: ContentRef): void => {
      const key = keyOfRef(ref, spaceId);
      if (key !== null) found.add(key);
    };
    const pages = [...(await this.trees.read(organizationId, snapshot, reader)).pages];
    for (const page of pages) for (const ref of refsOfPage(page)) add(ref);
    const { variables } = await this.content.readSettings(organizationId, snapshot);
    const texts = pages.flatMap(({ document, variables: page }) =>
      document === null ? [] : { document, page },
    );
    for (let at = 0; at < texts.length; at += BATCH) {
      const keys = await this.refsOfTexts(
        organizationId,
        texts.slice(at, at + BATCH),
        variables,
        reader,
        spaceId,
      );
      for (const key of keys) found.add(key);
    }
    await this.addIncluded(place, variables, reader, found);
    return found;
  }

  /** Adds the references of reusable contents that are shown, and of the reusable contents inside them. */
  private async addIncluded(
    { organizationId, spaceId, snapshot }: ReadPlace,
    variables: Variables,
    reader: SiteReader,
    found: Set<string>,
  ): Promise<void> {
    const all = await this.content.listReusableContents(organizationId, snapshot);
    const done = new Set<string>();
    for (;;) {
      const next = all.filter(({ id }) => !done.has(id) && found.has(keyOf('reusable-content', id, null)));
      if (next.length === 0) return;
      for (const { id } of next) done.add(id);
      const texts = next.flatMap(({ document }) => (document === null ? [] : { document }));
      for (const key of await this.refsOfTexts(organizationId, texts, variables, reader, spaceId))
        found.add(key);
    }
  }

  private async refsOfTexts(
    organizationId: string,
    texts: readonly { document: string; page?: Variables }[],
    space: Variables,
    reader: SiteReader,
    spaceId: string,
  ): Promise<string[]> {
    const keyOfText = (text: (typeof texts)[number]): string =>
      JSON.stringify([organizationId, spaceId, text.document, text.page, space, reader.key]);
    const unknown = texts.filter((text) => !this.ofDocuments.has(keyOfText(text)));
    const derived = await this.derived.read(
      organizationId,
      unknown.map(({ document }) => document),
    );
    const showing = unknown.filter(({ document }) =>
      derived.get(document)?.references.some(({ ref }) => keyOfRef(ref, spaceId) !== null),
    );
    const documents = await this.content.readDocuments(organizationId, [
      ...new Set(showing.map(({ document }) => document)),
    ]);
    const answer: string[] = [];
    for (const text of texts) {
      const key = keyOfText(text);
      let keys = this.ofDocuments.get(key);
      if (!keys) {
        const document = showing.includes(text) ? documents.get(text.document) : undefined;
        const scope = documentScope({ space, page: text.page, claims: reader.claims });
        keys = document
          ? documentReferences(evaluateDocument(document, scope, true)).flatMap(
              ({ ref }) => keyOfRef(ref, spaceId) ?? [],
            )
          : [];
        this.ofDocuments.set(key, keys);
      }
      answer.push(...keys);
    }
    return answer;
  }
}

/** One content to read. */
interface ReadPlace {
  organizationId: string;
  spaceId: string;
  snapshot: string;
}

/** @param space that the thing is in, when the reference is in another one. */
function keyOf(kind: ShownKind, id: string, space: string | null): string {
  return JSON.stringify([kind, id, space]);
}

/** Null for references that are only links. */
function keyOfRef(ref: ContentRef, spaceId: string): string | null {
  const elsewhere = 'space' in ref && ref.space !== undefined && ref.space !== spaceId ? ref.space : null;
  switch (ref.kind) {
    case 'file':
      return keyOf('file', ref.file, elsewhere);
    case 'reusable-content':
      return keyOf('reusable-content', ref.reusableContent, elsewhere);
    case 'openapi':
      return keyOf('openapi', ref.spec, null);
    case 'user':
      return keyOf('user', ref.user, null);
    default:
      return null;
  }
}

function refsOfPage(page: PageNode): ContentRef[] {
  const generated = page.generated as { spec?: unknown } | undefined;
  const spec =
    typeof generated?.spec === 'string' ? [{ kind: 'openapi' as const, spec: generated.spec }] : [];
  // A page that an integration computed from a thing does not show that thing itself.
  const own = pageReferences(page).filter(({ source }) => source !== 'computed' || !isOfIntegration(page));
  return [...own.map(({ ref }) => ref), ...spec];
}
