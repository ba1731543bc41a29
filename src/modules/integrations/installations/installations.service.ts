import { Injectable } from '@nestjs/common';
import { Grants } from '#modules/access/index.js';
import { requireInOrganization } from '#modules/organizations/index.js';
import { mapPage, type Page, type PageRequest } from '#platform/database/pagination.js';
import type { Actor } from '#platform/http/actor.js';
import { Forbidden, NotFound } from '#platform/http/errors.js';
import { requireAllowed } from '#platform/http/verdict.js';
import { organizationsInstalledBy } from '../catalog/integration.policy.js';
import type { Integration } from '../catalog/integrations.repository.js';
import { Integrations } from '../catalog/integrations.service.js';
import { checkConfiguration } from './configuration.js';
import { isOnAll } from './installation-access.js';
import type { InstallationStatus } from './installation.entity.js';
import { type InstallationAction, installationVerdict } from './installation.policy.js';
import { type Installation, InstallationsRepository } from './installations.repository.js';
import { type InstallationTarget, type TargetKind, TargetsRepository } from './targets.repository.js';

/** An installation with its integration. */
export interface InstallationView {
  installation: Installation;
  integration: Integration;
}

/** An installation that works on a space or site. */
export interface WorkingInstallation extends InstallationView {
  /** Settings on this one: what is stored, or the defaults where it works on all of them. */
  configuration: Record<string, unknown>;
  /** Null where nothing is stored for this one, because it works on all of them. */
  target: InstallationTarget | null;
}

type WorkingRow = Omit<WorkingInstallation, keyof InstallationView> & { installationId: string };

/** Installations of organizations, and their visibility. */
@Injectable()
export class Installations {
  constructor(
    private readonly integrations: Integrations,
    private readonly installations: InstallationsRepository,
    private readonly targets: TargetsRepository,
    private readonly grants: Grants,
  ) {}

  /**
   * The installation of the integration, when the actor may do this to it.
   * @throws NotFound for one they may not know of, Forbidden when they may only see it.
   */
  async requireInstallation(
    actor: Actor,
    name: string,
    installationId: string,
    action: InstallationAction,
  ): Promise<InstallationView> {
    const integration = await this.integrations.requireIntegration(actor, name, 'view');
    const installation = await this.installations.find(integration.id, installationId);
    if (!installation) throw new NotFound('installation');
    requireAllowed('installation', installationVerdict(actor, installation, action));
    return { installation, integration };
  }

  /** For other services, which have authorised; null when it is gone. Its integration may be unpublished. */
  async findById(id: string): Promise<InstallationView | null> {
    const installation = await this.installations.findById(id);
    const integration = installation && (await this.integrations.findById(installation.integrationId));
    return installation && integration && { installation, integration };
  }

  /** The installation of an organization, whatever its status; for other services, which have authorised. */
  findForOrganization(integrationId: string, organizationId: string): Promise<Installation | null> {
    return this.installations.findForOrganization(integrationId, organizationId);
  }

  /**
   * Installations that are active and work on a space or site, oldest first: on that one, or on all of them. None on what is
   * not there. For other services, which have authorised.
   */
  async targetsOf(
    organizationId: string,
    kind: TargetKind,
    targetId: string,
  ): Promise<WorkingInstallation[]> {
    const rows = await this.findWorking(organizationId, kind, targetId);
    const installations = await this.installations.findByIds(rows.map((row) => row.installationId));
    const ids = [...installations.values()].map(({ integrationId }) => integrationId);
    const integrations = await this.installations.findIntegrations(ids);
    return rows.flatMap(({ installationId, ...row }): WorkingInstallation[] => {
      const installation = installations.get(installationId);
      const integration = installation && integrations.get(installation.integrationId);
      return integration ? [{ installation, integration, ...row }] : [];
    });
  }

  /** True when any installation is active on a space or site: one statement if not. */
  async worksOn(organizationId: string, kind: TargetKind, targetId: string): Promise<boolean> {
    return (await this.findWorking(organizationId, kind, targetId)).length > 0;
  }

  /** Integrations that work on a space or site, by the age of their installations. For other services, which have authorised. */
  async listWorking(
    organizationId: string,
    kind: TargetKind,
    targetId: string,
    search: string | undefined,
    page: PageRequest,
  ): Promise<Page<Integration>> {
    const working = await this.findWorking(organizationId, kind, targetId);
    const ids = working.map(({ installationId }) => installationId);
    return this.installations.listIntegrations(ids, search, page);
  }

