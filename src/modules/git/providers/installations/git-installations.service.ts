import { Injectable } from '@nestjs/common';
import { Spaces } from '#modules/spaces/index.js';
import { Clock } from '#platform/clock/clock.js';
import { Database } from '#platform/database/database.js';
import type { Actor } from '#platform/http/actor.js';
import { Conflict, Forbidden, NotFound } from '#platform/http/errors.js';
import { newId } from '#platform/ids/ids.js';
import type { SiteConnection } from '../../site/site-connections.repository.js';
import { ConnectionSecrets } from '../../sync/connection-secrets.js';
import { type GitConnection, GitConnectionsRepository } from '../../sync/git-connections.repository.js';
import { type ChoiceSource, HostChoices } from '../host-choices.js';
import type { InstallGitSyncBody } from './git-installation.dto.js';
import {
  type InstallationTarget,
  type InstallationView,
  installedProvider,
  settingsOf,
} from './git-installation.types.js';
import { InstallationTargets } from './installation-targets.js';
import {
  type PendingInstallation,
  PendingInstallationsRepository,
} from './pending-installations.repository.js';

/** Installations as the published contract has them: connections with GitHub and GitLab, and those that have no repository yet. */
@Injectable()
export class GitInstallations {
  constructor(
    private readonly db: Database,
    private readonly clock: Clock,
    private readonly spaces: Spaces,
    private readonly secrets: ConnectionSecrets,
    private readonly connectionRows: GitConnectionsRepository,
    private readonly targets: InstallationTargets,
    private readonly pending: PendingInstallationsRepository,
    private readonly choices: HostChoices,
  ) {}

  /**
   * Installs Git Sync on a space or a site; repository and branch are chosen afterwards.
   * @throws BadRequest, NotFound, Forbidden, Conflict for a target that has one.
   */
  async install(actor: Actor, { provider, target: named }: InstallGitSyncBody): Promise<InstallationView> {
    const target = await this.targets.named(actor, named);
    const { organizationId } = target;
    const now = this.clock.now();
    const installation: PendingInstallation = {
      ...{ organizationId, id: newId(), ...this.targets.columnsOf(target), provider },
      ...{ settings: {}, secret: null, createdBy: actor.userId, createdAt: now, updatedAt: now },
    };
    await this.db.transaction(async () => {
      await this.targets.lock(actor, target);
      const isConnected = await this.targets.connectionOf(target);
      if (isConnected || !(await this.pending.insert(installation)))
        throw new Conflict(`The ${target.type} has Git Sync already; uninstall that first.`);
      await this.targets.record('installed', target, { after: { provider } });
    });
    return this.get(actor, installation.id);
  }

  /** @throws NotFound, Forbidden for those who may not sync the target. */
  async get(actor: Actor, id: string): Promise<InstallationView> {
    const connection = await this.targets.findConnection(id);
    const pending = connection ? null : await this.pending.find(id);
    if (connection) {
      const view = viewOf(await this.targets.of(actor, connection), connection);
      if (view) return view;
    } else if (pending) {
      const target = await this.targets.of(actor, pending);
      return viewOfPending(target, pending, await this.choices.hasAccounts(target.organizationId));
    }
    throw new NotFound('Git Sync installation');
  }

  /** The installation on a site, for those who may change it, and those on its spaces. */
  async listOfSite(
    actor: Actor,
    organizationId: string,
    siteId: string,
    spaceIds: readonly string[],
  ): Promise<InstallationView[]> {
    const own = await this.findOfSite(actor, organizationId, siteId);
    return [...(own ? [own] : []), ...(await this.listOfSpaces(actor, organizationId, spaceIds))];
  }

  private async findOfSite(
    actor: Actor,
    organizationId: string,
    siteId: string,
  ): Promise<InstallationView | null> {
    const site = { type: 'site', organizationId, id: siteId, title: '' } as const;
    const connection = await this.targets.connectionOf(site);
    const pending = connection ? null : await this.pending.findOfSite(organizationId, siteId);
    const id = connection?.id ?? pending?.id;
    try {
      return id === undefined ? null : await this.get(actor, id);
    } catch (error) {
      if (error instanceof Forbidden || error instanceof NotFound) return null;
      throw error;
    }
  }

  /** The installations on those of the spaces that the actor may sync, in the order of the spaces. */
  async listOfSpaces(
    actor: Actor,
    organizationId: string,
    spaceIds: readonly string[],
  ): Promise<InstallationView[]> {
    const visible = await this.spaces.findVisible(actor, organizationId, spaceIds);
    const connections = await this.connectionRows.findOfSpaces(organizationId, spaceIds);
    const waiting = await this.pending.findOfSpaces(organizationId, spaceIds);
    const hasAccounts = waiting.length > 0 && (await this.choices.hasAccounts(organizationId));
    return spaceIds.flatMap((id) => {
      const found = visible.get(id);
      if (!found?.permissions.triggerGitSync) return [];
      const target = { type: 'space', organizationId, id, title: found.space.title } as const;
      const connection = connections.get(id);
      const pending = waiting.find(({ spaceId }) => spaceId === id);
      const view = connection
        ? viewOf(target, connection)
        : pending && viewOfPending(target, pending, hasAccounts);
      return view ? [view] : [];
    });
  }

  /** Ends an installation. Both sides keep what they have. @throws as `get`; Conflict for a space that is synced with its site. */
  async uninstall(actor: Actor, id: string): Promise<void> {
    const { connection, pending, target, provider } = await this.get(actor, id);
    if (connection) return this.targets.disconnect(actor, target);
    await this.db.transaction(async () => {
      await this.targets.of(actor, pending);
      await this.targets.deletePending(target);
      await this.targets.record('uninstalled', target, { before: { provider } });
    });
  }

  /**
   * The credentials with which the host of an installation is asked. A person's token shows all that it opens, so that it is used for
   * whoever gave it alone.
   */
  async sourceOf(
    actor: Actor,
    { target, provider, settings, connection, pending }: InstallationView,
  ): Promise<ChoiceSource> {
    const isOwn = (connection ?? pending)?.createdBy === actor.userId;
    const secret = (isOwn && pending?.secret) || null;
    const token = secret && (await this.secrets.openToken(pending!.id, secret));
    const { organizationId } = target;
    const open = isOwn || !connection?.secret ? connection : { ...connection, secret: null };
    return { organizationId, provider, connection: open, token, host: settings.host ?? null };
  }
}

/** Null for a connection with a host that the contract does not know. */
function viewOf(
  target: InstallationTarget,
  connection: GitConnection | SiteConnection,
): InstallationView | null {
  const provider = installedProvider(connection);
  if (!provider) return null;
  const status = connection.problem?.code === 'no-access' ? 'unauthenticated' : 'active';
  return { target, provider, settings: settingsOf(connection), status, connection, pending: null };
}

function viewOfPending(
  target: InstallationTarget,
  pending: PendingInstallation,
  hasAccounts: boolean,
): InstallationView {
  const { provider, settings, secret } = pending;
  const canAsk = secret !== null || (provider === 'github' && hasAccounts);
  const status = canAsk ? 'pending' : 'unauthenticated';
  return { target, provider, settings, status, connection: null, pending };
}
