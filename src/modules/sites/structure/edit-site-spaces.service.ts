import { Injectable } from '@nestjs/common';
import { DuplicateSpace, Spaces, type SpaceView } from '#modules/spaces/index.js';
import type { Actor } from '#platform/http/actor.js';
import { BadRequest } from '#platform/http/errors.js';
import { newId } from '#platform/ids/ids.js';
import { requireAsSeen, type SeenValues } from './model/as-seen.js';
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

  /** Changes only what `body` holds. @param seen as `requireAsSeen` takes it. @throws Conflict where somebody else has changed it. */
  update(
    actor: Actor,
    key: SiteKey,
    siteSpaceId: string,
    body: UpdateSiteSpaceBody,
    seen?: SeenValues,
  ): Promise<Changed<SiteSpaceEntity>> {
    return this.structures.change(actor, key, async (structure) => {
      requireLive(body);
      const siteSpace = await this.requireVisible(actor, structure, siteSpaceId);
      requireAsSeen(siteSpace, body, seen);
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

  /** The site space, when the actor sees its space. @throws NotFound */
  async requireVisible(actor: Actor, structure: SiteStructure, id: string): Promise<SiteSpaceEntity> {
    const siteSpace = required(structure.findSpace(id), 'site space');
    await this.structures.requireVisible(actor, structure, siteSpace);
    return siteSpace;
  }
}
