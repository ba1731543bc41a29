import { Injectable } from '@nestjs/common';
import { AuditLog } from '#modules/audit/index.js';
import { Clock } from '#platform/clock/clock.js';
import { Database } from '#platform/database/database.js';
import { Events } from '#platform/events/events.js';
import type { Actor } from '#platform/http/actor.js';
import { BadRequest, Conflict, NotFound } from '#platform/http/errors.js';
import { EventReceivers } from '../events/event-receivers.js';
import type { Integration } from '../catalog/integrations.repository.js';
import { checkConfiguration, statusWith } from './configuration.js';
import { auditTarget, settingsChange, shownOfTarget } from './installation-audit.js';
import { InstallationAccess } from './installation-access.js';
import { InstallationTargets, type TargetAddress, type TargetView } from './installation-targets.service.js';
import { InstallationsRepository } from './installations.repository.js';
import type { UpdateTargetBody } from './installation.dto.js';
import { type InstallationTarget, TargetsRepository } from './targets.repository.js';

/** Puts installations on spaces and sites, configures them there, and takes them away. */
@Injectable()
export class ChangeTargets {
  constructor(
    private readonly db: Database,
    private readonly clock: Clock,
    private readonly events: Events,
    private readonly audit: AuditLog,
    private readonly all: InstallationTargets,
    private readonly targets: TargetsRepository,
    private readonly installations: InstallationsRepository,
    private readonly access: InstallationAccess,
    private readonly receivers: EventReceivers,
  ) {}

  /**
   * Installs on a space or site, with the default settings.
   * @throws NotFound, Forbidden for those who are no administrators there, BadRequest for an integration that is not for spaces or
   * sites, Conflict when it is there already.
   */
  async install(actor: Actor, address: TargetAddress): Promise<TargetView> {
    const { integration } = await this.all.requirePlace(actor, address, 'manage');
    const { installationId, kind, targetId } = address;
    if (integration.target !== 'all' && integration.target !== kind)
      throw new BadRequest(
        `"${integration.name}" cannot be installed on a ${kind}: it is for each ${integration.target}.`,
      );
    const { configuration, missing } = checkConfiguration(integration.configurations[kind], {});
    return this.db.transaction(async () => {
      const installation = await this.installations.lock(installationId);
      if (!installation) throw new NotFound('installation');
      const now = this.clock.now();
      const target: InstallationTarget = {
        ...{ installationId, kind, targetId, organizationId: installation.organizationId },
        ...{
          status: statusWith(missing, false),
          configuration,
          externalIds: [],
          createdAt: now,
          updatedAt: now,
        },
      };
      const isNew = await this.targets.insert(target);
      if (!isNew) throw new Conflict(`"${integration.name}" is installed on this ${kind} already.`);
      await this.access.keepInStep(installation, integration);
      await this.events.publish('integration.target-installed', {
        ...idsOf(target, integration),
        status: target.status,
      });
      await this.record('integration.target.installed', target, integration, {
        after: shownOfTarget(target),
      });
      return { target, integration };
    });
  }

  /** @throws NotFound, Forbidden, BadRequest for settings that the integration does not take there */
  async update(actor: Actor, address: TargetAddress, update: UpdateTargetBody): Promise<TargetView> {
    const action = update.status === undefined ? 'configure' : 'manage';
    const { integration } = await this.all.requirePlace(actor, address, action);
    return this.db.transaction(async () => {
      const installation = await this.installations.lock(address.installationId);
      const before = await this.targets.find(address.installationId, address.kind, address.targetId);
      if (!installation || !before) throw new NotFound('installation');
      const target = await this.apply(before, integration, update);
      if (target.status !== before.status) await this.access.keepInStep(installation, integration);
      return { target, integration };
    });
  }

  /** Holds what is on spaces and sites against a new version of the integration, as `UpdateInstallation.review`. */
  async review(integration: Integration, installationId: string): Promise<void> {
    await this.db.transaction(async () => {
      await this.installations.lock(installationId);
      for (const target of await this.targets.findAll({ installationId }))
        await this.apply(target, integration, {});
    });
  }

  /** Quietly when it is not there. @throws NotFound for an installation, a space or a site of others; Forbidden for those who may only see it */
  async uninstall(actor: Actor, address: TargetAddress): Promise<void> {
    const { integration } = await this.all.requirePlace(actor, address, 'manage');
    await this.db.transaction(async () => {
      const installation = await this.installations.lock(address.installationId);
      const target = await this.targets.find(address.installationId, address.kind, address.targetId);
      if (!installation || !target) return;
      await this.remove(target, integration);
      await this.access.keepInStep(installation, integration);
    });
  }

  /** Takes away what stands on a space or site that is gone for good, in the transaction that ends it. */
  async deleteTarget(organizationId: string, kind: 'space' | 'site', targetId: string): Promise<void> {
    const targets = await this.targets.findAll({ organizationId, kind, targetId });
    const installations = await this.installations.findByIds(targets.map((target) => target.installationId));
    const integrations = await this.installations.findIntegrations(
      [...installations.values()].map(({ integrationId }) => integrationId),
    );
    for (const target of targets) {
      const integration = integrations.get(installations.get(target.installationId)?.integrationId ?? '');
      if (integration) await this.remove(target, integration);
    }
  }

  private async remove(target: InstallationTarget, integration: Integration): Promise<void> {
    await this.targets.delete(target);
    const previous = { configuration: target.configuration };
    await this.events.publish('integration.target-uninstalled', { ...idsOf(target, integration), previous });
    await this.record('integration.target.uninstalled', target, integration, {
      before: shownOfTarget(target),
    });
  }

  private async apply(
    before: InstallationTarget,
    integration: Integration,
    update: UpdateTargetBody,
  ): Promise<InstallationTarget> {
    const given = update.configuration ?? before.configuration;
    const isLenient = update.configuration === undefined;
    const requestedSettings = integration.configurations[before.kind];
    const { configuration, missing } = checkConfiguration(requestedSettings, given, { isLenient });
    if (!isLenient) this.receivers.of(integration)?.check(configuration);
    const status = statusWith(missing, (update.status ?? before.status) === 'paused');
    const externalIds = update.externalIds ?? before.externalIds;
    const changes = { configuration, externalIds, status };
    const { configuration: old, externalIds: oldIds, status: oldStatus } = before;
    if (
      JSON.stringify(changes) ===
      JSON.stringify({ configuration: old, externalIds: oldIds, status: oldStatus })
    )
      return before;
    const after = { ...before, ...changes, updatedAt: this.clock.now() };
    await this.targets.update(before, { ...changes, updatedAt: after.updatedAt });
    const previous = { status: oldStatus, configuration: old };
    await this.events.publish('integration.target-changed', {
      ...idsOf(after, integration),
      status,
      previous,
    });
    const settings = settingsChange(old, configuration);
    await this.record('integration.target.updated', after, integration, {
      before: { ...shownOfTarget(before), ...settings.before },
      after: { ...shownOfTarget(after), ...settings.after },
    });
    return after;
  }

  private async record(
    action: 'integration.target.installed' | 'integration.target.updated' | 'integration.target.uninstalled',
    { organizationId, installationId }: InstallationTarget,
    integration: Integration,
    change: { before?: object; after?: object },
  ): Promise<void> {
    const target = auditTarget({ id: installationId }, integration);
    await this.audit.record({ organizationId, action, target, ...change });
  }
}

function idsOf(
  { organizationId, installationId, kind, targetId }: InstallationTarget,
  { id: integrationId }: Integration,
) {
  return { organizationId, integrationId, installationId, kind, targetId };
}
