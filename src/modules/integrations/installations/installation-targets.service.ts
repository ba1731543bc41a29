import { Injectable } from '@nestjs/common';
import { Sites } from '#modules/sites/index.js';
import { Spaces } from '#modules/spaces/index.js';
import type { Page, PageRequest } from '#platform/database/pagination.js';
import type { Actor } from '#platform/http/actor.js';
import { NotFound } from '#platform/http/errors.js';
import { requireAllowed } from '#platform/http/verdict.js';
import type { Integration } from '../catalog/integrations.repository.js';
import { Integrations } from '../catalog/integrations.service.js';
import { installationVerdict, targetVerdict } from './installation.policy.js';
import { type Installation, InstallationsRepository } from './installations.repository.js';
import { Installations, organizationsToList } from './installations.service.js';
import { type InstallationTarget, type TargetKind, TargetsRepository } from './targets.repository.js';

/** Names a space or site of an installation, as addresses do. */
export interface TargetAddress {
  name: string;
  installationId: string;
  kind: TargetKind;
  targetId: string;
}

/** An installation on a space or site. */
export interface TargetView {
  target: InstallationTarget;
  integration: Integration;
}

/** Installations on spaces and sites: which there are, and who may know of them. */
@Injectable()
export class InstallationTargets {
  constructor(
    private readonly integrations: Integrations,
    private readonly installations: Installations,
    private readonly stored: InstallationsRepository,
    private readonly targets: TargetsRepository,
    private readonly spaces: Spaces,
    private readonly sites: Sites,
  ) {}

  /**
   * The installation, when the actor may do this to it on the space or site, whether or not it is there.
   * @throws NotFound when one of them is not visible or they are of different organizations, Forbidden
   */
  async requirePlace(
    actor: Actor,
    { name, installationId, kind, targetId }: TargetAddress,
    action: 'view' | 'configure' | 'manage',
  ): Promise<{ installation: Installation; integration: Integration }> {
    const integration = await this.integrations.requireIntegration(actor, name, 'view');
    const installation = await this.stored.find(integration.id, installationId);
    if (!installation) throw new NotFound('installation');
    const onTarget = await this.permissionsOn(actor, installation.organizationId, kind, targetId);
    requireAllowed(kind, targetVerdict(actor, installation, onTarget, action));
    return { installation, integration };
  }

  /** @throws NotFound, also where the installation is not on that space or site; Forbidden */
  async requireTarget(
    actor: Actor,
    address: TargetAddress,
    action: 'view' | 'configure',
  ): Promise<TargetView> {
    const { integration } = await this.requirePlace(actor, address, action);
    const target = await this.targets.find(address.installationId, address.kind, address.targetId);
    if (!target) throw new NotFound('installation');
    return { target, integration };
  }

  /** Spaces or sites of one installation that the actor may see, oldest first. @throws NotFound */
  async list(
    actor: Actor,
    name: string,
    installationId: string,
    kind: TargetKind,
    page: PageRequest,
  ): Promise<Page<TargetView>> {
    const { installation, integration } = await this.installations.requireInstallation(
      actor,
      name,
      installationId,
      'view',
    );
    const isOwn = actor.integrationId !== undefined;
    const manages = isOwn || installationVerdict(actor, installation, 'manage').allowed;
    const visible = manages ? undefined : await this.visibleIds(actor, installation, kind);
    const found = await this.targets.list(kind, { installationId, targetIds: visible }, page);
    return { ...found, items: found.items.map((target) => ({ target, integration })) };
  }

  /** Spaces or sites of all installations: for the integration itself, and for administrators those of theirs. */
  async listOfIntegration(
    actor: Actor,
    name: string,
    kind: TargetKind,
    externalId: string | undefined,
    page: PageRequest,
  ): Promise<Page<TargetView>> {
    const integration = await this.integrations.requireIntegration(actor, name, 'view');
    const organizationIds = organizationsToList(actor) ?? undefined;
    const filter = { integrationId: integration.id, organizationIds, externalId };
    const found = await this.targets.list(kind, filter, page);
    return { ...found, items: found.items.map((target) => ({ target, integration })) };
  }

  /** The installation's spaces or sites that the actor may see; whoever sees the installation sees all its sites. */
  private async visibleIds(
    actor: Actor,
    { id, organizationId }: Installation,
    kind: TargetKind,
  ): Promise<string[] | undefined> {
    if (kind === 'site') return undefined;
    const all = await this.targets.findAll({ installationId: id });
    const ids = all.filter((target) => target.kind === kind).map(({ targetId }) => targetId);
    return [...(await this.spaces.findVisible(actor, organizationId, ids)).keys()];
  }

  private async permissionsOn(
    actor: Actor,
    organizationId: string,
    kind: TargetKind,
    targetId: string,
  ): Promise<{ view: boolean; installIntegration: boolean }> {
    if (actor.integrationId !== undefined) return { view: true, installIntegration: false };
    if (kind === 'site') {
      const { role } = await this.sites.requireSite(actor, organizationId, targetId, 'view');
      return { view: true, installIntegration: role === 'admin' };
    }
    const { space, permissions } = await this.spaces.requireSpace(actor, targetId, 'view');
    if (space.organizationId !== organizationId) throw new NotFound('space');
    return permissions;
  }
}
