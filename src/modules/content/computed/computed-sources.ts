import { Injectable } from '@nestjs/common';
import type { JSONDocument } from '#modules/documents/index.js';
import type { Actor } from '#platform/http/actor.js';
import { BadRequest } from '#platform/http/errors.js';
import type { Json } from '../content.types.js';
import type { ComputedContent } from '../edit.types.js';

/** The page that is computed, or is to be. */
export interface ComputedPlace {
  organizationId: string;
  spaceId: string;
  /** Id of the page. */
  page: string;
  /** True while the space is being created: sources that need the stored space are computed soon after. */
  isNewSpace?: boolean;
}

/** A source that the actor may use, and the content computed from it. */
export interface PlannedContent {
  /** The source in its stored form. */
  source: Json;
  /** The title of the page, unless the client gives another. */
  title: string;
  content: ComputedContent;
}

/** A kind of sources that pages are computed from. */
export interface SourceKind {
  /** The types of the kind, as error messages name them. */
  readonly types: string;
  /** True if computing waits for another server, which may be slow. */
  readonly isSlow: boolean;
  /** True if sources of this type are of this kind. */
  owns(type: string): boolean;
  /**
   * Reads a source that a client gave, authorises the objects that it names, and computes it.
   * @param at path of the source in the request.
   * @throws BadRequest naming the member; Forbidden for actors who may not compute from it there.
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
   * Computes a stored source again.
   * @param seed of the content that the page shows; see `ComputedContent`.
   * @returns null when the content is the same, or the kind cannot tell.
   * @throws ComputeFailed when it cannot be computed now: the page stays as it is.
   */
  refresh(place: ComputedPlace, source: Json, seed: string): Promise<ComputedContent | null>;
}

/** Content could not be computed; the message says why. */
export class ComputeFailed extends Error {
  /** @param retrySeconds seconds to wait, when only the time is too early. */
  constructor(
    message: string,
    readonly retrySeconds?: number,
  ) {
    super(message);
  }
}

/** The kinds of sources that pages can be computed from. Modules above register the kinds that they compute. */
@Injectable()
export class ComputedSources {
  private readonly kinds: SourceKind[] = [];

  /** Call it in `onModuleInit`. */
  register(kind: SourceKind): void {
    this.kinds.push(kind);
  }

  /** See `SourceKind.plan`. @throws BadRequest also for a type without a registered kind. */
  plan(actor: Actor, place: ComputedPlace, given: unknown, at: string): Promise<PlannedContent> {
    return this.requireSource(given, at).plan(actor, place, given as Record<string, unknown>, at);
  }

  /** See `SourceKind.document`. @throws as `plan`. */
  document(
    actor: Actor,
    place: Omit<ComputedPlace, 'page'>,
    given: unknown,
    at: string,
  ): Promise<JSONDocument> {
    return this.requireSource(given, at).document(actor, place, given as Record<string, unknown>, at);
  }

  /** See `SourceKind.isSlow`. */
  isSlow(source: Json): boolean {
    return this.find(typeOf(source))?.isSlow ?? false;
  }

  /** See `SourceKind.refresh`; null also for a source without a registered kind. */
  async refresh(place: ComputedPlace, source: Json, seed: string): Promise<ComputedContent | null> {
    const kind = this.find(typeOf(source));
    return kind ? kind.refresh(place, source, seed) : null;
  }

  private requireSource(given: unknown, at: string): SourceKind {
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
