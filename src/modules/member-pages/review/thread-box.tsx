import { PostForm } from '../forms.js';
import { typedIn } from './notices.js';
import { PostBox } from './post-box.js';
import type { ThreadRights } from './thread-rights.js';
import type { Thread } from './threads.js';

/**
 * A thread: the comment, its suggestion, replies, and the forms to answer.
 * @param pageHref address of the page that the comment is about, where the thread is not shown beside it.
 */
export function ThreadBox({
  thread,
  rights,
  pageHref,
}: {
  thread: Thread;
  rights: ThreadRights;
  pageHref?: string;
}) {
  const { resource, replies } = thread;
  const { target } = resource;
  const quote = target.node?.text ?? '';
  return (
    <div
      role="group"
      class="review-thread"
      id={`c-${resource.id}`}
      aria-label={`Thread of ${resource.postedBy.displayName}`}
    >
      {target.page && pageHref !== undefined && (
        <p class="review-thread-place">
          On <a href={pageHref}>{target.page.title}</a>
        </p>
      )}
      {quote !== '' && (pageHref !== undefined || target.tableCell) && (
        <blockquote class="review-quote">{quote}</blockquote>
      )}
      <QuotedWords thread={thread} />
      <details open={resource.status === 'open'}>
        <summary>{summaryOf(thread)}</summary>
        <PostBox post={thread} thread={thread} rights={rights}>
          <SuggestionBox thread={thread} rights={rights} />
        </PostBox>
        {replies.map((post) => (
          <PostBox post={post} thread={thread} rights={rights} />
        ))}
        {rights.mayComment && <ReplyForm thread={thread} rights={rights} />}
        <ThreadActions resource={resource} rights={rights} />
      </details>
    </div>
  );
}

/** The words of the block that the comment is about, and if they are gone. */
function QuotedWords({ thread: { resource, hasChangedWords } }: { thread: Thread }) {
  const words = resource.target.quote?.exact;
  if (words === undefined) return null;
  return (
    <>
      <p class="review-quote">
        on “<bdi>{words}</bdi>”
      </p>
      {hasChangedWords && <p class="member-hint">The words have changed since.</p>}
    </>
  );
}

function summaryOf({ resource: { status, resolvedBy, postedBy }, replies }: Thread): string {
  if (status === 'resolved')
    return `Resolved by ${resolvedBy?.displayName ?? 'somebody'}: ${postedBy.displayName}`;
  if (replies.length === 0) return 'Open thread';
  return `Open thread, ${replies.length === 1 ? '1 reply' : `${replies.length} replies`}`;
}

function SuggestionBox({
  thread: { resource, suggestion },
  rights,
}: {
  thread: Thread;
  rights: ThreadRights;
}) {
  if (!suggestion) return null;
  const { page, node } = resource.target;
  return (
    <div class="review-suggestion">
      <p class="review-suggestion-title">Suggested wording</p>
      <div class="content" dangerouslySetInnerHTML={{ __html: suggestion.html }} />
      {resource.status === 'open' && rights.mayApply && page && node && (
        <PostForm class="member-actions">
          <input type="hidden" name="comment" value={resource.id} />
          <button name="do" value="apply" class="button button-primary button-small">
            Apply this wording
          </button>
        </PostForm>
      )}
    </div>
  );
}

function ThreadActions({ resource, rights }: { resource: Thread['resource']; rights: ThreadRights }) {
  const isOwn = resource.postedBy.id === rights.userId;
  const isResolved = resource.status === 'resolved';
  if (!rights.mayEdit && !(isOwn && rights.mayComment)) return null;
  return (
    <PostForm class="member-actions">
      <input type="hidden" name="comment" value={resource.id} />
      <button name="do" value={isResolved ? 'reopen' : 'close'} class="button button-secondary button-small">
        {isResolved ? 'Reopen' : 'Resolve'}
      </button>
    </PostForm>
  );
}

function ReplyForm({ thread: { resource }, rights }: { thread: Thread; rights: ThreadRights }) {
  const id = `reply-${resource.id}`;
  return (
    <PostForm class="review-form">
      <input type="hidden" name="comment" value={resource.id} />
      <label for={id}>Reply</label>
      <textarea id={id} name="reply" rows={2} required>
        {typedIn(rights.problem, { do: 'reply', comment: resource.id }, 'reply')}
      </textarea>
      <button name="do" value="reply" class="button button-secondary button-small">
        Reply
      </button>
    </PostForm>
  );
}
