import { Injectable } from '@nestjs/common';
import {
  ComputedSources,
  type ContentEdit,
  ContentStore,
  Projection,
  Revisions,
} from '#modules/content/index.js';
import type { ContentRef } from '#modules/documents/index.js';
import { type SlotReferences, Templates } from '#modules/templates/index.js';
import { Clock } from '#platform/clock/clock.js';
import type { Actor } from '#platform/http/actor.js';
import { BadRequest } from '#platform/http/errors.js';
import { newId } from '#platform/ids/ids.js';
import type { CreateSpaceBody } from './space.dto.js';
import { ReferencePolicy } from './reference-policy.js';
import type { RevisionPointer } from './space.types.js';

interface Place {
  organizationId: string;
  spaceId: string;
}

/** The first content of a space: nothing, one empty page, or a template. */
@Injectable()
export class FirstContent {
  constructor(
    private readonly clock: Clock,
    private readonly content: ContentStore,
    private readonly revisions: Revisions,
    private readonly projection: Projection,
    private readonly templates: Templates,
    private readonly references: ReferencePolicy,
    private readonly sources: ComputedSources,
  ) {}

  /** @throws BadRequest for two sources at once, an unknown template, and references to what the actor may not see. */
  async plan(actor: Actor, place: Place, title: string, chosen: CreateSpaceBody): Promise<ContentEdit[]> {
    const { empty, template, computedSource } = chosen;
    if (computedSource !== undefined) {
      if (empty || template) {
        throw new BadRequest('computedSource goes with neither empty nor template; leave one of them out.');
      }
      return [await this.computedPage(actor, place, computedSource)];
    }
    if (empty && template) throw new BadRequest('empty does not go with a template; leave one of them out.');
    if (template) {
      const { edits, refs } = this.templates.fill(template, 'template');
      refuseOwnContent(refs);
      await this.references.check(
        { actor, ...place },
        Object.values(refs),
        [],
        'template.params.contentRefs',
      );
      return edits;
    }
    if (empty) return [];
    return [{ type: 'insertPage', page: { type: 'document', title: title === '' ? 'Untitled' : title } }];
  }

  private async computedPage(actor: Actor, place: Place, given: unknown): Promise<ContentEdit> {
    const id = newId();
    const where = { ...place, page: id, isNewSpace: true };
    const { source, title, content } = await this.sources.plan(actor, where, given, 'computedSource');
    const page = { id, type: 'document' as const, title, computed: source };
    return { type: 'insertPage', page, computed: content };
  }

  /** Writes the first revision, in the caller's transaction. */
  async write({ organizationId, spaceId }: Place, author: string, edits: readonly ContentEdit[]) {
    let revision: RevisionPointer = await this.revisions.createInitialRevision(organizationId, {
      spaceId,
      author,
    });
    if (edits.length > 0) {
      const now = this.clock.now();
      const { snapshot } = await this.content.applyEdits(organizationId, revision.snapshot, edits, { now });
      const parents = [revision.id];
      revision = await this.revisions.commit(organizationId, {
        ...{ spaceId, type: 'edits', parents, snapshot, author },
      });
    }
    await this.projection.rebuild(organizationId, spaceId, revision.snapshot);
    return revision;
  }
}

/** A new space has no page or file that a slot could name. */
function refuseOwnContent(refs: SlotReferences): void {
  for (const [name, ref] of Object.entries(refs)) {
    if (!isOwn(ref)) continue;
    throw new BadRequest(
      `template.params.contentRefs.${name}: the new space has no ${ref.kind} yet; make the space first, then apply the template to it.`,
    );
  }
}

function isOwn(ref: ContentRef): boolean {
  return ['page', 'anchor', 'file', 'reusable-content'].includes(ref.kind) && !('space' in ref && ref.space);
}
