import { Injectable } from '@nestjs/common';
import { AuditLog } from '#modules/audit/index.js';
import { Spaces } from '#modules/spaces/index.js';
import { Clock } from '#platform/clock/clock.js';
import { Database } from '#platform/database/database.js';
import type { Actor } from '#platform/http/actor.js';
import { BadRequest } from '#platform/http/errors.js';
import { GitRemote } from '../../remote/git-remote.js';
import { branchOf, naming } from '../../sync/connection-access.js';
import { ConnectionSecrets } from '../../sync/connection-secrets.js';
import type { GitConnection } from '../../sync/git-connections.repository.js';
import { GitConnections } from '../../sync/git-connections.service.js';
import { folderOf } from '../../sync/repository-place.js';
import type { HostRepository } from '../clients/host-client.js';
import { HostChoices } from '../host-choices.js';
import type { UpdateGitInstallationBody } from './git-installation.dto.js';
import type { InstallationView } from './git-installation.types.js';
import { GitInstallations } from './git-installations.service.js';
import type { PendingSettings } from './pending-installation.entity.js';
import {
  type PendingInstallation,
  PendingInstallationsRepository,
} from './pending-installations.repository.js';

/** Chooses repository, branch and folder of an installation; once it has the first two, the space is connected. */
@Injectable()
export class ConfigureInstallation {
  constructor(
    private readonly db: Database,
    private readonly clock: Clock,
    private readonly audit: AuditLog,
    private readonly spaces: Spaces,
    private readonly remote: GitRemote,
    private readonly secrets: ConnectionSecrets,
    private readonly connections: GitConnections,
    private readonly installations: GitInstallations,
    private readonly pending: PendingInstallationsRepository,
    private readonly choices: HostChoices,
  ) {}

  /** @throws BadRequest naming the member that cannot be, NotFound, Forbidden. */
  async update(actor: Actor, id: string, body: UpdateGitInstallationBody): Promise<InstallationView> {
    const view = await this.installations.get(actor, id);
    if (body.provider !== view.provider)
      throw new BadRequest(
        `provider must stay "${view.provider}": uninstall Git Sync to connect the space elsewhere.`,
      );
    const settings = { ...view.settings, ...this.chosenIn(body) };
    const token = body.providerConfiguration.accessToken;
    const { repositoryId, branch } = settings;
    if (view.connection && isSamePlace(view.settings, settings))
      await this.change(actor, view.connection, settings, token);
    else if (repositoryId !== undefined && branch !== undefined)
      await this.connect(actor, view, { ...settings, repositoryId, branch }, token);
    else if (view.pending) await this.note(actor, view.pending, settings, token);
    return this.installations.get(actor, id);
  }

  private chosenIn(body: UpdateGitInstallationBody): PendingSettings {
    const {
      providerConfiguration: given,
      provider,
      projectDirectory,
      commitMessageTemplate,
      priority,
    } = body;
    const repositoryId = provider === 'github' ? given.repositoryId : given.projectId;
    const { branch, customInstanceURL } = given;
    return {
      ...(repositoryId === undefined ? {} : { repositoryId: String(repositoryId) }),
      ...(branch === undefined ? {} : { branch: branchOf(branch) }),
      ...(projectDirectory === undefined ? {} : { folder: folderOf(projectDirectory) }),
      ...(commitMessageTemplate === undefined ? {} : { commitMessage: commitMessageTemplate }),
      ...(priority === undefined ? {} : { priority: priority === 'git' ? 'git' : 'bindery' }),
      ...(customInstanceURL === undefined ? {} : { host: this.hostOf(customInstanceURL) }),
    };
  }

  private hostOf(address: string | null): string | undefined {
    return address === null ? undefined : new URL(this.remote.parse(address).url).origin;
  }

  private async note(
    actor: Actor,
    pending: PendingInstallation,
    settings: PendingSettings,
    token: string | undefined,
  ): Promise<void> {
    // A token stays with the host that it was given for, and with the person who gave it.
    const kept = settings.host === pending.settings.host ? pending.secret : null;
    const secret = token === undefined ? kept : await this.secrets.seal(pending.id, { kind: 'token', token });
    const createdBy = token === undefined ? pending.createdBy : actor.userId;
    await this.db.transaction(async () => {
      const { space } = await this.spaces.requireSpace(actor, pending.spaceId, 'syncGit');
      await this.pending.update(pending, { settings, secret, createdBy, updatedAt: this.clock.now() });
      await this.audit.record({
        organizationId: space.organizationId,
        action: 'space.git.connection-updated',
        target: { type: 'space', id: space.id, label: space.title },
        before: pending.settings,
        after: settings,
      });
    });
  }

  private async change(
    actor: Actor,
    { spaceId }: GitConnection,
    { branch, folder = '', commitMessage = '' }: PendingSettings,
    token: string | undefined,
  ): Promise<void> {
    const changes = { branch, folder, commitMessage, ...(token === undefined ? {} : { token }) };
    await this.connections.update(actor, spaceId, changes);
  }

  /** Also anew, where another side is to count: the two meet as if for the first time. */
  private async connect(
    actor: Actor,
    view: InstallationView,
    settings: PendingSettings & { repositoryId: string; branch: string },
    token: string | undefined,
  ): Promise<void> {
    const { connection, space, provider } = view;
    const { branch, folder = '', commitMessage, priority } = settings;
    const source = await this.installations.sourceOf(actor, view);
    const given = token ?? source.token ?? (await this.tokenOf(source.connection));
    // Of a host that was given in the same request.
    const host = settings.host ?? null;
    const found = await naming('providerConfiguration', () =>
      this.choices.repository(
        { ...source, host, token: given, connection: token === undefined ? source.connection : null },
        { id: settings.repositoryId },
      ),
    );
    await this.connections.connect(
      actor,
      space.id,
      {
        ...{ url: this.addressOf(found, provider), provider, branch, folder },
        ...(given === null ? {} : { token: given }),
        ...(commitMessage === undefined ? {} : { commitMessage }),
        ...(priority === undefined ? {} : { priority }),
      },
      { replaces: connection },
    );
  }

  /** The token of a connection that goes elsewhere; the App needs none. */
  private async tokenOf(connection: GitConnection | null): Promise<string | null> {
    if (!connection?.secret) return null;
    return this.secrets.openToken(connection.id, connection.secret);
  }

  private addressOf(found: HostRepository | null, provider: 'github' | 'gitlab'): string {
    const member = provider === 'github' ? 'repositoryId' : 'projectId';
    if (!found)
      throw new BadRequest(
        `providerConfiguration.${member} names nothing that can be opened: link the account that it belongs to, or give a token that may write to it.`,
      );
    return found.url;
  }
}

function isSamePlace(before: PendingSettings, after: PendingSettings): boolean {
  return before.repositoryId === after.repositoryId && before.priority === after.priority;
}
