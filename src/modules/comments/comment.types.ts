import type { Actor, Role } from '#platform/http/actor.js';
import type { CommentEntity } from './comment.entity.js';

/** Place of comments in a request: a space, or one of its change requests. */
export interface PlaceKey {
  spaceId: string;
  /** Id or number. */
  changeRequestId?: string;
}

/** The rows of a place: those of the main content have no change request. */
export interface PlaceRef {
  organizationId: string;
  spaceId: string;
  changeRequestId: string | null;
}

/** Members of a user that the presenter needs. */
export interface Person {
  id: string;
  displayName: string;
  email: string;
  photoUrl: string | null;
}

/** One user's emoji; times inside of JSON are text. */
export interface ReactionRow {
  emoji: string;
  user: Person;
  reactedAt: string;
}

/** Somebody who replied. */
export interface ReplierRow {
  user: Person;
  count: number;
  updatedAt: string;
}

/** A comment or reply with what its presenter needs. */
export interface CommentRow extends CommentEntity {
  author: Person;
  resolver: Person | null;
  reactions: ReactionRow[];
  /** Latest first; none on replies. */
  repliers: ReplierRow[];
}

/** The reader for whom a resource is presented. */
export interface Viewer {
  actor: Actor;
  /** Effective role on the space. */
  role: Role | null;
  /** True where the space is archived. */
  isArchived: boolean;
}

/** A comment or reply, for somebody. */
export interface CommentView {
  comment: CommentRow;
  viewer: Viewer;
}

export type BodyFormat = 'document' | 'markdown';
