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
import { type JSONDocument, parseMarkdownAsync, serializeMarkdown } from '#modules/documents/index.js';
import { DomainError } from '#platform/http/errors.js';
import type { MemberRequest } from '../member-request.js';
import { Urls } from '#platform/http/urls.js';
import type { PreviewPlace } from '../preview/preview-places.js';
import { PageDiffs } from './page-diffs.js';
import { QuotedWords } from './quoted-words.js';
import { ReviewMembers, type SpellNames } from './review-members.js';
import { suggestionIn, withoutSuggestion } from './suggestions.js';

/** Threads on one page of members; older ones are counted, not shown. */
const MOST_THREADS = 200;
const MOST_REPLIES = 200;
/** Characters of a wording that are read at once. */
const SHORT = 500;

export interface Post<Resource> {
  resource: Resource;
  html: string;
  /** Markdown without the suggestion, with names of members after `@`; empty for whoever may not edit it. */
  words: string;
}

/** A comment with its replies. */
export interface Thread extends Post<CommentResource> {
  replies: Post<CommentReplyResource>[];
  /** True if the comment is about words that its block does not hold any more. */
  hasChangedWords: boolean;
  /** Wording that the comment suggests for its block; null for other comments. */
  suggestion: { markdown: string; html: string } | null;
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

  /** Oldest first. @param pages only threads about these pages, by id. @throws NotFound */
  async list(
    { actor }: Pick<MemberRequest, 'actor'>,
    key: PlaceKey,
    preview: PreviewPlace,
    { status = 'all', pages }: { status?: 'all' | 'open' | 'resolved'; pages?: ReadonlySet<string> } = {},
  ): Promise<Threads> {
    const page = await this.comments.list(actor, key, { limit: MOST_THREADS, order: 'desc', status });
    const views = page.items.filter(({ comment }) => !pages || pages.has(comment.pageId ?? '')).toReversed();
    const answered = views.flatMap(({ comment }) => (comment.repliers.length === 0 ? [] : comment.id));
    const replies = await this.replies.listOfMany(actor, key, answered, MOST_REPLIES);
    const changed = await this.quoted.findChanged(preview.context, views);
    const spell = this.members.speller(actor, preview.space.organizationId);
    const items: Thread[] = [];
    for (const view of views) {
      const resource = presentComment(view, this.urls, 'document');
      const document = resource.body.document as JSONDocument;
      items.push({
        ...(await this.draw(preview, resource, withoutSuggestion(document), spell)),
        suggestion: await this.drawSuggestion(preview, document),
        replies: await this.drawReplies(preview, replies.get(resource.id) ?? [], spell),
        hasChangedWords: changed.has(resource.id),
      });
    }
    return { items, more: page.count - page.items.length };
  }

  private async drawReplies(
    preview: PreviewPlace,
    views: readonly CommentView[],
    spell: SpellNames,
  ): Promise<Post<CommentReplyResource>[]> {
    const posts: Post<CommentReplyResource>[] = [];
    for (const view of views) {
      const resource = presentReply(view, this.urls, 'document');
      posts.push(await this.draw(preview, resource, resource.body.document as JSONDocument, spell));
    }
    return posts;
  }

  private async draw<Resource extends CommentReplyResource | CommentResource>(
    preview: PreviewPlace,
    resource: Resource,
    body: JSONDocument,
    spell: SpellNames,
  ): Promise<Post<Resource>> {
    const html = await this.diffs.drawBlocks(preview, body.nodes);
    return { resource, html, words: await wordsOf(resource, body, spell) };
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

function wordsOf(
  { permissions }: CommentReplyResource | CommentResource,
  document: JSONDocument,
  spell: SpellNames,
): Promise<string> {
  return permissions.edit ? spell(serializeMarkdown(document).trimEnd()) : Promise.resolve('');
}
