import { Injectable } from '@nestjs/common';
import { Grants } from '#modules/access/index.js';
import { requireInOrganization } from '#modules/organizations/index.js';
import { mapPage, type Page, type PageRequest } from '#platform/database/pagination.js';
import type { Actor } from '#platform/http/actor.js';
import { Forbidden, NotFound } from '#platform/http/errors.js';
import { requireAllowed } from '#platform/http/verdict.js';
import { organizationsToInstallIn } from '../catalog/integration.policy.js';
import type { Integration } from '../catalog/integrations.repository.js';
import { Integrations } from '../catalog/integrations.service.js';
import { checkConfiguration } from './configuration.js';
import { isInstalledOnAll } from './installation-access.js';
import type { InstallationStatus } from './installation.entity.js';
import { type InstallationAction, installationVerdict } from './installation.policy.js';
import { type Installation, InstallationsRepository } from './installations.repository.js';
import { type InstallationTarget, type TargetKind, TargetsRepository } from './targets.repository.js';

/** An installation with its integration. */
export interface InstallationView {
  installation: Installation;
  integration: Integration;
}

/** An installation that is active on a space or site. */
export interface WorkingInstallation extends InstallationView {
  /** Settings for this space or site: the stored ones, or the defaults when the installation is on all of them. */
  configuration: Record<string, unknown>;
  /** Null when nothing is stored for this space or site, because the installation is on all of them. */
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
   * Answers an installation of the integration when the actor may do `action` to it.
   * @throws NotFound when the actor may not know that it exists, Forbidden when they may only see it.
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

  /** For services that have authorised the actor. Null when it was uninstalled; its integration may be unpublished. */
  async findById(id: string): Promise<InstallationView | null> {
    const installation = await this.installations.findById(id);
    const integration = installation && (await this.integrations.findById(installation.integrationId));
    return installation && integration && { installation, integration };
  }

  /** The installation in an organization, whatever its status; for services that have authorised the actor. */
  findForOrganization(integrationId: string, organizationId: string): Promise<Installation | null> {
    return this.installations.findForOrganization(integrationId, organizationId);
  }

  /**
   * Finds installations that are active on a space or site, because they are installed on it or on all of them, oldest first.
   * Empty when the space or site does not exist. For services that have authorised the actor.
   */
  async findWorking(
    organizationId: string,
    kind: TargetKind,
    targetId: string,
  ): Promise<WorkingInstallation[]> {
    const rows = await this.findWorkingRows(organizationId, kind, targetId);
    const installations = await this.installations.findByIds(rows.map((row) => row.installationId));
    const ids = [...installations.values()].map(({ integrationId }) => integrationId);
    const integrations = await this.installations.findIntegrations(ids);
    return rows.flatMap(({ installationId, ...row }): WorkingInstallation[] => {
      const installation = installations.get(installationId);
      const integration = installation && integrations.get(installation.integrationId);
      return integration ? [{ installation, integration, ...row }] : [];
    });
  }

  /** True when at least one installation is active on a space or site. It costs one statement when none is. */
  async hasWorking(organizationId: string, kind: TargetKind, targetId: string): Promise<boolean> {
    return (await this.findWorkingRows(organizationId, kind, targetId)).length > 0;
  }

  /**
   * Lists integrations with an active installation on a space or site, oldest installation first. For services that have
   * authorised the actor.
   */
  async listWorkingIntegrations(
    organizationId: string,
    kind: TargetKind,
    targetId: string,
    search: string | undefined,
    page: PageRequest,
  ): Promise<Page<Integration>> {
    const working = await this.findWorkingRows(organizationId, kind, targetId);
    const ids = working.map(({ installationId }) => installationId);
    return this.installations.listIntegrations(ids, search, page);
  }

  /**
   * True when an installation is on a space or site, because it is installed on it or on all of them, whatever its status.
   * For services that have authorised the actor.
   */
  async isInstalledOn(
    { installation: { id, organizationId, ...selection }, integration }: InstallationView,
    kind: TargetKind,
    targetId: string,
  ): Promise<boolean> {
    if (await this.targets.find(id, kind, targetId)) return true;
    return (
      isInstalledOnAll(selection, kind, integration.target) &&
      this.isOpenToMembers(organizationId, kind, targetId)
    );
  }

