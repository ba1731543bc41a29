import { Injectable } from '@nestjs/common';
import { type CommentView, findBlocks, QuotableText, targetText } from '#modules/comments/index.js';
import { ContentStore } from '#modules/content/index.js';
import { EventLoopYield } from '#platform/event-loop/event-loop-yield.js';

/** Pages that are read for one page of members. */
const MOST_PAGES = 20;

type Target = NonNullable<CommentView['comment']['target']>;

/** Tells of comments on words if content still has the words. */
@Injectable()
export class QuotedWords {
  constructor(private readonly store: ContentStore) {}

  /**
   * The comments, by id, whose words are not in their block or cell any more. Of comments on very many pages, those of the
   * first pages.
   */
  async findChanged(
    { organizationId, snapshot }: { organizationId: string; snapshot: string },
    views: readonly CommentView[],
  ): Promise<ReadonlySet<string>> {
    const changed = new Set<string>();
    const byPage = new Map<string, CommentView[]>();
    for (const view of views) {
      const { page, quote } = view.comment.target ?? {};
      if (page && quote) byPage.set(page.id, [...(byPage.get(page.id) ?? []), view]);
    }
    if (byPage.size === 0) return changed;
    const wanted = [...byPage].slice(0, MOST_PAGES);
    const pages = await this.store.locatePages(
      organizationId,
      snapshot,
      wanted.map(([id]) => id),
    );
    const hashes = [...pages.values()].flatMap(({ document }) => document ?? []);
    const documents = await this.store.readDocuments(organizationId, hashes);
    const turn = new EventLoopYield();
    for (const [id, comments] of wanted) {
      const nodes = documents.get(pages.get(id)?.document ?? '')?.nodes ?? [];
      const blocks = findBlocks(
        nodes,
        new Set(comments.map(({ comment }) => comment.target?.node?.id ?? '')),
      );
      const texts = new Map<string, QuotableText | null>();
      for (const { comment } of comments) {
        await turn.yieldIfDue();
        if (!holdsWords(blocks, texts, comment.target!)) changed.add(comment.id);
      }
    }
    return changed;
  }
}

/** @param texts the texts of targets that were read before, by what names them. */
function holdsWords(
  blocks: Parameters<typeof targetText>[0],
  texts: Map<string, QuotableText | null>,
  target: Target,
): boolean {
  const key = JSON.stringify([target.node?.id, target.tableCell?.record, target.tableCell?.definition]);
  let text = texts.get(key);
  if (text === undefined) {
    const words = targetText(blocks, target);
    text = words === null ? null : new QuotableText(words);
    texts.set(key, text);
  }
  return target.quote !== undefined && text !== null && text.find(target.quote) !== null;
}
