import type { Actor, Role } from '#platform/http/actor.js';
import type { CommentEntity } from './comment.entity.js';

/** Where a request says comments are: in a space, or in one of its change requests. */
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

/** What the presenter needs of a user. */
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

/** Who the resource is for. */
export interface Viewer {
  actor: Actor;
  /** Effective role on the space. */
  role: Role | null;
}

/** A comment or reply, for somebody. */
export interface CommentView {
  comment: CommentRow;
  viewer: Viewer;
}

export type BodyFormat = 'document' | 'markdown';
