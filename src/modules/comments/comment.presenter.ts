import { serializeMarkdown } from '#modules/documents/index.js';
import { presentUser, type UserResource } from '#modules/users/index.js';
import type { Urls } from '#platform/http/urls.js';
import { withoutUndefined } from '#platform/without-undefined.js';
import { commentPermissions } from './comment.policy.js';
import type {
  CommentReplyResource,
  CommentResource,
  CommentTargetResource,
  ReactionResource,
  TextQuoteResource,
} from './comment.resource.js';
import type { BodyFormat, CommentRow, CommentView, Person, PlaceRef, ReactionRow } from './comment.types.js';
import type { Quote } from './target/quote.js';

/** The wire form of a comment. */
export function presentComment(view: CommentView, urls: Urls, format?: BodyFormat): CommentResource {
  const { comment } = view;
  return {
    object: 'comment',
    ...presentPost(view, urls, format),
    replies: comment.repliers.reduce((sum, replier) => sum + replier.count, 0),
    repliers: comment.repliers.map(({ user, count, updatedAt }) => ({
      user: presentPerson(user, urls),
      count,
      updatedAt: isoTime(updatedAt),
    })),
    target: presentTarget(comment),
    urls: { location: locationOf(comment, urls, comment.id) },
    ...(comment.resolvedAt === null || comment.resolver === null
      ? { status: 'open' }
      : {
          status: 'resolved',
          resolvedAt: comment.resolvedAt.toISOString(),
          resolvedBy: presentPerson(comment.resolver, urls),
        }),
  };
}

/** The wire form of a reply. */
export function presentReply(view: CommentView, urls: Urls, format?: BodyFormat): CommentReplyResource {
  const { comment: reply } = view;
  return {
    object: 'comment-reply',
    ...presentPost(view, urls, format),
    urls: { location: locationOf(reply, urls, reply.parentId ?? '', 'replies', reply.id) },
  };
}

/** The API address of a comment of the place, or of what is below it. */
export function locationOf({ spaceId, changeRequestId }: PlaceRef, urls: Urls, ...path: string[]): string {
  const inRequest = changeRequestId === null ? [] : ['change-requests', changeRequestId];
  return urls.api('spaces', spaceId, ...inRequest, 'comments', ...path);
}

function presentPost({ comment, viewer }: CommentView, urls: Urls, format: BodyFormat = 'markdown') {
  const { body, editedAt } = comment;
  const isAuthor = comment.postedBy === viewer.actor.userId;
  return {
    id: comment.id,
    postedBy: presentPerson(comment.author, urls),
    postedAt: comment.postedAt.toISOString(),
    ...(editedAt === null ? {} : { editedAt: editedAt.toISOString() }),
    reactions: presentReactions(comment.reactions, urls),
    // Files of Markdown end with a line break; what somebody wrote here does not.
    body:
      format === 'document' ? { document: body } : { markdown: serializeMarkdown(body).replace(/\n$/, '') },
    permissions: commentPermissions({ ...viewer, isAuthor }),
  };
}

/** Ids stay when the page or the node is gone; the words beside them say what it was. */
function presentTarget(comment: CommentRow): CommentTargetResource {
  const { target, changeRequestId, reviewId } = comment;
  return {
    ...(target?.node ? { node: { id: target.node.id, text: target.node.text } } : {}),
    ...(target?.tableCell
      ? { tableCell: { record: target.tableCell.record, definition: target.tableCell.definition } }
      : {}),
    ...(target?.quote ? { quote: presentQuote(target.quote) } : {}),
    ...(changeRequestId === null ? {} : { changeRequest: changeRequestId }),
    ...(reviewId === null ? {} : { review: reviewId }),
    ...(target ? { page: { id: target.page.id, title: target.page.title } } : {}),
    space: comment.spaceId,
    revision: comment.revisionId,
  };
}

function presentQuote({ exact, prefix, suffix }: Quote): TextQuoteResource {
  return { exact, ...withoutUndefined({ prefix, suffix }) };
}

/** By emoji; the rows come in the order of time, so the emoji used first is first. */
function presentReactions(rows: readonly ReactionRow[], urls: Urls): ReactionResource[] {
  const byEmoji = new Map<string, ReactionResource>();
  for (const { emoji, user, reactedAt } of rows) {
    const reaction = byEmoji.get(emoji) ?? { emoji, count: 0, users: [] };
    reaction.count++;
    reaction.users.push({ user: presentPerson(user, urls), reactedAt: isoTime(reactedAt) });
    byEmoji.set(emoji, reaction);
  }
  return [...byEmoji.values()];
}

const presentPerson = (person: Person, urls: Urls): UserResource => presentUser(person, urls);

/** Times inside of JSON come from the database with an offset. */
const isoTime = (text: string): string => new Date(text).toISOString();
