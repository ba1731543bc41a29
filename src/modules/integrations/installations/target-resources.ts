import { Injectable } from '@nestjs/common';
import { presentSite, SiteAddress, type SiteResource, Sites } from '#modules/sites/index.js';
import { presentSpace, type SpaceResource, Spaces } from '#modules/spaces/index.js';
import { UserTokens } from '#modules/users/index.js';
import { mapPage, type Page } from '#platform/database/pagination.js';
import type { Actor } from '#platform/http/actor.js';
import { Urls } from '#platform/http/urls.js';
import type { SiteInstallationResource, SpaceInstallationResource } from './installation.dto.js';
import { targetVerdict } from './installation.policy.js';
import { presentSiteInstallation, presentSpaceInstallation } from './installation.presenter.js';
import type { TargetView } from './installation-targets.service.js';
import { InstallationsRepository } from './installations.repository.js';

interface Shown<T> {
  resource: T;
  isAdmin: boolean;
}

/** Installations on spaces and sites as the API shows them, with the spaces and sites where that is asked for. */
@Injectable()
export class TargetResources {
  constructor(
    private readonly spaces: Spaces,
    private readonly sites: Sites,
    private readonly address: SiteAddress,
    private readonly urls: Urls,
    private readonly users: UserTokens,
    private readonly installations: InstallationsRepository,
  ) {}

  async spacePage(
    actor: Actor,
    page: Page<TargetView>,
    isExtended = false,
  ): Promise<Page<SpaceInstallationResource>> {
    const spaces = await this.load(actor, page.items, async (reader, organizationId, ids) => {
      const found = await this.spaces.findVisible(reader, organizationId, ids);
      return [...found].map(([id, view]): [string, Shown<SpaceResource>] => [
        id,
        { resource: presentSpace(view, this.urls), isAdmin: view.permissions.installIntegration },
      ]);
    });
    return mapPage(page, (view) => {
      const { isOpen, resource } = this.shownOf(actor, view, spaces);
      const space = isExtended ? resource : undefined;
      return presentSpaceInstallation(view.target, view.integration, this.urls, isOpen, space);
    });
  }

  async sitePage(
    actor: Actor,
    page: Page<TargetView>,
    isExtended = false,
  ): Promise<Page<SiteInstallationResource>> {
    const sites = await this.load(actor, page.items, async (reader, organizationId, ids) => {
      const found = await this.sites.findVisible(reader, organizationId, ids);
      return [...found].map(([id, row]): [string, Shown<SiteResource>] => [
        id,
        { resource: presentSite(row, this.urls, this.address), isAdmin: row.role === 'admin' },
      ]);
    });
    return mapPage(page, (view) => {
      const { isOpen, resource } = this.shownOf(actor, view, sites);
      const site = isExtended ? resource : undefined;
      return presentSiteInstallation(view.target, view.integration, this.urls, isOpen, site);
    });
  }

  async oneSpace(actor: Actor, view: TargetView, isExtended?: boolean): Promise<SpaceInstallationResource> {
    return (await this.spacePage(actor, { items: [view], count: 1 }, isExtended)).items[0]!;
  }

  async oneSite(actor: Actor, view: TargetView, isExtended?: boolean): Promise<SiteInstallationResource> {
    return (await this.sitePage(actor, { items: [view], count: 1 }, isExtended)).items[0]!;
  }

  private shownOf<T>(
    actor: Actor,
    { target, integration }: TargetView,
    found: ReadonlyMap<string, Shown<T>>,
  ): { isOpen: boolean; resource?: T } {
    const { installationId: id, organizationId, targetId } = target;
    const shown = found.get(targetId);
    const onTarget = { view: shown !== undefined, installIntegration: shown?.isAdmin ?? false };
    const facts = { id, organizationId, integrationId: integration.id };
    return { isOpen: targetVerdict(actor, facts, onTarget, 'configure').allowed, resource: shown?.resource };
  }

  /** The spaces or sites as the actor may see them; an integration as such sees those of each of its installations. */
  private async load<T>(
    actor: Actor,
    views: readonly TargetView[],
    find: (reader: Actor, organizationId: string, ids: string[]) => Promise<[string, T][]>,
  ): Promise<Map<string, T>> {
    const byInstallation = new Map<string, TargetView[]>();
    for (const view of views) {
      const { installationId } = view.target;
      byInstallation.set(installationId, [...(byInstallation.get(installationId) ?? []), view]);
    }
    const loaded = new Map<string, T>();
    for (const [installationId, own] of byInstallation) {
      const reader = actor.kind === 'integration' ? await this.actorOf(installationId) : actor;
      const ids = own.map(({ target }) => target.targetId);
      const organizationId = own[0]?.target.organizationId ?? '';
      for (const [id, resource] of reader ? await find(reader, organizationId, ids) : [])
        loaded.set(id, resource);
    }
    return loaded;
  }

  private async actorOf(installationId: string): Promise<Actor | null> {
    const installation = await this.installations.findById(installationId);
    return installation && this.users.findActor(installation.userId);
  }
}
