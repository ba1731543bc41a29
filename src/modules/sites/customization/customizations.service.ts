import { Injectable } from '@nestjs/common';
import { ReferencePolicy, Spaces } from '#modules/spaces/index.js';
import { Clock } from '#platform/clock/clock.js';
import type { Actor } from '#platform/http/actor.js';
import { BadRequest, NotFound } from '#platform/http/errors.js';
import { Urls } from '#platform/http/urls.js';
import type { SiteEntity } from '../site/site.entity.js';
import { SiteAudit } from '../site/site-audit.js';
import { Sites } from '../site/sites.service.js';
import { checkCustomization, checkOverrides } from './check-customization.js';
import { CustomFontsRepository } from './custom-fonts.repository.js';
import type { CustomizationOverrides, SiteCustomization, Themed } from './customization-schema.js';
import {
  referencesIn,
  requireLinkConditions,
  requireLinkTargets,
  type SettingsReference,
} from './customization-links.js';
import { CustomizationsRepository } from './customizations.repository.js';
import { fontDefinition, withFonts } from './font-definitions.js';
import {
  changeOverrides,
  effectiveCustomization,
  mergeSettings,
  settingsByPath,
} from './merge-customization.js';
import { CustomizationImages } from './customization-images.js';

export interface CustomizationView {
  customization: SiteCustomization;
  updatedAt?: Date;
  /** For a space on a site: true when it overrides settings. */
  hasOverrides?: boolean;
}

/** Customizations of sites: their settings, and the overrides of spaces on them. */
@Injectable()
export class Customizations {
  constructor(
    private readonly clock: Clock,
    private readonly urls: Urls,
    private readonly sites: Sites,
    private readonly spaces: Spaces,
    private readonly customizations: CustomizationsRepository,
    private readonly fonts: CustomFontsRepository,
    private readonly images: CustomizationImages,
    private readonly references: ReferencePolicy,
    private readonly audit: SiteAudit,
  ) {}

  async get(actor: Actor, organizationId: string, siteId: string): Promise<CustomizationView> {
    await this.sites.requireSite(actor, organizationId, siteId, 'view');
    return this.viewOf(organizationId, siteId);
  }

  /** Replaces all settings. @throws BadRequest with the path of what does not fit. */
  async put(actor: Actor, organizationId: string, siteId: string, body: object): Promise<CustomizationView> {
    checkCustomization(body);
    return this.edit(actor, organizationId, siteId, () => body);
  }

  /**
   * Replaces all settings by what `edit` makes of those that are stored when nobody else can change them.
   * @throws as `put`, and the errors of `edit`.
   */
  async edit(
    actor: Actor,
    organizationId: string,
    siteId: string,
    edit: (stored: SiteCustomization) => object,
  ): Promise<CustomizationView> {
    await this.sites.change(actor, organizationId, siteId, async ({ site }) => {
      const stored = await this.viewOf(organizationId, siteId);
      const settings = checkCustomization(edit(stored.customization));
      const before = (await this.customizations.find(organizationId, siteId))?.settings ?? {};
      const kept = await this.admit(actor, site, settings, before);
      await this.customizations.save(organizationId, siteId, kept, this.clock.now());
      await this.record(site, effectiveCustomization(before), effectiveCustomization(kept));
      await this.images.deleteUnused(organizationId);
      return {};
    });
    return this.viewOf(organizationId, siteId);
  }

  async getOfSpace(
    actor: Actor,
    organizationId: string,
    siteId: string,
    siteSpaceId: string,
  ): Promise<CustomizationView> {
    const { site } = await this.sites.requireSite(actor, organizationId, siteId, 'view');
    await this.requireSpace(actor, site, siteSpaceId);
    return this.viewOf(organizationId, siteId, siteSpaceId);
  }

  /** Changes the overrides that `body` names; null goes back to the setting of the site. */
  async changeOfSpace(
    actor: Actor,
    organizationId: string,
    siteId: string,
    siteSpaceId: string,
    body: object,
  ): Promise<CustomizationView> {
    checkOverrides(body);
    return this.editSpace(actor, organizationId, siteId, siteSpaceId, () => body);
  }

  /**
   * Changes the overrides that `edit` answers for the settings of the space and those of the site, when nobody else can change either.
   * @throws as `changeOfSpace`, and the errors of `edit`.
   */
  async editSpace(
    actor: Actor,
    organizationId: string,
    siteId: string,
    siteSpaceId: string,
    edit: (stored: SiteCustomization, ofSite: SiteCustomization) => object,
  ): Promise<CustomizationView> {
    await this.sites.change(actor, organizationId, siteId, async ({ site }) => {
      const spaceId = await this.requireSpace(actor, site, siteSpaceId);
      const stored = await this.viewOf(organizationId, siteId, siteSpaceId);
      const ofSite = await this.viewOf(organizationId, siteId);
      const change = checkOverrides(edit(stored.customization, ofSite.customization));
      const before = (await this.customizations.findOverrides(organizationId, siteSpaceId)) ?? {};
      const kept = await this.admit(actor, site, change, before, spaceId);
      const after = changeOverrides(before, kept);
      if (Object.keys(after).length === 0)
        await this.customizations.deleteOverrides(organizationId, siteSpaceId);
      else await this.customizations.saveOverrides(organizationId, siteSpaceId, after, this.clock.now());
      await this.record(site, before, after, siteSpaceId);
      await this.images.deleteUnused(organizationId);
      return {};
    });
    return this.viewOf(organizationId, siteId, siteSpaceId);
  }

