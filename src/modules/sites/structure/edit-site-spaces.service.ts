import { Injectable } from '@nestjs/common';
import { DuplicateSpace, Spaces, type SpaceView } from '#modules/spaces/index.js';
import type { Actor } from '#platform/http/actor.js';
import { BadRequest, NotFound } from '#platform/http/errors.js';
import { newId } from '#platform/ids/ids.js';
import { addCopy, addSpace, removeSpace, updateSpace } from './model/spaces.js';
import type { SiteStructure } from './model/site-structure.js';
import type { SiteSpaceEntity } from './site-space.entity.js';
import {
  type Changed,
  required,
  requireLive,
  type SiteKey,
  SiteStructures,
} from './site-structures.service.js';
import type { AddSiteSpaceBody, DuplicateSiteSpaceBody, UpdateSiteSpaceBody } from './structure.dto.js';

/** Which spaces a site shows. */
@Injectable()
export class EditSiteSpaces {
  constructor(
    private readonly structures: SiteStructures,
    private readonly spaces: Spaces,
    private readonly duplicateSpace: DuplicateSpace,
  ) {}

  /** @throws NotFound or Forbidden for a space the actor may not manage, Conflict for one that is shown already. */
  add(actor: Actor, key: SiteKey, body: AddSiteSpaceBody): Promise<Changed<SiteSpaceEntity>> {
    return this.structures.change(actor, key, async (structure) => {
      requireLive(body);
      const { spaceId, sectionId } = body;
      const { space } = await this.requireShowable(actor, key.organizationId, spaceId);
      return addSpace(structure, { id: newId(), spaceId, title: space.title, sectionId });
    });
  }

  /** Changes only what `body` holds. */
  update(
    actor: Actor,
    key: SiteKey,
    siteSpaceId: string,
    body: UpdateSiteSpaceBody,
  ): Promise<Changed<SiteSpaceEntity>> {
    return this.structures.change(actor, key, async (structure) => {
      requireLive(body);
      const siteSpace = await this.requireVisible(actor, structure, siteSpaceId);
      if (body.spaceId !== undefined && body.spaceId !== siteSpace.spaceId)
        await this.requireShowable(actor, key.organizationId, body.spaceId);
      updateSpace(structure, siteSpace, body);
      return siteSpace;
    });
  }

  /** Succeeds for an unknown site space. */
  async remove(actor: Actor, key: SiteKey, siteSpaceId: string): Promise<void> {
    await this.structures.change(actor, key, (structure) => removeSpace(structure, siteSpaceId));
  }

  /** Makes a copy of the space and shows it right behind the original. */
  duplicate(
    actor: Actor,
    key: SiteKey,
    siteSpaceId: string,
    body: DuplicateSiteSpaceBody,
  ): Promise<Changed<SiteSpaceEntity>> {
    return this.structures.change(actor, key, async (structure) => {
      requireLive(body);
      const original = await this.requireVisible(actor, structure, siteSpaceId);
      const { space } = await this.duplicateSpace.execute(actor, original.spaceId);
      return addCopy(structure, original, { id: newId(), spaceId: space.id, title: space.title });
    });
  }

  /**
   * The space, when the actor may publish it on a site of the organization.
   * @throws NotFound, Forbidden, or BadRequest for a space of another organization.
   */
  async requireShowable(actor: Actor, organizationId: string, spaceId: string): Promise<SpaceView> {
    const view = await this.spaces.requireSpace(actor, spaceId, 'manage');
    if (view.space.organizationId === organizationId) return view;
    throw new BadRequest(
      'spaceId: the space belongs to another organization; transfer or duplicate it first.',
    );
  }

  /** A site space is answered with its space, so nobody gets at one whose space they do not see. */
  private async requireVisible(actor: Actor, structure: SiteStructure, id: string): Promise<SiteSpaceEntity> {
    const siteSpace = required(structure.findSpace(id), 'site space');
    const seen = await this.spaces.findVisible(actor, structure.organizationId, [siteSpace.spaceId]);
    if (!seen.has(siteSpace.spaceId)) throw new NotFound('site space');
    return siteSpace;
  }
}
