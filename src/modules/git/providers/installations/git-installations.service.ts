import { Injectable } from '@nestjs/common';
import { AuditLog } from '#modules/audit/index.js';
import { type SpaceRecord, Spaces } from '#modules/spaces/index.js';
import { Clock } from '#platform/clock/clock.js';
import { Database } from '#platform/database/database.js';
import type { Actor } from '#platform/http/actor.js';
import { BadRequest, Conflict, NotFound } from '#platform/http/errors.js';
import { newId } from '#platform/ids/ids.js';
import { ConnectionSecrets } from '../../sync/connection-secrets.js';
import { type GitConnection, GitConnectionsRepository } from '../../sync/git-connections.repository.js';
import { GitConnections } from '../../sync/git-connections.service.js';
import { type ChoiceSource, HostChoices } from '../host-choices.js';
import type { InstallGitSyncBody } from './git-installation.dto.js';
import { type InstallationView, installedProvider, settingsOf } from './git-installation.types.js';
import {
  type PendingInstallation,
  PendingInstallationsRepository,
} from './pending-installations.repository.js';

/** Installations as the published contract has them: connections of spaces with GitHub and GitLab, and those that have no repository yet. */
@Injectable()
export class GitInstallations {
  constructor(
    private readonly db: Database,
    private readonly clock: Clock,
    private readonly audit: AuditLog,
    private readonly spaces: Spaces,
    private readonly secrets: ConnectionSecrets,
    private readonly connectionRows: GitConnectionsRepository,
    private readonly connections: GitConnections,
    private readonly pending: PendingInstallationsRepository,
    private readonly choices: HostChoices,
  ) {}

  /**
   * Installs Git Sync on a space; repository and branch are chosen afterwards.
   * @throws BadRequest for a site as the target, NotFound, Forbidden, Conflict for a space that has one.
   */
  async install(actor: Actor, { provider, target }: InstallGitSyncBody): Promise<InstallationView> {
    const { spaceId, siteId } = target;
    if (target.type === 'site' || siteId !== undefined)
      throw new BadRequest(
        'target: Git Sync is installed on spaces. Install it on each space of the site, with the folder of each.',
      );
    if (spaceId === undefined) throw new BadRequest('target.spaceId must name the space.');
    const { space } = await this.spaces.requireSpace(actor, spaceId, 'syncGit');
    const now = this.clock.now();
    const installation: PendingInstallation = {
      ...{ organizationId: space.organizationId, id: newId(), spaceId, provider },
      ...{ settings: {}, secret: null, createdBy: actor.userId, createdAt: now, updatedAt: now },
    };
    await this.db.transaction(async () => {
      await this.spaces.lock(space.organizationId, spaceId);
      await this.spaces.requireSpace(actor, spaceId, 'syncGit');
      const isConnected = await this.connectionRows.findOfSpace(space.organizationId, spaceId);
      if (isConnected || !(await this.pending.insert(installation)))
        throw new Conflict('The space has Git Sync already; uninstall that first.');
      await this.record('space.git.installed', space, { after: { provider } });
    });
    return this.get(actor, installation.id);
  }

  /** @throws NotFound, Forbidden for those who may not sync the space. */
  async get(actor: Actor, id: string): Promise<InstallationView> {
    const connection = await this.connectionRows.find(id);
    const pending = connection ? null : await this.pending.find(id);
    if (connection) {
      const { space } = await this.spaces.requireSpace(actor, connection.spaceId, 'syncGit');
      const view = viewOf(space, connection);
      if (view) return view;
    } else if (pending) {
      const { space } = await this.spaces.requireSpace(actor, pending.spaceId, 'syncGit');
      return viewOfPending(space, pending, await this.choices.hasAccounts(space.organizationId));
    }
    throw new NotFound('Git Sync installation');
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
      const connection = connections.get(id);
      const pending = waiting.find(({ spaceId }) => spaceId === id);
      const view = connection
        ? viewOf(found.space, connection)
        : pending && viewOfPending(found.space, pending, hasAccounts);
      return view ? [view] : [];
    });
  }

  /** Ends an installation. The space and the repository keep what they have. @throws as `get` */
  async uninstall(actor: Actor, id: string): Promise<void> {
    const { connection, space, provider } = await this.get(actor, id);
    if (connection) return this.connections.disconnect(actor, space.id);
    await this.db.transaction(async () => {
      await this.spaces.requireSpace(actor, space.id, 'syncGit');
      await this.pending.deleteOfSpace(space.organizationId, space.id);
      await this.record('space.git.uninstalled', space, { before: { provider } });
    });
  }

  /**
   * The credentials with which the host of an installation is asked. A person's token shows all that it opens, so that it is used for
   * whoever gave it alone.
   */
  async sourceOf(
    actor: Actor,
    { space, provider, settings, connection, pending }: InstallationView,
  ): Promise<ChoiceSource> {
    const isOwn = (connection ?? pending)?.createdBy === actor.userId;
    const secret = (isOwn && pending?.secret) || null;
    const token = secret && (await this.secrets.openToken(pending!.id, secret));
    const { organizationId } = space;
    const open = isOwn || !connection?.secret ? connection : { ...connection, secret: null };
    return { organizationId, provider, connection: open, token, host: settings.host ?? null };
  }

  private record(
    action: 'space.git.installed' | 'space.git.uninstalled',
    { organizationId, id, title: label }: SpaceRecord,
    states: { before?: object; after?: object },
  ): Promise<void> {
    return this.audit.record({ organizationId, action, target: { type: 'space', id, label }, ...states });
  }
}

/** Null for a connection with a host that the contract does not know. */
function viewOf(space: SpaceRecord, connection: GitConnection): InstallationView | null {
  const provider = installedProvider(connection);
  if (!provider) return null;
  const status = connection.problem?.code === 'no-access' ? 'unauthenticated' : 'active';
  return { space, provider, settings: settingsOf(connection), status, connection, pending: null };
}

function viewOfPending(
  space: SpaceRecord,
  pending: PendingInstallation,
  hasAccounts: boolean,
): InstallationView {
  const { provider, settings, secret } = pending;
  const canAsk = secret !== null || (provider === 'github' && hasAccounts);
  const status = canAsk ? 'pending' : 'unauthenticated';
  return { space, provider, settings, status, connection: null, pending };
}
