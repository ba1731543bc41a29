/** Members of every event of a comment. */
export interface CommentEvent {
  organizationId: string;
  spaceId: string;
  /** Null for comments on the main content. */
  changeRequestId: string | null;
  commentId: string;
  /** User who acted. */
  userId: string;
}

/** Members of every event of a reply; `commentId` is what it replies to. */
export interface CommentReplyEvent extends CommentEvent {
  replyId: string;
}

declare module '#platform/events/events.js' {
  interface EventMap {
    'comment.created': CommentEvent;
    /** It says something else; `mentioned` are those whom it did not mention before. */
    'comment.updated': CommentEvent & { mentioned: string[] };
    'comment.resolved': CommentEvent;
    'comment.reopened': CommentEvent;
    /** Its replies went with it. */
    'comment.deleted': CommentEvent;
    'comment-reply.created': CommentReplyEvent;
    'comment-reply.updated': CommentReplyEvent & { mentioned: string[] };
    'comment-reply.deleted': CommentReplyEvent;
  }
}
