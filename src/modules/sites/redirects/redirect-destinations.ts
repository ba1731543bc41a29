import { Injectable } from '@nestjs/common';
import { CurrentPages } from '#modules/content/index.js';
import { Spaces } from '#modules/spaces/index.js';
import type { Actor } from '#platform/http/actor.js';
import { BadRequest, DomainError } from '#platform/http/errors.js';
import type { SiteStructure } from '../structure/model/site-structure.js';
import type { RedirectDestinationBody } from './site-redirect.dto.js';
import type { RedirectDestination } from './site-redirect.entity.js';

/** Checks where redirects are to lead. */
@Injectable()
export class RedirectDestinations {
  constructor(
    private readonly spaces: Spaces,
    private readonly pages: CurrentPages,
  ) {}

  /**
   * The destination by ids.
   * @throws BadRequest when it is not on the site, or on a part of it that the actor does not see.
   */
  async check(
    actor: Actor,
    structure: SiteStructure,
    destination: RedirectDestinationBody,
  ): Promise<RedirectDestination> {
    const { spaces } = structure.items;
    switch (destination.kind) {
      case 'external':
        return { kind: 'external', url: new URL(destination.url).href };
      case 'site-section': {
        const section = structure.findSection(destination.siteSectionId);
        if (section) return { kind: 'site-section', siteSectionId: section.id };
        throw new BadRequest('destination.siteSectionId: the site has no such section.');
      }
      case 'site-space':
      case 'site-page': {
        const { kind, siteSpaceId } = destination;
        const siteSpace = spaces.find(({ id }) => id === siteSpaceId);
        if (!siteSpace) throw new BadRequest('destination.siteSpaceId: the site has no such site space.');
        if (kind === 'site-space') return { kind, siteSpaceId };
        const { pageId } = destination;
        await this.findPage(actor, siteSpace.spaceId, { pageId }, 'destination.pageId');
        return { kind, siteSpaceId, pageId };
      }
      case 'path': {
        const siteSpace = spaces.find(({ spaceId }) => spaceId === destination.spaceId);
        if (!siteSpace) throw new BadRequest('destination.spaceId: the site does not show this space.');
        const path = destination.path.replace(/^\/+|\/+$/g, '');
        const pageId = await this.findPage(actor, siteSpace.spaceId, { path }, 'destination.path');
        return { kind: 'site-page', siteSpaceId: siteSpace.id, pageId };
      }
    }
  }

  private async findPage(
    actor: Actor,
    spaceId: string,
    key: { pageId: string } | { path: string },
    field: string,
  ): Promise<string> {
    const found = await this.spaces.requireSpace(actor, spaceId, 'view').catch((error: unknown) => {
      if (error instanceof DomainError) return null;
      throw error;
    });
    const { organizationId = '', snapshot = '' } = found?.space ?? {};
    const page = found && (await this.pages.find(organizationId, spaceId, snapshot, key));
    if (!page) throw new BadRequest(`${field}: the space has no such page, or you do not see it.`);
    return page.id;
  }
}
