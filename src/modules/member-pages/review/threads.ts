import { Injectable } from '@nestjs/common';
import {
  CommentReplies,
  type CommentReplyResource,
  type CommentResource,
  Comments,
  type CommentView,
  type PlaceKey,
  presentComment,
  presentReply,
} from '#modules/comments/index.js';
import {
  blocksText,
  type JSONDocument,
  parseMarkdownAsync,
  serializeMarkdown,
  walkNodes,
} from '#modules/documents/index.js';
import { EventLoopYield } from '#platform/event-loop/event-loop-yield.js';
import { DomainError } from '#platform/http/errors.js';
import type { MemberRequest } from '../member-request.js';
import { Urls } from '#platform/http/urls.js';
import type { PreviewPlace } from '../preview/preview-places.js';
import { shorten } from '../shorten.js';
import { DrawingBudget } from './drawing-budget.js';
import { PageDiffs } from './page-diffs.js';
import { QuotedWords } from './quoted-words.js';
import { ReviewMembers, type SpellNames } from './review-members.js';
import { suggestionIn, withoutSuggestion } from './suggestions.js';

/** Threads on one page of members; older ones are counted, not shown. */
const MOST_THREADS = 200;
const MOST_REPLIES = 200;
/** Characters of a wording that are read at once. */
const SHORT = 500;
/** Characters of JSON of a node, and those up to which bodies are told apart. */
const A_NODE = 100;
const MOST_WEIGHT = 100_000;
/** Blocks, and characters of their words, that are shown of a post that is not drawn. */
const MOST_BLOCKS = 10;
const MOST_PLAIN = 500;

/** The words of a comment or a reply, as they are shown. */
export interface DrawnPost {
  html: string;
  /** Markdown without the suggestion, with names of members after `@`; empty for whoever may not edit it. */
  words: string;
  /** Wording that a comment suggests for its block; null for others. */
  suggestion: { markdown: string; html: string } | null;
  /** The first words, where the page has no room for all that is drawn; the other members are empty then. */
  plain?: string;
}

export interface Post<Resource> extends DrawnPost {
  resource: Resource;
}

/** A comment with its replies. */
export interface Thread extends Post<CommentResource> {
  replies: Post<CommentReplyResource>[];
  /** True if the comment is about words that its block does not hold any more. */
  hasChangedWords: boolean;
}

/** The threads of a page of members. */
export interface ThreadChoice {
  status?: 'all' | 'open' | 'resolved';
  /** Ids of pages: threads about others are left out. */
  pages?: ReadonlySet<string>;
  /** Id of the one thread that is shown. */
  only?: string | null;
}

export interface Threads {
  items: Thread[];
  /** Number of threads that are not among the items. */
  more: number;
}

/** Reads comments with their replies, drawn in the looks of a place. */
@Injectable()
export class ReviewThreads {
  constructor(
    private readonly comments: Comments,
    private readonly replies: CommentReplies,
    private readonly diffs: PageDiffs,
    private readonly members: ReviewMembers,
    private readonly quoted: QuotedWords,
    private readonly urls: Urls,
  ) {}

  /**
   * Oldest first. Short posts are drawn first; those for which a page has no more time or room are given as plain words.
   * @throws NotFound
   */
  async list(
    { actor }: Pick<MemberRequest, 'actor'>,
    key: PlaceKey,
    preview: PreviewPlace,
    { status = 'all', pages, only }: ThreadChoice = {},
  ): Promise<Threads> {
    const page = await this.comments.list(actor, key, { limit: MOST_THREADS, order: 'desc', status });
    const views = page.items
      .filter(({ comment: { id, pageId } }) => (!pages || pages.has(pageId ?? '')) && (!only || id === only))
      .toReversed();
    const answered = views.flatMap(({ comment }) => (comment.repliers.length === 0 ? [] : comment.id));
    const replies = await this.replies.listOfMany(actor, key, answered, MOST_REPLIES);
    const changed = await this.quoted.findChanged(preview.context, views);
    const spell = this.members.speller(actor, preview.space.organizationId);
    const drawn = await this.drawAll(preview, views.concat(...replies.values()), spell);
    const items = views.map((view): Thread => ({
      resource: presentComment(view, this.urls, 'document'),
      ...drawn.get(view.comment.id)!,
      replies: (replies.get(view.comment.id) ?? []).map((reply) => ({
        resource: presentReply(reply, this.urls, 'document'),
        ...drawn.get(reply.comment.id)!,
      })),
      hasChangedWords: changed.has(view.comment.id),
    }));
    return { items, more: page.count - page.items.length };
  }

  /** Draws comments and replies, by their ids. */
  private async drawAll(
    preview: PreviewPlace,
    views: readonly CommentView[],
    spell: SpellNames,
  ): Promise<Map<string, DrawnPost>> {
    const turn = new EventLoopYield();
    const budget = new DrawingBudget();
    const drawn = new Map<string, DrawnPost>();
    const posts: { view: CommentView; weight: number }[] = [];
    for (const view of views) {
      await turn.yieldIfDue();
      posts.push({ view, weight: weightOf(view.comment.body) });
    }
    for (const { view, weight } of posts.toSorted((one, other) => one.weight - other.weight)) {
      await turn.yieldIfDue();
      const { id, body, postedBy } = view.comment;
      if (budget.isSpent) {
        drawn.set(id, {
          html: '',
          words: '',
          suggestion: null,
          plain: shorten(blocksText(body.nodes.slice(0, MOST_BLOCKS)), MOST_PLAIN),
        });
        continue;
      }
      const isOwn = postedBy === view.viewer.actor.userId;
      const post = await this.draw(preview, body, isOwn ? spell : null);
      budget.spend(weight, post.html.length + (post.suggestion?.html.length ?? 0));
      drawn.set(id, post);
    }
    return drawn;
  }

  /** @param spell null for a body that the reader may not edit. */
  private async draw(
    preview: PreviewPlace,
    body: JSONDocument,
    spell: SpellNames | null,
  ): Promise<DrawnPost> {
    const shown = withoutSuggestion(body);
    return {
      html: await this.diffs.drawBlocks(preview, shown.nodes),
      words: spell ? await spell(serializeMarkdown(shown).trimEnd()) : '',
      suggestion: await this.drawSuggestion(preview, body),
    };
  }

  /** The wording that a comment suggests; null without one, and for one that no page can have. */
  private async drawSuggestion(preview: PreviewPlace, body: JSONDocument): Promise<Thread['suggestion']> {
    const markdown = suggestionIn(body);
    if (markdown === null) return null;
    try {
      // A comment of a few thousand characters takes a second to read, and there are many on a page.
      const { document } = await parseMarkdownAsync(markdown, {}, { isOneOfMany: markdown.length > SHORT });
      return { markdown, html: await this.diffs.drawBlocks(preview, document.nodes) };
    } catch (error) {
      if (error instanceof DomainError) return null;
      throw error;
    }
  }
}

/**
 * About how many characters of JSON a body has, as far as that matters; a wording is read anew, which takes far longer
 * than to draw it.
 */
function weightOf(body: JSONDocument): number {
  let weight = (suggestionIn(body) ?? '').length * 10;
  for (const node of walkNodes(body.nodes)) {
    weight += A_NODE;
    if (node.object === 'text') for (const { text } of node.leaves) weight += text.length;
    if (weight > MOST_WEIGHT) break;
  }
  return weight;
}