  /** Deletes all overrides of the space; succeeds without any. */
  async resetSpace(actor: Actor, organizationId: string, siteId: string, siteSpaceId: string): Promise<void> {
    await this.sites.change(actor, organizationId, siteId, async ({ site }) => {
      await this.requireSpace(actor, site, siteSpaceId);
      const before = (await this.customizations.findOverrides(organizationId, siteSpaceId)) ?? {};
      await this.customizations.deleteOverrides(organizationId, siteSpaceId);
      await this.record(site, before, {}, siteSpaceId);
      await this.images.deleteUnused(organizationId);
      return {};
    });
  }

  /**
   * Refuses settings that {@link put} would refuse, and answers those that it would store.
   * @param siteSpaceId of the space whose settings they are to be; the whole site where it is absent.
   * @throws NotFound, Forbidden, BadRequest
   */
  async requireSavable(
    actor: Actor,
    organizationId: string,
    siteId: string,
    body: object,
    siteSpaceId?: string,
  ): Promise<SiteCustomization> {
    const settings = checkCustomization(body);
    const { site } = await this.sites.requireSite(actor, organizationId, siteId, 'manage');
    const spaceId = siteSpaceId === undefined ? undefined : await this.requireSpace(actor, site, siteSpaceId);
    const before = (await this.customizations.find(organizationId, siteId))?.settings ?? {};
    const own =
      siteSpaceId === undefined
        ? {}
        : ((await this.customizations.findOverrides(organizationId, siteSpaceId)) ?? {});
    const known = [...referencesIn(before), ...referencesIn(own)];
    await this.requireReferences(actor, site, settings, known, spaceId);
    await this.requireFonts(organizationId, settings);
    return effectiveCustomization(settings);
  }

  /** @param siteSpaceId whose own settings they are; those of the whole site when left out. */
  private async record(site: SiteEntity, was: object, is: object, siteSpaceId?: string): Promise<void> {
    const prefix = siteSpaceId === undefined ? '' : `site-space:${siteSpaceId} `;
    const [before, after] = [settingsByPath(was, prefix), settingsByPath(is, prefix)];
    await this.audit.record(site, 'site.customization.updated', { before, after });
  }

  /** Settings to store. @throws BadRequest for references that the actor may not use or that do not exist. */
  private async admit(
    actor: Actor,
    site: SiteEntity,
    settings: CustomizationOverrides,
    before: CustomizationOverrides,
    spaceId?: string,
  ): Promise<CustomizationOverrides> {
    await this.requireReferences(actor, site, settings, referencesIn(before), spaceId);
    await this.requireFonts(site.organizationId, settings);
    return this.withKeptImages(site.organizationId, settings);
  }

  private async requireReferences(
    actor: Actor,
    { organizationId }: SiteEntity,
    settings: CustomizationOverrides,
    before: readonly SettingsReference[],
    spaceId?: string,
  ): Promise<void> {
    const references = referencesIn(settings);
    requireLinkTargets(references, spaceId !== undefined);
    requireLinkConditions(settings);
    const known = before.map(({ ref }) => ref);
    const scope = { actor, organizationId, spaceId: spaceId ?? '' };
    for (const { ref, at } of references) await this.references.check(scope, [ref], known, at);
  }

  private async requireFonts(organizationId: string, settings: CustomizationOverrides): Promise<void> {
    for (const name of ['font', 'monospaceFont'] as const) {
      const font = settings.styling?.[name];
      if (!font || typeof font === 'string') continue;
      const found = await this.fonts.lock(organizationId, [font.id]);
      if (!found.has(font.id))
        throw new BadRequest(
          `styling.${name}.id: the organization has no font ${font.id}; upload it first. Pages load fonts from here only.`,
        );
    }
  }

  private async withKeptImages(
    organizationId: string,
    settings: CustomizationOverrides,
  ): Promise<CustomizationOverrides> {
    const kept = structuredClone(settings);
    const pairs: [Themed | null | undefined, string][] = [
      [kept.header?.logo, 'header.logo'],
      [kept.footer?.logo, 'footer.logo'],
      [kept.favicon?.icon, 'favicon.icon'],
    ];
    for (const [pair, at] of pairs) {
      if (!pair) continue;
      pair.light = await this.images.store(organizationId, pair.light, `${at}.light`);
      pair.dark = await this.images.store(organizationId, pair.dark, `${at}.dark`);
    }
    const preview = kept.socialPreview;
    if (preview?.url) preview.url = await this.images.store(organizationId, preview.url, 'socialPreview.url');
    return kept;
  }

  /** Id of the space that is meant; nobody gets at settings of one they do not see. */
  private async requireSpace(actor: Actor, site: SiteEntity, siteSpaceId: string): Promise<string> {
    const { organizationId, id } = site;
    const spaceId = await this.customizations.findSpaceId(organizationId, id, siteSpaceId);
    const seen = await this.spaces.findVisible(actor, organizationId, spaceId === null ? [] : [spaceId]);
    if (spaceId === null || !seen.has(spaceId)) throw new NotFound('site space');
    return spaceId;
  }

  private async viewOf(
    organizationId: string,
    siteId: string,
    siteSpaceId?: string,
  ): Promise<CustomizationView> {
    const stored = await this.customizations.find(organizationId, siteId);
    const list = await this.fonts.list(organizationId);
    const fonts = new Map(list.map((font) => [font.id, fontDefinition(organizationId, font, this.urls)]));
    const customization = effectiveCustomization(withFonts(stored?.settings ?? {}, fonts));
    const updatedAt = stored ? { updatedAt: stored.updatedAt } : {};
    if (siteSpaceId === undefined) return { customization, ...updatedAt };
    const overrides = await this.customizations.findOverrides(organizationId, siteSpaceId);
    const own = withFonts(overrides ?? {}, fonts);
    return { customization: mergeSettings(customization, own), hasOverrides: overrides !== null };
  }
}
