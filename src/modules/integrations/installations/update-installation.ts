import { Injectable } from '@nestjs/common';
import { AuditLog } from '#modules/audit/index.js';
import { Clock } from '#platform/clock/clock.js';
import { Database } from '#platform/database/database.js';
import { Events } from '#platform/events/events.js';
import type { Actor } from '#platform/http/actor.js';
import { BadRequest, NotFound } from '#platform/http/errors.js';
import { requireAllowed } from '#platform/http/verdict.js';
import type { IntegrationScope } from '../catalog/integration.values.js';
import type { Integration } from '../catalog/integrations.repository.js';
import { checkConfiguration, statusWith } from './configuration.js';
import type { TargetSelection } from './installation.entity.js';
import { installationVerdict } from './installation.policy.js';
import { auditTarget, settingsChange, shownOf } from './installation-audit.js';
import { InstallationAccess } from './installation-access.js';
import { effectiveScopesOf } from './installation-scopes.js';
import {
  type Installation,
  type InstallationChanges,
  InstallationsRepository,
} from './installations.repository.js';
import { Installations, type InstallationView } from './installations.service.js';
import type { UpdateTargetBody } from './installation.dto.js';

/** Members of an update; absent ones stay. */
export interface InstallationUpdate extends UpdateTargetBody {
  spaceSelection?: TargetSelection;
  siteSelection?: TargetSelection;
  /** All that it may do, of what the integration asks for. */
  scopes?: IntegrationScope[];
}

/** Changes installations of organizations. */
@Injectable()
export class UpdateInstallation {
  constructor(
    private readonly db: Database,
    private readonly clock: Clock,
    private readonly events: Events,
    private readonly audit: AuditLog,
    private readonly all: Installations,
    private readonly installations: InstallationsRepository,
    private readonly access: InstallationAccess,
  ) {}

  /**
   * @throws NotFound, Forbidden as the policy says: an installation may configure itself, not say what it gets to; BadRequest for
   * settings that the integration does not take, and scopes that it does not ask for.
   */
  async execute(
    actor: Actor,
    name: string,
    installationId: string,
    update: InstallationUpdate,
  ): Promise<InstallationView> {
    const { status, spaceSelection, siteSelection, scopes } = update;
    const isManaging = (status ?? spaceSelection ?? siteSelection ?? scopes) !== undefined;
    const action = isManaging ? 'manage' : 'configure';
    const { integration } = await this.all.requireInstallation(actor, name, installationId, action);
    return this.db.transaction(async () => {
      const before = await this.installations.lock(installationId);
      if (!before) throw new NotFound('installation');
      requireAllowed('installation', installationVerdict(actor, before, action));
      return { integration, installation: await this.apply(before, integration, update) };
    });
  }

  /**
   * Holds an installation against a new version of its integration: other settings may be required. It may do no more than
   * before until somebody agrees; in the organization of an administrator who published it, somebody did to what is new.
   */
  async review(
    integration: Integration,
    installationId: string,
    previousScopes: readonly IntegrationScope[],
  ): Promise<void> {
    await this.db.transaction(async () => {
      const before = await this.installations.lock(installationId);
      if (!before) return;
      const isOwn = before.organizationId === integration.organizationId;
      const agreed = isOwn ? integration.scopes.filter((scope) => !previousScopes.includes(scope)) : [];
      const scopes = effectiveScopesOf({ scopes: [...before.scopes, ...agreed] }, integration);
      const after = await this.apply(before, integration, { scopes });
      await this.access.keepInStep(after, integration);
    });
  }

  private async apply(
    before: Installation,
    integration: Integration,
    update: InstallationUpdate,
  ): Promise<Installation> {
    const given = update.configuration ?? before.configuration;
    const isLenient = update.configuration === undefined;
    const requestedSettings = integration.configurations.account;
    const { configuration, missing } = checkConfiguration(requestedSettings, given, { isLenient });
    const changes: InstallationChanges = {
      configuration,
      externalIds: update.externalIds ?? before.externalIds,
      status: statusWith(missing, (update.status ?? before.status) === 'paused'),
      spaceSelection: update.spaceSelection ?? before.spaceSelection,
      siteSelection: update.siteSelection ?? before.siteSelection,
      scopes: scopesAgreed(update.scopes, integration) ?? before.scopes,
    };
    const isSame = JSON.stringify(changes) === JSON.stringify(pick(before));
    if (isSame) return before;
    await this.installations.update(before.id, { ...changes, updatedAt: this.clock.now() });
    const after = await this.installations.lock(before.id);
    if (!after) throw new NotFound('installation');
    await this.access.keepInStep(after, integration);
    await this.publish(integration, before, after);
    return (await this.installations.findById(before.id)) ?? after;
  }

  private async publish(integration: Integration, before: Installation, after: Installation): Promise<void> {
    const { organizationId, id: installationId, status } = after;
    await this.events.publish('integration.installation-changed', {
      ...{ organizationId, integrationId: integration.id, installationId, status },
      previous: { status: before.status, configuration: before.configuration },
    });
    const settings = settingsChange(before.configuration, after.configuration);
    await this.audit.record({
      organizationId,
      action: 'integration.installation.updated',
      target: auditTarget(after, integration),
      before: { ...shownOf(before), ...settings.before },
      after: { ...shownOf(after), ...settings.after },
    });
  }
}

function pick({
  configuration,
  externalIds,
  status,
  spaceSelection,
  siteSelection,
  scopes,
}: Installation): InstallationChanges {
  return { configuration, externalIds, status, spaceSelection, siteSelection, scopes };
}

/** In the order of the integration. @throws BadRequest for one that it does not ask for. */
function scopesAgreed(
  scopes: IntegrationScope[] | undefined,
  integration: Integration,
): IntegrationScope[] | undefined {
  if (!scopes) return undefined;
  const unasked = scopes.find((scope) => !integration.scopes.includes(scope));
  if (unasked) throw new BadRequest(`scopes: "${integration.name}" does not ask for "${unasked}".`);
  return effectiveScopesOf({ scopes }, integration);
}
