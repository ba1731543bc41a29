export { CommentsModule } from './comments.module.js';
export type { CommentEvent, CommentReplyEvent } from './comment.events.js';
export type { CommentView, PlaceKey } from './comment.types.js';
export { Comments } from './comments.service.js';
export { CommentReplies } from './comment-replies.service.js';
export { CommentReplyResource, CommentResource } from './comment.resource.js';
export { presentComment, presentReply } from './comment.presenter.js';
export { DiscussionNews, type News, type NewsKind } from './notifications/discussion-news.js';
export { CommentSummaries, type CommentSummary } from './comment-summaries.js';
