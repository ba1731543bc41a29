import { denied, roleVerdict, type Verdict } from '#modules/access/index.js';
import { SPACE_IS_ARCHIVED } from '#modules/spaces/index.js';
import type { Role } from '#platform/http/actor.js';

/** Facts about the reader of a comment or reply. */
export interface CommentFacts {
  /** Effective role of the actor on the space. */
  role: Role | null;
  /** True where the space is archived, which makes its comments as fixed as its pages. */
  isArchived: boolean;
  isAuthor: boolean;
}

/** Roles needed for actions on one's own comments and on those of others; null: nobody may. */
const NEEDED = {
  view: { own: 'read', others: 'read' },
  /** React to it, or reply. */
  reply: { own: 'comment', others: 'comment' },
  /** Change what it says. */
  edit: { own: 'comment', others: null },
  /** Resolve and reopen. */
  resolve: { own: 'comment', others: 'edit' },
  delete: { own: 'comment', others: 'review' },
} as const satisfies Record<string, { own: Role; others: Role | null }>;

export type CommentAction = keyof typeof NEEDED;
export const COMMENT_ACTIONS = Object.keys(NEEDED) as CommentAction[];

/** The `permissions` member of comments and replies. */
export interface CommentPermissions {
  view: boolean;
  edit: boolean;
  reply: boolean;
  delete: boolean;
}

/**
 * Decides on an action of the actor on the comment or reply. Comments are possible in locked spaces and merged change
 * requests.
 */
export function commentVerdict(facts: CommentFacts, action: CommentAction): Verdict {
  const { role, isArchived, isAuthor } = facts;
  const needed = NEEDED[action][isAuthor ? 'own' : 'others'];
  if (needed !== null) {
    const verdict = roleVerdict(role, needed, 'space');
    return verdict.allowed && isArchived && action !== 'view' ? denied(SPACE_IS_ARCHIVED) : verdict;
  }
  const seen = roleVerdict(role, NEEDED.view.others, 'space');
  return seen.allowed ? denied('Only its author may change what it says.') : seen;
}

/** The booleans of the resource, each from the verdict that guards the operation. */
export function commentPermissions(facts: CommentFacts): CommentPermissions {
  const may = (action: CommentAction): boolean => commentVerdict(facts, action).allowed;
  return { view: may('view'), edit: may('edit'), reply: may('reply'), delete: may('delete') };
}
