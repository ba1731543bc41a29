import { Injectable } from '@nestjs/common';
import {
  CustomFonts,
  Customizations,
  type FontDefinition,
  fontDefinition,
  LookDrafts,
  SitePreviews,
  SitePublishing,
} from '#modules/sites/index.js';
import { Spaces } from '#modules/spaces/index.js';
import type { Actor } from '#platform/http/actor.js';
import { Urls } from '#platform/http/urls.js';
import type { LooksView } from './looks-view.types.js';

/** The site that gets its looks, or the space on it. */
export interface LooksPlace {
  actor: Actor;
  organizationId: string;
  siteId: string;
  siteSpaceId?: string;
  /** Title of the site. */
  title: string;
}

/** Data of the page on which a site gets its looks. */
@Injectable()
export class LooksViews {
  constructor(
    private readonly customizations: Customizations,
    private readonly drafts: LookDrafts,
    private readonly customFonts: CustomFonts,
    private readonly previews: SitePreviews,
    private readonly publishing: SitePublishing,
    private readonly spaces: Spaces,
    private readonly urls: Urls,
  ) {}

  /**
   * @param isDraft true for the settings that the actor tries, where they are of this place.
   * @throws NotFound for a space that the site does not show, or that the actor does not see.
   */
  async view(place: LooksPlace, here: string, isDraft: boolean): Promise<LooksView> {
    const { actor, organizationId, siteId, siteSpaceId, title } = place;
    const { customization: shown, hasOverrides = false } =
      siteSpaceId === undefined
        ? await this.customizations.get(actor, organizationId, siteId)
        : await this.customizations.getOfSpace(actor, organizationId, siteId, siteSpaceId);
    const found = isDraft ? await this.drafts.find(actor, organizationId, siteId) : null;
    const draft = found && found.siteSpaceId === (siteSpaceId ?? null) ? found : null;
    const variants = await this.variants(place);
    const current = variants.find(({ isCurrent }) => isCurrent);
    const preview = variants.length > 0 && {
      url: await this.previews.create(actor, organizationId, siteId, siteSpaceId, undefined, draft !== null),
      isDraft: draft !== null,
    };
    return {
      organizationId,
      site: { id: siteId, title },
      here,
      variants,
      variant:
        siteSpaceId === undefined
          ? null
          : { siteSpaceId, title: current?.title ?? 'This space', hasOverrides },
      looks: draft?.settings ?? shown,
      shown,
      fonts: await this.fonts(place),
      preview: preview || null,
    };
  }

  /** Fonts that the organization uploaded; none for guests of the site, who may not list them. */
  async fonts({ actor, organizationId }: LooksPlace): Promise<FontDefinition[]> {
    if (!actor.memberships.has(organizationId)) return [];
    const fonts = await this.customFonts.list(actor, organizationId);
    return fonts.map(({ font }) => fontDefinition(organizationId, font, this.urls));
  }

  private async variants({
    actor,
    organizationId,
    siteId,
    siteSpaceId,
  }: LooksPlace): Promise<LooksView['variants']> {
    const site = await this.publishing.find(organizationId, siteId);
    if (!site) return [];
    const ids = site.spaces.map(({ spaceId }) => spaceId);
    const seen = await this.spaces.findVisible(actor, organizationId, ids);
    return site.spaces
      .filter(({ spaceId }) => seen.has(spaceId))
      .map((space) => ({
        siteSpaceId: space.siteSpaceId,
        title: space.section ? `${space.section.title}: ${space.title}` : space.title,
        isCurrent: space.siteSpaceId === siteSpaceId,
      }));
  }
}
