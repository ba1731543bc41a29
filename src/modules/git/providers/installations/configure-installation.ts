import { Injectable } from '@nestjs/common';
import { Clock } from '#platform/clock/clock.js';
import { Database } from '#platform/database/database.js';
import type { Actor } from '#platform/http/actor.js';
import { canonicalJson } from '#platform/canonical-json.js';
import { BadRequest, Conflict } from '#platform/http/errors.js';
import { GitRemote } from '../../remote/git-remote.js';
import { branchOf, naming } from '../../sync/connection-access.js';
import { ConnectionSecrets } from '../../sync/connection-secrets.js';
import type { SiteConnection } from '../../site/site-connections.repository.js';
import type { GitConnection } from '../../sync/git-connections.repository.js';
import { folderOf } from '../../sync/repository-place.js';
import type { HostRepository } from '../clients/host-client.js';
import { HostChoices } from '../host-choices.js';
import type { UpdateGitInstallationBody } from './git-installation.dto.js';
import type { InstallationTarget, InstallationView } from './git-installation.types.js';
import { GitInstallations } from './git-installations.service.js';
import { InstallationTargets } from './installation-targets.js';
import type { PendingSettings } from './pending-installation.entity.js';
import {
  type PendingInstallation,
  PendingInstallationsRepository,
} from './pending-installations.repository.js';

/** Chooses repository, branch and folder of an installation; once it has the first two, the space or site is connected. */
@Injectable()
export class ConfigureInstallation {
  constructor(
    private readonly db: Database,
    private readonly clock: Clock,
    private readonly remote: GitRemote,
    private readonly secrets: ConnectionSecrets,
    private readonly targets: InstallationTargets,
    private readonly installations: GitInstallations,
    private readonly pending: PendingInstallationsRepository,
    private readonly choices: HostChoices,
  ) {}

  /** @throws BadRequest naming the member that cannot be, NotFound, Forbidden. */
  async update(actor: Actor, id: string, body: UpdateGitInstallationBody): Promise<InstallationView> {
    const view = await this.installations.get(actor, id);
    if (body.provider !== view.provider)
      throw new BadRequest(
        `provider must stay "${view.provider}": uninstall Git Sync to connect the ${view.target.type} elsewhere.`,
      );
    const settings = { ...view.settings, ...this.chosenIn(body) };
    if (view.connection && parentOf(view.connection) !== null) return this.moveChild(actor, view, settings);
    const token = body.providerConfiguration.accessToken;
    const { repositoryId, branch } = settings;
    if (view.connection && isSamePlace(view.settings, settings))
      await this.change(actor, view.target, settings, token, body.priority !== undefined);
    else if (repositoryId !== undefined && branch !== undefined)
      await this.connect(actor, view, { ...settings, repositoryId, branch }, token);
    else if (view.pending) await this.note(actor, view.pending, settings, token);
    await this.moveChildren(actor, id, view.target, body.childInstallationProjectDirectories);
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
      const target = await this.targets.of(actor, pending);
      await this.pending.update(pending, { settings, secret, createdBy, updatedAt: this.clock.now() });
      await this.targets.record('connection-updated', target, { before: pending.settings, after: settings });
    });
  }

  private async change(
    actor: Actor,
    target: InstallationTarget,
    { branch, folder = '', commitMessage = '', priority }: PendingSettings,
    token: string | undefined,
    saysPriority: boolean,
  ): Promise<void> {
    const changes = { branch, folder, commitMessage, ...(token === undefined ? {} : { token }) };
    await this.targets.update(actor, target, changes, saysPriority && priority === 'git');
  }

  /** A space that is synced with its site has a folder; all else it takes from the site. */
  private async moveChild(
    actor: Actor,
    { target, connection, settings: before }: InstallationView,
    { folder = '', ...settings }: PendingSettings,
  ): Promise<InstallationView> {
    const { folder: _, ...others } = before;
    const { id } = connection!;
    if (canonicalJson(settings) !== canonicalJson(others))
      throw new Conflict(
        'The space is synced with its site: only projectDirectory is its own; change the rest at the site.',
      );
    const parent = parentOf(connection!)!;
    await this.targets.moveChildren(actor, target.organizationId, parent, { [id]: folder });
    return this.installations.get(actor, id);
  }

  private async moveChildren(
    actor: Actor,
    id: string,
    { type, organizationId }: InstallationTarget,
    folders: object | undefined,
  ): Promise<void> {
    const given = Object.entries((folders ?? {}) as Record<string, unknown>);
    if (given.length === 0) return;
    if (type === 'space')
      throw new BadRequest(
        'childInstallationProjectDirectories: only an installation on a site has others below it.',
      );
    const texts = given.map(([child, folder]): [string, string] => {
      if (typeof folder === 'string') return [child, folder];
      throw new BadRequest(`childInstallationProjectDirectories.${child} must be a text: the folder.`);
    });
    await this.targets.moveChildren(actor, organizationId, id, Object.fromEntries(texts));
  }

  /** Also anew, where another side is to count: the two meet as if for the first time. */
  private async connect(
    actor: Actor,
    view: InstallationView,
    settings: PendingSettings & { repositoryId: string; branch: string },
    token: string | undefined,
  ): Promise<void> {
    const { connection, target, provider } = view;
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
    await this.targets.connect(
      actor,
      target,
      {
        ...{ url: this.addressOf(found, provider), provider, branch, folder },
        ...(given === null ? {} : { token: given }),
        ...(commitMessage === undefined ? {} : { commitMessage }),
        ...(priority === undefined ? {} : { priority }),
      },
      connection,
    );
  }

  /** The token of a connection that goes elsewhere; the App needs none. */
  private async tokenOf(connection: GitConnection | SiteConnection | null): Promise<string | null> {
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

function parentOf(connection: GitConnection | SiteConnection): string | null {
  return 'siteConnectionId' in connection ? connection.siteConnectionId : null;
}

function isSamePlace(before: PendingSettings, after: PendingSettings): boolean {
  return before.repositoryId === after.repositoryId && before.priority === after.priority;
}
