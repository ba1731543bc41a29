import { Injectable } from '@nestjs/common';
import type { Actor } from '#platform/http/actor.js';
import { newId } from '#platform/ids/ids.js';
import { requireAsSeen, type SeenValues } from './model/as-seen.js';
import {
  addGroup,
  addSectionToGroup,
  removeGroup,
  removeSectionFromGroup,
  updateGroup,
} from './model/groups.js';
import { addLink, removeLink, updateLink } from './model/links.js';
import type { SiteExternalLinkEntity } from './site-external-link.entity.js';
import type { SiteSectionGroupEntity } from './site-section-group.entity.js';
import {
  type Changed,
  required,
  requireLive,
  type SiteKey,
  SiteStructures,
} from './site-structures.service.js';
import type {
  AddExternalLinkBody,
  AddSectionGroupBody,
  UpdateExternalLinkBody,
  UpdateSectionGroupBody,
} from './structure.dto.js';

/** Edits the items around the sections in the header of a site: groups and external links. */
@Injectable()
export class EditNavigation {
  constructor(private readonly structures: SiteStructures) {}

  /** @throws BadRequest for an unknown parent or section, or when groups are too deep in each other. */
  addGroup(actor: Actor, key: SiteKey, body: AddSectionGroupBody): Promise<Changed<SiteSectionGroupEntity>> {
    return this.structures.change(actor, key, (structure) => {
      requireLive(body);
      return addGroup(structure, {
        id: newId(),
        title: body.title,
        icon: body.icon ?? null,
        parent: body.parent,
        sections: [...new Set(body.sections ?? [])],
      });
    });
  }

  /** Changes only what `body` holds. @param seen as `requireAsSeen` takes it. @throws Conflict where somebody else has changed it. */
  updateGroup(
    actor: Actor,
    key: SiteKey,
    groupId: string,
    body: UpdateSectionGroupBody,
    seen?: SeenValues,
  ): Promise<Changed<SiteSectionGroupEntity>> {
    return this.structures.change(actor, key, (structure) => {
      requireLive(body);
      const group = required(structure.findGroup(groupId), 'site section group');
      requireAsSeen(group, body, seen);
      updateGroup(structure, group, body);
      return group;
    });
  }

  /** Deletes a group, whose items take its place; succeeds for an unknown group. */
  async removeGroup(actor: Actor, key: SiteKey, groupId: string): Promise<void> {
    await this.structures.change(actor, key, (structure) => removeGroup(structure, groupId));
  }

  /** @throws BadRequest for an unknown section, Conflict when it is in the group already. */
  addSectionToGroup(
    actor: Actor,
    key: SiteKey,
    groupId: string,
    sectionId: string,
  ): Promise<Changed<SiteSectionGroupEntity>> {
    return this.structures.change(actor, key, (structure) => {
      const group = required(structure.findGroup(groupId), 'site section group');
      addSectionToGroup(structure, group, sectionId);
      return group;
    });
  }

  /** Puts the section at the end of the top level; quietly when it is not in the group. */
  async removeSectionFromGroup(
    actor: Actor,
    key: SiteKey,
    groupId: string,
    sectionId: string,
  ): Promise<void> {
    await this.structures.change(actor, key, (structure) => {
      const group = required(structure.findGroup(groupId), 'site section group');
      removeSectionFromGroup(structure, group, sectionId);
    });
  }

  /** @throws BadRequest for an unknown group, or on a site without sections. */
  addLink(actor: Actor, key: SiteKey, body: AddExternalLinkBody): Promise<Changed<SiteExternalLinkEntity>> {
    return this.structures.change(actor, key, (structure) => addLink(structure, newId(), body));
  }

  /** Changes only what `body` holds. @param seen as `requireAsSeen` takes it. @throws Conflict where somebody else has changed it. */
  updateLink(
    actor: Actor,
    key: SiteKey,
    linkId: string,
    body: UpdateExternalLinkBody,
    seen?: SeenValues,
  ): Promise<Changed<SiteExternalLinkEntity>> {
    return this.structures.change(actor, key, (structure) => {
      const link = required(structure.findLink(linkId), 'site external link');
      requireAsSeen(link, body, seen);
      updateLink(structure, link, body);
      return link;
    });
  }

  /** Succeeds for an unknown link. */
  async removeLink(actor: Actor, key: SiteKey, linkId: string): Promise<void> {
    await this.structures.change(actor, key, (structure) => removeLink(structure, linkId));
  }
}
