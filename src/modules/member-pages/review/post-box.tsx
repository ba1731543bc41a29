import type { ComponentChildren } from 'preact';
import { PostForm } from '../forms.js';
import { Face, personOf } from '../shell/face.js';
import { typedIn, wasRefused } from './notices.js';
import { Ago } from '../shell/ago.js';
import type { ThreadRights } from './thread-rights.js';
import type { Thread } from './threads.js';

/** A comment or a reply, as it is stored and as it is drawn. */
export type ShownPost = Thread | Thread['replies'][number];

const EMOJI = [
  ['1f44d', 'Thumbs up'],
  ['2764-fe0f', 'Heart'],
  ['1f389', 'Party'],
  ['1f440', 'Eyes'],
] as const;

interface PostProps {
  post: ShownPost;
  /** The thread that the post begins, or belongs to. */
  thread: Thread;
  rights: ThreadRights;
}

/** One post of a thread: its author and words, reactions, and the forms that change it. */
export function PostBox({ children, ...props }: PostProps & { children?: ComponentChildren }) {
  const { post, thread } = props;
  const { resource, html } = post;
  const isReply = post !== thread;
  return (
    <article
      class={isReply ? 'review-post review-post-reply' : 'review-post'}
      id={isReply ? `r-${resource.id}` : undefined}
    >
      <p class="review-post-head">
        <Face person={personOf(resource.postedBy)} />
        <strong dir="auto">{resource.postedBy.displayName}</strong> <Ago at={resource.postedAt} />
        {resource.editedAt !== undefined && <span class="member-hint">edited</span>}
      </p>
      {post.plain === undefined ? (
        <div class="content" dangerouslySetInnerHTML={{ __html: html }} />
      ) : (
        <PlainWords words={post.plain} href={`${props.rights.talkHref}?thread=${thread.resource.id}`} />
      )}
      {children}
      <Reactions {...props} />
      {resource.permissions.edit && post.plain === undefined && <EditForm {...props} />}
      {resource.permissions.delete && <DeleteForm {...props} />}
    </article>
  );
}

/** The first words of a post for which its page has no room. */
function PlainWords({ words, href }: { words: string; href: string }) {
  return (
    <>
      <p class="review-plain">{words}</p>
      <p class="member-hint">
        There is too much on this page to show all of it. <a href={href}>Show this thread alone</a>
      </p>
    </>
  );
}

/** The fields that name a post in its forms. */
function PostFields({ post, thread }: Pick<PostProps, 'post' | 'thread'>) {
  return (
    <>
      <input type="hidden" name="comment" value={thread.resource.id} />
      <input type="hidden" name="reply-id" value={replyId({ post, thread })} />
    </>
  );
}

/** Empty for the comment that begins the thread. */
function replyId({ post, thread }: Pick<PostProps, 'post' | 'thread'>): string {
  return post === thread ? '' : post.resource.id;
}

function Reactions({ post, thread, rights }: PostProps) {
  const { reactions, permissions } = post.resource;
  const given = new Map(reactions.map((reaction) => [reaction.emoji, reaction]));
  if (!permissions.reply) {
    if (given.size === 0) return null;
    return (
      <p class="review-reactions">
        {[...given.values()].map(({ emoji, count, users }) => (
          <span class="review-reaction" title={users.map(({ user }) => user.displayName).join(', ')}>
            {charactersOf(emoji)} {count}
          </span>
        ))}
      </p>
    );
  }
  const offered = [...new Set([...given.keys(), ...EMOJI.map(([emoji]) => emoji)])];
  return (
    <PostForm class="review-reactions">
      <PostFields post={post} thread={thread} />
      {offered.map((emoji) => {
        const users = given.get(emoji)?.users ?? [];
        const isMine = users.some(({ user }) => user.id === rights.userId);
        const name = EMOJI.find(([code]) => code === emoji)?.[1] ?? charactersOf(emoji);
        const who = users.map(({ user }) => user.displayName).join(', ');
        return (
          <button
            name={isMine ? 'unreact' : 'react'}
            value={emoji}
            class="review-reaction"
            aria-pressed={isMine}
            aria-label={`${name}${who === '' ? '' : `: ${who}`}`}
            title={who}
          >
            {charactersOf(emoji)}
            {users.length > 0 && ` ${users.length}`}
          </button>
        );
      })}
    </PostForm>
  );
}

function EditForm({ post, thread, rights: { problem } }: PostProps) {
  const isReply = post !== thread;
  const form = { do: 'edit', comment: thread.resource.id, 'reply-id': replyId({ post, thread }) };
  const id = `edit-${post.resource.id}`;
  const suggestion = isReply ? null : thread.suggestion;
  return (
    <details open={wasRefused(problem, form)}>
      <summary>{isReply ? 'Edit your reply' : 'Edit your comment'}</summary>
      <PostForm class="review-form">
        <PostFields post={post} thread={thread} />
        <label for={id}>Your words, as Markdown</label>
        <textarea id={id} name="words" rows={3}>
          {typedIn(problem, form, 'words', post.words)}
        </textarea>
        {suggestion && (
          <>
            <label for={`${id}-wording`}>Wording in place of the block</label>
            <textarea id={`${id}-wording`} name="wording" rows={4}>
              {typedIn(problem, form, 'wording', suggestion.markdown)}
            </textarea>
          </>
        )}
        <button name="do" value="edit" class="button button-secondary button-small">
          Save
        </button>
      </PostForm>
    </details>
  );
}

function DeleteForm({ post, thread, rights }: PostProps) {
  const isReply = post !== thread;
  const isOwn = post.resource.postedBy.id === rights.userId;
  const what = isReply ? 'reply' : 'comment';
  return (
    <details>
      <summary>{isOwn ? `Delete your ${what}` : `Delete this ${what}`}</summary>
      <p class="member-hint">
        {isReply ? 'The reply is deleted for everybody and cannot come back.' : lossOf(thread)}
      </p>
      <PostForm class="member-actions">
        <PostFields post={post} thread={thread} />
        <button name="do" value="delete-comment" class="button button-danger button-small">
          Delete for good
        </button>
      </PostForm>
    </details>
  );
}

/** The sentence that says all that is lost with a comment. */
function lossOf({ suggestion, replies }: Thread): string {
  const lost = [
    'The comment',
    ...(suggestion ? ['its suggested wording'] : []),
    ...(replies.length === 1 ? ['its reply'] : replies.length > 1 ? [`its ${replies.length} replies`] : []),
  ];
  if (lost.length === 1) return 'The comment is deleted for everybody and cannot come back.';
  const last = lost.pop();
  return `${lost.join(', ')} and ${last} are deleted for everybody and cannot come back.`;
}

function charactersOf(emoji: string): string {
  return String.fromCodePoint(...emoji.split('-').map((code) => Number.parseInt(code, 16)));
}
