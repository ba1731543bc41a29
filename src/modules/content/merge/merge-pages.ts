import type { JSONDocument } from '#modules/documents/index.js';
import type { Page, PageTag } from '../content.types.js';
import { type ObjectBatch, readObjects } from '../objects/object-batch.js';
import { ALL_CHOICES, type ConflictPlace, type MergeConflicts, ONE_SIDE } from './conflicts.js';
import { mergeDocuments } from './merge-document.js';
import { mergeJson, sameValue } from './merge-json.js';

/** One page, or one reusable content, in the three versions; the base is absent when both sides added it. */
export interface Versions<T> {
  base: T | undefined;
  main: T;
  mine: T;
}

/** Members that are merged otherwise than as fields of a page. */
const OWN_RULES = new Set(['id', 'type', 'document', 'createdAt', 'updatedAt', 'git']);

/** Merges the documents and fields of pages that both sides have. */
export class PageMerge {
  private readonly documents = new Map<string, JSONDocument>();

  constructor(
    private readonly batch: ObjectBatch,
    private readonly conflicts: MergeConflicts,
  ) {}

  /** Reads all documents that will be merged, at once. */
  async prepare(versions: readonly Versions<{ document: string | null }>[]): Promise<void> {
    const hashes = versions.flatMap(({ base, main, mine }) =>
      main.document === mine.document ? [] : [base?.document ?? null, main.document, mine.document],
    );
    const unique = [...new Set(hashes)].filter((hash) => hash !== null);
    const documents = await readObjects<JSONDocument>(this.batch, unique);
    unique.forEach((hash, i) => this.documents.set(hash, documents[i] as JSONDocument));
  }

  merge({ base, main, mine }: Versions<Page>): Page {
    const page: Record<string, unknown> = { id: main.id, type: main.type, createdAt: main.createdAt };
    for (const field of new Set([...Object.keys(main), ...Object.keys(mine)])) {
      if (OWN_RULES.has(field)) continue;
      const values = { base: valueOf(base, field), main: valueOf(main, field), mine: valueOf(mine, field) };
      const merged = field === 'tags' ? mergeTags(values) : mergeJson(values.base, values.main, values.mine);
      const place: ConflictPlace = { kind: 'field', page: main.id, field };
      const value = merged ? merged.value : this.choose(place, values);
      if (value !== undefined) page[field] = value;
    }
    page.document = this.document({ base, main, mine }, { page: main.id });
    // Chooses a blob that the page equalled; this needs no user's decision, because an export compares again.
    const git = sameValue(base?.git, main.git) ? mine.git : main.git;
    if (git) page.git = git;
    page.updatedAt = main.updatedAt > mine.updatedAt ? main.updatedAt : mine.updatedAt;
    return page as unknown as Page;
  }

  /** Merges the documents of two versions of a page or reusable content. */
  document(
    { base, main, mine }: Versions<{ document: string | null }>,
    place: Pick<ConflictPlace, 'page' | 'reusableContent'>,
  ): string | null {
    if (main.document === mine.document || base?.document === mine.document) return main.document;
    if (base && base.document === main.document) return mine.document;
    const [was, left, right] = [base?.document, main.document, mine.document].map((hash) =>
      hash ? this.documents.get(hash) : undefined,
    );
    if (was && left && right) {
      return this.batch.put('document', mergeDocuments(was, left, right, place, this.conflicts), []);
    }
    const values = { base: base?.document, main: main.document, mine: mine.document };
    const isOneEmpty = main.document === null || mine.document === null;
    const choice = this.conflicts.decide(
      { kind: 'document', ...place },
      values,
      isOneEmpty ? ALL_CHOICES : ONE_SIDE,
    );
    if (choice === 'both') return main.document ?? mine.document;
    return choice === 'main' ? main.document : mine.document;
  }

  private choose(place: ConflictPlace, values: { base: unknown; main: unknown; mine: unknown }): unknown {
    return this.conflicts.decide(place, values, ONE_SIDE) === 'main' ? values.main : values.mine;
  }
}

/** Merges the tags of a page one by one, in the order of main; null where both sides want another one to be primary. */
function mergeTags(
  values: Record<'base' | 'main' | 'mine', unknown>,
): { value: PageTag[] | undefined } | null {
  const [base, main, mine] = [values.base, values.main, values.mine].map((tags) => {
    const list = (tags ?? []) as PageTag[];
    return Object.fromEntries(list.map(({ tag, primary = false }) => [tag.tag, { primary }]));
  });
  const merged = mergeJson(base, main, mine)?.value as typeof main;
  if (!merged) return null;
  const tags = Object.entries(merged).map(([slug, { primary }]): PageTag => ({
    tag: { kind: 'tag', tag: slug },
    ...(primary ? { primary } : {}),
  }));
  if (tags.filter(({ primary }) => primary).length > 1) return null;
  return { value: tags.length > 0 ? tags : undefined };
}

function valueOf(page: Page | undefined, field: string): unknown {
  return page && (page as unknown as Record<string, unknown>)[field];
}

/** True if two versions of a page differ in an edit of a user. Git's notes, times and computed content do not count. */
export function isEditedByHand(before: Page, after: Page): boolean {
  if (after.generated !== undefined) return false;
  const strip = ({ updatedAt: _updatedAt, git: _git, computedSeed: _seed, document, ...page }: Page) =>
    page.computed === undefined ? { ...page, document } : page;
  return !sameValue(strip(before), strip(after));
}