  /**
   * An installation on all spaces or sites counts as if it were on each of them with the default settings. It is not active
   * there while a required setting has no default.
   */
  private async findWorkingRows(
    organizationId: string,
    kind: TargetKind,
    targetId: string,
  ): Promise<WorkingRow[]> {
    const rows = await this.targets.findWorking(organizationId, kind, targetId);
    const hasOnAll = rows.some(({ target }) => target === null);
    const isOpen = hasOnAll && (await this.isOpenToMembers(organizationId, kind, targetId));
    return rows.flatMap(({ requestedSettings, ...row }): WorkingRow[] => {
      if (row.target) return [{ ...row, configuration: row.target.configuration }];
      const { configuration, missing } = checkConfiguration(requestedSettings ?? undefined, {});
      return isOpen && missing.length === 0 ? [{ ...row, configuration }] : [];
    });
  }

  /** An installation on all spaces is on those that are open to all members; other spaces are chosen one by one. */
  private async isOpenToMembers(
    organizationId: string,
    kind: TargetKind,
    targetId: string,
  ): Promise<boolean> {
    return kind === 'site' || (await this.grants.findOpenSpaces(organizationId, [targetId])).length > 0;
  }

  /** All installations on a space or site, whatever their status. For services that have authorised the actor. */
  listTargetsOn(organizationId: string, kind: TargetKind, targetId: string): Promise<InstallationTarget[]> {
    return this.targets.findAll({ organizationId, kind, targetId });
  }

  /** The space or site of an installation; null when it is not installed on it. For services that have authorised the actor. */
  findTarget(installationId: string, kind: TargetKind, targetId: string): Promise<InstallationTarget | null> {
    return this.targets.find(installationId, kind, targetId);
  }

  /**
   * Lists installations of an integration: the integration itself sees all of them, other actors see those of organizations that
   * they administrate.
   */
  async listOfIntegration(
    actor: Actor,
    name: string,
    externalId: string | undefined,
    page: PageRequest,
  ): Promise<Page<InstallationView>> {
    const integration = await this.integrations.requireIntegration(actor, name, 'view');
    const found = await this.installations.listOfIntegration(
      integration.id,
      organizationsToList(actor),
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
    requireMayList(actor, organizationId);
    return this.installations.listOfOrganization(organizationId, search, page);
  }

  /**
   * Lists integrations that an organization has installed, by title. Their status is that in the organization, or the best one
   * on its spaces or on its sites. @throws NotFound, Forbidden
   */
  listStatus(
    actor: Actor,
    organizationId: string,
    at: TargetKind | 'organization',
    page: PageRequest,
  ): Promise<Page<{ integration: Integration; status: InstallationStatus }>> {
    requireMayList(actor, organizationId);
    return this.installations.listStatus(organizationId, at, page);
  }

  /** The installation of an organization. @throws NotFound, also when the integration is not installed; Forbidden */
  async getOfOrganization(actor: Actor, organizationId: string, name: string): Promise<Installation> {
    requireMayList(actor, organizationId);
    const integration = await this.integrations.requireIntegration(actor, name, 'view');
    const installation = await this.installations.findForOrganization(integration.id, organizationId);
    if (!installation) throw new NotFound('installation');
    return installation;
  }
}

/** @throws NotFound outside the organization, Forbidden for members who may not list installations and for installations. */
function requireMayList(actor: Actor, organizationId: string): void {
  requireInOrganization(actor, organizationId, 'listInstallations');
  if (actor.installationId !== undefined)
    throw new Forbidden('An installation may see itself, but no other installations.');
}

/** The organizations whose installations of one integration the actor may list; null means all organizations. */
export function organizationsToList(actor: Actor): string[] | null {
  return actor.kind === 'integration' ? null : organizationsToInstallIn(actor);
}
