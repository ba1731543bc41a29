import { Injectable } from '@nestjs/common';
import { AuditLog } from '#modules/audit/index.js';
import { Spaces } from '#modules/spaces/index.js';
import type { Actor } from '#platform/http/actor.js';
import { BadRequest, NotFound } from '#platform/http/errors.js';
import { type SiteConnection, SiteConnectionsRepository } from '../../site/site-connections.repository.js';
import { SiteConnections } from '../../site/site-connections.service.js';
import { SitePartsHook } from '../../site/site-parts.js';
import type { ConnectRepositoryBody, UpdateConnectionBody } from '../../sync/git-connection.dto.js';
import { type GitConnection, GitConnectionsRepository } from '../../sync/git-connections.repository.js';
import { GitConnections } from '../../sync/git-connections.service.js';
import type { InstallGitSyncBody } from './git-installation.dto.js';
import type { InstallationTarget } from './git-installation.types.js';
import {
  type PendingInstallation,
  PendingInstallationsRepository,
} from './pending-installations.repository.js';

/** Spaces and sites as targets of installations: who may, and what is done for each. */
@Injectable()
export class InstallationTargets {
  constructor(
    private readonly audit: AuditLog,
    private readonly spaces: Spaces,
    private readonly parts: SitePartsHook,
    private readonly connectionRows: GitConnectionsRepository,
    private readonly siteRows: SiteConnectionsRepository,
    private readonly connections: GitConnections,
    private readonly siteConnections: SiteConnections,
    private readonly pending: PendingInstallationsRepository,
  ) {}

  /** The target that a body names. @throws BadRequest, NotFound, Forbidden. */
  async named(
    actor: Actor,
    { type, spaceId, siteId }: InstallGitSyncBody['target'],
  ): Promise<InstallationTarget> {
    if (type === 'site') {
      if (siteId === undefined) throw new BadRequest('target.siteId must name the site.');
      const key = await this.parts.get().find(actor, siteId);
      if (!key) throw new NotFound('site');
      return this.ofSite(actor, key.organizationId, key.siteId);
    }
    if (siteId !== undefined)
      throw new BadRequest(
        'target.siteId: a space is synced with its site once gitbook-docs.yaml names its directory. Install Git Sync on the site, or leave siteId out.',
      );
    if (spaceId === undefined) throw new BadRequest('target.spaceId must name the space.');
    return this.ofSpace(actor, spaceId);
  }

  /** The target of an installation. @throws NotFound, Forbidden for those who may not sync it. */
  of(
    actor: Actor,
    installation: PendingInstallation | GitConnection | SiteConnection,
  ): Promise<InstallationTarget> {
    const { organizationId } = installation;
    if ('siteId' in installation && installation.siteId !== null)
      return this.ofSite(actor, organizationId, installation.siteId);
    return this.ofSpace(actor, (installation as GitConnection).spaceId);
  }

  /** In whatever organization: who asks does not know it. */
  async findConnection(id: string): Promise<GitConnection | SiteConnection | null> {
    return (await this.connectionRows.find(id)) ?? (await this.siteRows.find(id));
  }

  connectionOf({
    type,
    organizationId,
    id,
  }: InstallationTarget): Promise<GitConnection | SiteConnection | null> {
    return type === 'space'
      ? this.connectionRows.findOfSpace(organizationId, id)
      : this.siteRows.findOfSite(organizationId, id);
  }

  /** Members of a new installation that say its target. */
  columnsOf({ type, id }: InstallationTarget): Pick<PendingInstallation, 'spaceId' | 'siteId'> {
    return { spaceId: type === 'space' ? id : null, siteId: type === 'site' ? id : null };
  }

  /** In a transaction: nobody else installs something there, and the actor may. */
  async lock(actor: Actor, { type, organizationId, id }: InstallationTarget): Promise<void> {
    if (type === 'space') await this.spaces.lock(organizationId, id);
    if (type === 'space') await this.ofSpace(actor, id);
    else await this.ofSite(actor, organizationId, id);
  }

  async deletePending({ type, organizationId, id }: InstallationTarget): Promise<void> {
    if (type === 'space') await this.pending.deleteOfSpace(organizationId, id);
    else await this.pending.deleteOfSite(organizationId, id);
  }

  /** @throws as `connect` of the services; MissingSiteConfig for a site whose structure is to come from a file that is not there. */
  async connect(
    actor: Actor,
    target: InstallationTarget,
    body: ConnectRepositoryBody,
    replaces: GitConnection | SiteConnection | null,
  ): Promise<void> {
    if (target.type === 'space')
      await this.connections.connect(actor, target.id, body, { replaces: replaces as GitConnection | null });
    else
      await this.siteConnections.connect(actor, keyOf(target), body, {
        replaces: replaces as SiteConnection | null,
        mustHaveConfig: true,
      });
  }

  /** @param mustHaveConfig as `SiteConnections.connect` takes it. @throws as `update` of the services, and as `connect`. */
  async update(
    actor: Actor,
    target: InstallationTarget,
    changes: UpdateConnectionBody,
    mustHaveConfig: boolean,
  ): Promise<void> {
    if (target.type === 'space') await this.connections.update(actor, target.id, changes);
    else await this.siteConnections.update(actor, keyOf(target), changes, { mustHaveConfig });
  }

  async disconnect(actor: Actor, target: InstallationTarget): Promise<void> {
    if (target.type === 'space') await this.connections.disconnect(actor, target.id);
    else await this.siteConnections.disconnect(actor, keyOf(target));
  }

  /** Gives spaces of a site other folders, by the ids of their installations. @throws BadRequest, NotFound, Forbidden. */
  async moveChildren(
    actor: Actor,
    organizationId: string,
    siteConnectionId: string,
    folders: Readonly<Record<string, string>>,
  ): Promise<void> {
    const parent = await this.siteRows.find(siteConnectionId);
    if (parent?.organizationId !== organizationId) throw new NotFound('Git Sync installation of the site');
    await this.siteConnections.moveChildren(actor, { organizationId, siteId: parent.siteId }, folders);
  }

  record(
    did: 'installed' | 'uninstalled' | 'connection-updated',
    { type, organizationId, id, title: label }: InstallationTarget,
    states: { before?: object; after?: object },
  ): Promise<void> {
    const action = `${type}.git.${did}` as const;
    return this.audit.record({ organizationId, action, target: { type, id, label }, ...states });
  }

  private async ofSpace(actor: Actor, spaceId: string): Promise<InstallationTarget> {
    const { space } = await this.spaces.requireSpace(actor, spaceId, 'syncGit');
    return { type: 'space', organizationId: space.organizationId, id: space.id, title: space.title };
  }

  private async ofSite(actor: Actor, organizationId: string, siteId: string): Promise<InstallationTarget> {
    const { title } = await this.parts.get().require(actor, { organizationId, siteId }, 'manage');
    return { type: 'site', organizationId, id: siteId, title };
  }
}

function keyOf({ organizationId, id }: InstallationTarget): { organizationId: string; siteId: string } {
  return { organizationId, siteId: id };
}
