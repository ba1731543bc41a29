import { Injectable } from '@nestjs/common';
import { Collections } from '#modules/collections/index.js';
import type { ContentRef } from '#modules/documents/index.js';
import { OpenApiSpecs } from '#modules/openapi/index.js';
import { Members } from '#modules/organizations/index.js';
import type { Actor } from '#platform/http/actor.js';
import { BadRequest } from '#platform/http/errors.js';
import { Spaces } from './spaces.service.js';

export interface ReferenceScope {
  actor: Actor;
  organizationId: string;
  spaceId: string;
}

/**
 * Texts may name spaces, collections, users and OpenAPI specifications. The references that a change adds are
 * authorised like any other object in a request: their targets exist in the same organization, and the writer may see
 * them. References that the text had before stay as they are, so that a writer with fewer permissions can still edit
 * it.
 */
@Injectable()
export class ReferencePolicy {
  constructor(
    private readonly spaces: Spaces,
    private readonly collections: Collections,
    private readonly members: Members,
    private readonly specifications: OpenApiSpecs,
  ) {}

  /**
   * @param known references that were there before.
   * @param at path of the text in the request, for error sentences.
   * @throws BadRequest for a reference to something the actor may not see.
   */
  async check(
    scope: ReferenceScope,
    refs: readonly ContentRef[],
    known: readonly ContentRef[],
    at: string,
  ): Promise<void> {
    const targets = targetsOf(refs, scope.spaceId);
    for (const target of targetsOf(known, scope.spaceId)) targets.delete(target);
    const byKind = (kind: string) =>
      [...targets].flatMap((t) => (t.startsWith(`${kind} `) ? [t.slice(kind.length + 1)] : []));
    const { actor, organizationId } = scope;
    const [specification] = byKind('OpenAPI specification');
    // A specification may be named before it exists, but not by actors who could not see it, because texts show its
    // content.
    if (specification !== undefined && !this.specifications.areVisible(actor, organizationId))
      throw unknown('OpenAPI specification', specification, at);
    await requireAll('user', byKind('user'), at, (ids) => this.members.findMembers(organizationId, ids));
    await requireAll('space', byKind('space'), at, (ids) =>
      this.spaces.findVisible(actor, organizationId, ids),
    );
    await requireAll('collection', byKind('collection'), at, (ids) =>
      this.collections.findVisible(actor, organizationId, ids),
    );
  }
}

async function requireAll(
  kind: string,
  ids: string[],
  at: string,
  find: (ids: string[]) => Promise<Map<string, unknown>>,
): Promise<void> {
  if (ids.length === 0) return;
  const found = await find(ids);
  const missing = ids.find((id) => !found.has(id));
  if (missing !== undefined) throw unknown(kind, missing, at);
}

function unknown(kind: string, id: string, at: string): BadRequest {
  return new BadRequest(`${at} names the ${kind} ${id}, which does not exist here or is not visible to you.`);
}

/** The targets of the references outside of the space, as `kind id`. */
function targetsOf(refs: readonly ContentRef[], spaceId: string): Set<string> {
  const targets = new Set<string>();
  for (const ref of refs) {
    if (ref.kind === 'user') targets.add(`user ${ref.user}`);
    else if (ref.kind === 'collection') targets.add(`collection ${ref.collection}`);
    else if (ref.kind === 'openapi') targets.add(`OpenAPI specification ${ref.spec}`);
    else if ('space' in ref && ref.space !== undefined && ref.space !== spaceId)
      targets.add(`space ${ref.space}`);
  }
  return targets;
}
