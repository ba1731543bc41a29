import { Injectable } from '@nestjs/common';
import { Spaces } from '#modules/spaces/index.js';
import type { Actor } from '#platform/http/actor.js';
import { newId } from '#platform/ids/ids.js';
import { EditSiteSpaces } from './edit-site-spaces.service.js';
import { BadRequest } from '#platform/http/errors.js';
import { requireAsSeen, type SeenValues } from './model/as-seen.js';
import { addSection, type NewSiteSection, removeSection, updateSection } from './model/sections.js';
import { SiteSpaceEntity } from './site-space.entity.js';
import type { SiteStructure } from './model/site-structure.js';
import type { SiteSectionEntity } from './site-section.entity.js';
import {
  type Changed,
  required,
  requireLive,
  type SiteKey,
  SiteStructures,
} from './site-structures.service.js';
import type { AddSectionBody, UpdateSectionBody } from './structure.dto.js';

/** The sections of sites. */
@Injectable()
export class EditSections {
  constructor(
    private readonly structures: SiteStructures,
    private readonly siteSpaces: EditSiteSpaces,
    private readonly spaces: Spaces,
  ) {}

  /** @throws as adding a space; NotFound for a site space that is not there or not visible, BadRequest for an unknown group. */
  add(actor: Actor, key: SiteKey, body: AddSectionBody): Promise<Changed<SiteSectionEntity>> {
    return this.structures.change(actor, key, async (structure, { site }) => {
      requireLive(body);
      const { siteSpace, spaceTitle } = await this.firstSpace(actor, structure, body);
      const moved = siteSpace instanceof SiteSpaceEntity ? siteSpace : undefined;
      return addSection(structure, {
        id: newId(),
        title: body.title ?? sectionTitle(spaceTitle, 'Untitled section'),
        icon: body.icon ?? null,
        groupId: body.siteSectionGroupId,
        siteSpace,
        remaining: { id: newId(), title: await this.titleOfOthers(actor, structure, site.title, moved) },
      });
    });
  }

  /** The space that a new section begins with, and its title. */
  private async firstSpace(
    actor: Actor,
    structure: SiteStructure,
    { spaceId, siteSpaceId }: AddSectionBody,
  ): Promise<{ siteSpace: NewSiteSection['siteSpace']; spaceTitle: string }> {
    if ((spaceId === undefined) === (siteSpaceId === undefined))
      throw new BadRequest(
        'spaceId: name the space that the section begins with, or siteSpaceId for one that the site shows.',
      );
    const { organizationId } = structure;
    if (siteSpaceId !== undefined) {
      const siteSpace = await this.siteSpaces.requireVisible(actor, structure, siteSpaceId);
      const seen = await this.spaces.findVisible(actor, organizationId, [siteSpace.spaceId]);
      return { siteSpace, spaceTitle: seen.get(siteSpace.spaceId)?.space.title ?? '' };
    }
    const { space } = await this.siteSpaces.requireShowable(actor, organizationId, spaceId!);
    return { siteSpace: { id: newId(), spaceId: space.id, title: space.title }, spaceTitle: space.title };
  }

  /** Changes only what `body` holds. @param seen as `requireAsSeen` takes it. @throws Conflict where somebody else has changed it. */
  update(
    actor: Actor,
    key: SiteKey,
    siteSectionId: string,
    body: UpdateSectionBody,
    seen?: SeenValues,
  ): Promise<Changed<SiteSectionEntity>> {
    return this.structures.change(actor, key, (structure) => {
      requireLive(body);
      const section = required(structure.findSection(siteSectionId), 'site section');
      requireAsSeen(section, body, seen);
      updateSection(structure, section, body);
      return section;
    });
  }

  /** Removes the section and its spaces from the site; succeeds for an unknown section. */
  async remove(actor: Actor, key: SiteKey, siteSectionId: string): Promise<void> {
    await this.structures.change(actor, key, (structure) => removeSection(structure, siteSectionId));
  }

  /**
   * Title of the section that takes the existing spaces: that of the one that readers get first, if the actor can see it.
   * @param moved the space for which the new section is.
   */
  private async titleOfOthers(
    actor: Actor,
    structure: SiteStructure,
    siteTitle: string,
    moved?: SiteSpaceEntity,
  ): Promise<string> {
    const others = structure.spacesIn(null).filter((one) => one !== moved && structure.isLive(one));
    const shown = others.find(({ isDefault }) => isDefault) ?? others[0];
    if (!shown) return siteTitle;
    const seen = await this.spaces.findVisible(actor, structure.organizationId, [shown.spaceId]);
    return sectionTitle(seen.get(shown.spaceId)?.space.title ?? '', siteTitle);
  }
}

/** Titles of sections have two characters at least, those of spaces may be shorter. */
function sectionTitle(spaceTitle: string, fallback: string): string {
  return spaceTitle.trim().length >= 2 ? spaceTitle : fallback;
}
