import { Injectable } from '@nestjs/common';
import { Spaces } from '#modules/spaces/index.js';
import type { Actor } from '#platform/http/actor.js';
import { newId } from '#platform/ids/ids.js';
import { EditSiteSpaces } from './edit-site-spaces.service.js';
import { addSection, removeSection, updateSection } from './model/sections.js';
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

  /** @throws as adding a space; BadRequest for an unknown group. */
  add(actor: Actor, key: SiteKey, body: AddSectionBody): Promise<Changed<SiteSectionEntity>> {
    return this.structures.change(actor, key, async (structure, { site }) => {
      requireLive(body);
      const { space } = await this.siteSpaces.requireShowable(actor, key.organizationId, body.spaceId);
      return addSection(structure, {
        id: newId(),
        title: body.title ?? sectionTitle(space.title, 'Untitled section'),
        icon: body.icon ?? null,
        groupId: body.siteSectionGroupId,
        siteSpace: { id: newId(), spaceId: space.id, title: space.title },
        remaining: { id: newId(), title: await this.titleOfOthers(actor, structure, site.title) },
      });
    });
  }

  /** Changes only what `body` holds. */
  update(
    actor: Actor,
    key: SiteKey,
    siteSectionId: string,
    body: UpdateSectionBody,
  ): Promise<Changed<SiteSectionEntity>> {
    return this.structures.change(actor, key, (structure) => {
      requireLive(body);
      const section = required(structure.findSection(siteSectionId), 'site section');
      updateSection(structure, section, body);
      return section;
    });
  }

  /** Removes the section and its spaces from the site; succeeds for an unknown section. */
  async remove(actor: Actor, key: SiteKey, siteSectionId: string): Promise<void> {
    await this.structures.change(actor, key, (structure) => removeSection(structure, siteSectionId));
  }

  /**
   * Title of the first section, which takes the existing spaces: that of their default space, if the actor can see it.
   */
  private async titleOfOthers(actor: Actor, structure: SiteStructure, siteTitle: string): Promise<string> {
    const shown = structure.defaultSpaceIn(null);
    if (!shown) return siteTitle;
    const seen = await this.spaces.findVisible(actor, structure.organizationId, [shown.spaceId]);
    return sectionTitle(seen.get(shown.spaceId)?.space.title ?? '', siteTitle);
  }
}

/** Titles of sections have two characters at least, those of spaces may be shorter. */
function sectionTitle(spaceTitle: string, fallback: string): string {
  return spaceTitle.trim().length >= 2 ? spaceTitle : fallback;
}
