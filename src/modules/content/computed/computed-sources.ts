import { Injectable } from '@nestjs/common';
import type { JSONDocument } from '#modules/documents/index.js';
import type { Actor } from '#platform/http/actor.js';
import { BadRequest } from '#platform/http/errors.js';
import type { Json } from '../content.types.js';
import type { ComputedContent } from '../edit.types.js';

/** Where a computed page stands, or is to stand. */
export interface ComputedPlace {
  organizationId: string;
  spaceId: string;
  /** Id of the page. */
  page: string;
  /** The space is only being made: what can be computed only in it is computed soon after. */
  isNewSpace?: boolean;
}

/** A source that somebody may use, and what comes of it now. */
export interface PlannedContent {
  /** As it is to be stored. */
  source: Json;
  /** What the page is called unless somebody says otherwise. */
  title: string;
  content: ComputedContent;
}

/** A kind of sources that pages are computed from. */
export interface SourceKind {
  /** How their types are written, for error sentences. */
  readonly types: string;
  /** Whether computing waits for somebody else, who may be slow. */
  readonly isSlow: boolean;
  /** Whether sources of this type are of this kind. */
  owns(type: string): boolean;
  /**
   * Reads a source that a client gave, authorises what it names, and computes it.
   * @param at path of the source in the request.
   * @throws BadRequest naming the member; Forbidden for those who may not compute from it there.
   */
  plan(
    actor: Actor,
    place: ComputedPlace,
    given: Record<string, unknown>,
    at: string,
  ): Promise<PlannedContent>;
  /** One document, of a source for documents. @throws as `plan`. */
  document(
    actor: Actor,
    place: Omit<ComputedPlace, 'page'>,
    given: Record<string, unknown>,
    at: string,
  ): Promise<JSONDocument>;
  /**
   * What a stored source says now; null when that is what the page was computed from, or nothing can be said.
   * @param seed of what the page shows; see `ComputedContent`.
   * @throws ComputeFailed when it cannot be computed now: the page stays as it is.
   */
  refresh(place: ComputedPlace, source: Json, seed: string): Promise<ComputedContent | null>;
}

/** Content could not be computed; the message says why. */
export class ComputeFailed extends Error {
  /** @param retrySeconds when it is only too soon: how long to wait. */
  constructor(
    message: string,
    readonly retrySeconds?: number,
  ) {
    super(message);
  }
}

/** What pages can be computed from: modules above say what they know to compute. */
@Injectable()
export class ComputedSources {
  private readonly kinds: SourceKind[] = [];

  /** Call it in `onModuleInit`. */
  register(kind: SourceKind): void {
    this.kinds.push(kind);
  }

  /** See `SourceKind.plan`. @throws BadRequest also for a type that nothing computes. */
  plan(actor: Actor, place: ComputedPlace, given: unknown, at: string): Promise<PlannedContent> {
    return this.require(given, at).plan(actor, place, given as Record<string, unknown>, at);
  }

  /** See `SourceKind.document`. @throws as `plan`. */
  document(
    actor: Actor,
    place: Omit<ComputedPlace, 'page'>,
    given: unknown,
    at: string,
  ): Promise<JSONDocument> {
    return this.require(given, at).document(actor, place, given as Record<string, unknown>, at);
  }

  /** See `SourceKind.isSlow`. */
  isSlow(source: Json): boolean {
    return this.find(typeOf(source))?.isSlow ?? false;
  }

  /** See `SourceKind.refresh`; null also for a source that nothing here computes. */
  async refresh(place: ComputedPlace, source: Json, seed: string): Promise<ComputedContent | null> {
    const kind = this.find(typeOf(source));
    return kind ? kind.refresh(place, source, seed) : null;
  }

  private require(given: unknown, at: string): SourceKind {
    const known = this.kinds.map(({ types }) => types).join(' or ');
    const type = typeOf(given);
    if (type === undefined) throw new BadRequest(`${at} must be an object whose type is ${known}.`);
    const kind = this.find(type);
    if (kind) return kind;
    throw new BadRequest(`${at}.type: nothing here computes content of the type "${type}"; ${known} can be.`);
  }

  private find(type: string | undefined): SourceKind | undefined {
    return type === undefined ? undefined : this.kinds.find((kind) => kind.owns(type));
  }
}

function typeOf(source: unknown): string | undefined {
  const { type } = (source ?? {}) as { type?: unknown };
  return typeof type === 'string' ? type : undefined;
}