  /**
   * True when an installation is on a space or site, directly or as on all of them, whatever its status. As `targetsOf`
   * for whom.
   */
  async isOn(
    { installation: { id, organizationId, ...selection }, integration }: InstallationView,
    kind: TargetKind,
    targetId: string,
  ): Promise<boolean> {
    if (await this.targets.find(id, kind, targetId)) return true;
    return isOnAll(selection, kind, integration.target) && this.isOpen(organizationId, kind, targetId);
  }

  /**
   * Installations on all targets count as if they were on each with the default settings; a missing default makes them
   * wait.
   */
  private async findWorking(
    organizationId: string,
    kind: TargetKind,
    targetId: string,
  ): Promise<WorkingRow[]> {
    const rows = await this.targets.findWorking(organizationId, kind, targetId);
    const hasOnAll = rows.some(({ target }) => target === null);
    const isOpen = hasOnAll && (await this.isOpen(organizationId, kind, targetId));
    return rows.flatMap(({ asked, ...row }): WorkingRow[] => {
      if (row.target) return [{ ...row, configuration: row.target.configuration }];
      const { configuration, missing } = checkConfiguration(asked ?? undefined, {});
      return isOpen && missing.length === 0 ? [{ ...row, configuration }] : [];
    });
  }

  /** A space that is not open to all members has to be chosen. */
  private async isOpen(organizationId: string, kind: TargetKind, targetId: string): Promise<boolean> {
    return kind === 'site' || (await this.grants.findOpenSpaces(organizationId, [targetId])).length > 0;
  }

  /** The target of an installation, for other services, which have authorised; null for an unknown one. */
  findTarget(installationId: string, kind: TargetKind, targetId: string): Promise<InstallationTarget | null> {
    return this.targets.find(installationId, kind, targetId);
  }

  /** Installations of an integration: all for the integration itself, for others those they administrate. */
  async listOfIntegration(
    actor: Actor,
    name: string,
    externalId: string | undefined,
    page: PageRequest,
  ): Promise<Page<InstallationView>> {
    const integration = await this.integrations.requireIntegration(actor, name, 'view');
    const found = await this.installations.listOfIntegration(
      integration.id,
      whereTo(actor),
      externalId,
      page,
    );
    return mapPage(found, (installation) => ({ installation, integration }));
  }

  /** Installations of an organization, by title. @throws NotFound, Forbidden */
  listOfOrganization(
    actor: Actor,
    organizationId: string,
    search: string | undefined,
    page: PageRequest,
  ): Promise<Page<InstallationView>> {
    requireListing(actor, organizationId);
    return this.installations.listOfOrganization(organizationId, search, page);
  }

  /**
   * Integrations that an organization has installed, by title, with their status: in the organization, or the best one on its
   * spaces or sites. @throws NotFound, Forbidden
   */
  listStatus(
    actor: Actor,
    organizationId: string,
    at: TargetKind | 'organization',
    page: PageRequest,
  ): Promise<Page<{ integration: Integration; status: InstallationStatus }>> {
    requireListing(actor, organizationId);
    return this.installations.listStatus(organizationId, at, page);
  }

  /** The installation of an organization. @throws NotFound, also when the integration is not installed; Forbidden */
  async getOfOrganization(actor: Actor, organizationId: string, name: string): Promise<Installation> {
    requireListing(actor, organizationId);
    const integration = await this.integrations.requireIntegration(actor, name, 'view');
    const installation = await this.installations.findForOrganization(integration.id, organizationId);
    if (!installation) throw new NotFound('installation');
    return installation;
  }
}

/** @throws NotFound, Forbidden; also for installations, which see none but themselves. */
function requireListing(actor: Actor, organizationId: string): void {
  requireInOrganization(actor, organizationId, 'listInstallations');
  if (actor.installationId !== undefined) throw new Forbidden('An installation sees itself alone.');
}

/** Organizations whose installations the actor may list over all of an integration; null is all. */
export function whereTo(actor: Actor): string[] | null {
  return actor.kind === 'integration' ? null : organizationsInstalledBy(actor);
}
