import { randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { AuditLog } from '#modules/audit/index.js';
import { Clock } from '#platform/clock/clock.js';
import { Database } from '#platform/database/database.js';
import type { Actor } from '#platform/http/actor.js';
import { Conflict, NotFound } from '#platform/http/errors.js';
import { newId } from '#platform/ids/ids.js';
import { PendingInstallationsRepository } from '../providers/installations/pending-installations.repository.js';
import { RegisteredHooks } from '../providers/webhooks/registered-hooks.js';
import { GitRemote } from '../remote/git-remote.js';
import { RemoteProblem } from '../remote/remote-problem.js';
import { ConnectionAccess, naming } from '../sync/connection-access.js';
import { ConnectionSecrets } from '../sync/connection-secrets.js';
import type { ConnectRepositoryBody, UpdateConnectionBody } from '../sync/git-connection.dto.js';
import type { GitConnection } from '../sync/git-connections.repository.js';
import { GitConnections, type RepositoryCheck, shownConnection } from '../sync/git-connections.service.js';
import { folderOf } from '../sync/repository-place.js';
import { isSamePlace } from '../sync/same-place.js';
import { MissingSiteConfig } from './missing-site-config.js';
import { SiteChildren } from './site-children.js';
import { type SiteConnection, SiteConnectionsRepository } from './site-connections.repository.js';
import { SiteNews } from './site-news.js';
import { type SiteKey, SitePartsHook } from './site-parts.js';
import { type SiteRun, SiteRunsRepository } from './site-runs.repository.js';
import { SiteRuns } from './site-runs.service.js';
import { configPath } from './site-head.js';

/** Connections of sites with repositories: making them, changing them and ending them. Whoever may change a site may. */
@Injectable()
export class SiteConnections {
  constructor(
    private readonly db: Database,
    private readonly clock: Clock,
    private readonly audit: AuditLog,
    private readonly remote: GitRemote,
    private readonly secrets: ConnectionSecrets,
    private readonly access: ConnectionAccess,
    private readonly registeredHooks: RegisteredHooks,
    private readonly rows: SiteConnectionsRepository,
    private readonly runRows: SiteRunsRepository,
    private readonly children: SiteChildren,
    private readonly spaceConnections: GitConnections,
    private readonly news: SiteNews,
    private readonly runs: SiteRuns,
    private readonly pending: PendingInstallationsRepository,
    private readonly parts: SitePartsHook,
  ) {}

  /** @throws NotFound, also without a connection; Forbidden without the right to change the site. */
  async get(actor: Actor, key: SiteKey): Promise<SiteConnection> {
    await this.parts.get().require(actor, key, 'manage');
    const connection = await this.find(key);
    if (!connection) throw new NotFound('Git connection of this site');
    return connection;
  }

  /** The connection of a site that the actor may see, or null. */
  find({ organizationId, siteId }: SiteKey): Promise<SiteConnection | null> {
    return this.rows.findOfSite(organizationId, siteId);
  }

  /** The connections of the spaces of a site. */
  childrenOf(connection: SiteConnection): Promise<GitConnection[]> {
    return this.children.of(connection);
  }

  /** As `GitConnections.webhookSecretOf`. */
  webhookSecretOf(connection: SiteConnection): Promise<string> {
    return this.secrets.openWebhook(connection);
  }

  /** As `GitConnections.check`. */
  async check(
    actor: Actor,
    key: SiteKey,
    body: Pick<ConnectRepositoryBody, 'url' | 'token' | 'username' | 'provider'>,
  ): Promise<RepositoryCheck> {
    await this.parts.get().require(actor, key, 'manage');
    return this.spaceConnections.branchesOf(key.organizationId, body);
  }

  /**
   * Connects a site with a repository and starts the first run. Over SSH a key is made, which has to be let in at the host first.
   * @param options.replaces the connection that this one takes the place of, with its id.
   * @param options.mustHaveConfig refuses a repository that is to say the structure, and has no file about it, with MissingSiteConfig.
   * @throws BadRequest naming the member that cannot be, Conflict for a site that is connected already.
   */
  async connect(
    actor: Actor,
    key: SiteKey,
    body: ConnectRepositoryBody,
    {
      replaces = null,
      mustHaveConfig = false,
    }: { replaces?: SiteConnection | null; mustHaveConfig?: boolean } = {},
  ): Promise<SiteConnection> {
    await this.parts.get().require(actor, key, 'manage');
    const repository = this.remote.parse(body.url, { allowSsh: true });
    const pending = await this.pending.findOfSite(key.organizationId, key.siteId);
    const id = replaces?.id ?? pending?.id ?? newId();
    const access = await this.access.make(key.organizationId, id, repository, body);
    const now = this.clock.now();
    const connection: SiteConnection = {
      ...{ organizationId: key.organizationId, id, siteId: key.siteId, url: repository.url },
      ...access,
      folder: folderOf(body.folder),
      priority: body.priority ?? 'git',
      commitMessage: body.commitMessage ?? null,
      pullRequests: body.pullRequests ?? 'preview',
      hasPullComments: body.pullRequestComments ?? false,
      webhookSecret: await this.secrets.sealWebhook(id, randomBytes(24).toString('base64url')),
      ...{ webhookSeenAt: null, hookId: null },
      ...{ isPaused: false, problem: null, failures: 0, createdBy: actor.userId },
      ...{ createdAt: now, updatedAt: now, syncedAt: null, nextLookAt: now },
      ...{ baseCommit: null, baseShape: null, keys: replaces?.keys ?? {}, pushing: null, formerFolders: {} },
    };
    if (mustHaveConfig && connection.priority === 'git') await this.requireConfig(connection);
    await this.db.transaction(async () => {
      const { title } = await this.parts.get().require(actor, key, 'manage');
      await this.pending.deleteOfSite(key.organizationId, key.siteId);
      if (replaces) {
        await this.children.endAll(replaces);
        await this.rows.delete(replaces);
      }
      if (!(await this.rows.insert(connection)))
        throw new Conflict('The site is connected to a repository already; disconnect that one first.');
      await this.record('site.git.connected', connection, title, { after: shownConnection(connection) });
      await this.registeredHooks.request(connection);
      await this.runs.start(connection);
    });
    if (replaces) await this.registeredHooks.remove(replaces);
    return connection;
  }

  /**
   * Changes a connection, and those of the spaces with it. What both sides have in common stays.
   * @throws BadRequest naming the member that cannot be, NotFound.
   */
  async update(
    actor: Actor,
    key: SiteKey,
    body: UpdateConnectionBody,
    { mustHaveConfig = false }: { mustHaveConfig?: boolean } = {},
  ): Promise<SiteConnection> {
    const before = await this.get(actor, key);
    const changed = await this.spaceConnections.changesOf(before, body);
    // A person who says which repository it is, or opens it, answers for the connection.
    const isTakenOver = changed.url !== undefined || changed.secret !== undefined;
    const changes = isTakenOver ? { ...changed, createdBy: actor.userId } : changed;
    if (mustHaveConfig) await this.requireConfig({ ...before, ...changes });
    await this.db.transaction(async () => {
      const { title } = await this.parts.get().require(actor, key, 'manage');
      const held = await this.rows.lock(before.organizationId, before.id);
      if (!held) throw new NotFound('Git connection of this site');
      if (!isSamePlace(held, before))
        throw new Conflict('Somebody else changed the connection meanwhile; look at it again.');
      await this.rows.update(held, changes);
      const after = { ...held, ...changes };
      const states = { before: shownConnection(held), after: shownConnection(after) };
      await this.record('site.git.connection-updated', held, title, states);
      if (changes.url !== undefined || changes.secret !== undefined)
        await this.registeredHooks.request(after);
      await this.children.inherit(after);
      await this.runs.start(after);
    });
    return this.get(actor, key);
  }

  /**
   * Gives spaces other folders, which the file is to say, too.
   * @param folders by the ids of the connections of the spaces.
   * @throws BadRequest for an unknown one, and for folders that lie within each other.
   */
  async moveChildren(actor: Actor, key: SiteKey, folders: Readonly<Record<string, string>>): Promise<void> {
    const connection = await this.get(actor, key);
    await this.db.transaction(async () => {
      await this.parts.get().require(actor, key, 'manage');
      await this.rows.lock(connection.organizationId, connection.id);
      await this.children.moveTo(connection, folders);
      await this.runs.start(connection);
    });
  }

  /** Ends a connection, and those of the spaces. All sides keep what they have. @throws NotFound */
  async disconnect(actor: Actor, key: SiteKey): Promise<void> {
    const connection = await this.get(actor, key);
    await this.db.transaction(async () => {
      const { title } = await this.parts.get().require(actor, key, 'manage');
      await this.end(connection);
      await this.record('site.git.disconnected', connection, title, { before: shownConnection(connection) });
    });
    await this.registeredHooks.remove(connection);
  }

  /** Inside a transaction: the site is about to be deleted. */
  async endOfSite(organizationId: string, siteId: string): Promise<void> {
    const connection = await this.rows.findOfSite(organizationId, siteId);
    if (connection) await this.end(connection);
  }

  /** Starts a run now, or answers the one that waits. @throws NotFound, Conflict for a paused connection. */
  async sync(actor: Actor, key: SiteKey): Promise<SiteRun> {
    const run = await this.runs.start(await this.get(actor, key));
    if (!run) throw new Conflict('The connection is paused; set paused to false first.');
    return run;
  }

  /** Starts a run of a site that is another one than when it was synced last. */
  async siteChanged(key: SiteKey): Promise<void> {
    const connection = await this.find(key);
    if (connection && !connection.isPaused && (await this.news.isChanged(connection)))
      await this.runs.start(connection);
  }

  /** The latest runs, newest first. @throws as `get`, but for a site without a connection. */
  async listRuns(actor: Actor, key: SiteKey, limit: number): Promise<SiteRun[]> {
    await this.parts.get().require(actor, key, 'manage');
    return this.runRows.listOfSite(key.organizationId, key.siteId, limit);
  }

  /** @throws NotFound, Forbidden. */
  async getRun(actor: Actor, key: SiteKey, id: string): Promise<SiteRun> {
    await this.parts.get().require(actor, key, 'manage');
    const run = await this.runRows.find(key.organizationId, key.siteId, id);
    if (!run) throw new NotFound('run');
    return run;
  }

  /** @throws MissingSiteConfig, BadRequest where the repository cannot be asked. */
  private async requireConfig(connection: SiteConnection): Promise<void> {
    const repository = await this.secrets.repositoryOf(connection);
    const path = configPath(connection);
    const hasFile = await naming('providerConfiguration', () =>
      this.remote.open(repository, {}, async (git) => {
        const commit = await git.fetchCommit(`refs/heads/${connection.branch}`).catch((error: unknown) => {
          if (error instanceof RemoteProblem && error.code === 'empty') return null;
          throw error;
        });
        return commit?.files.get(path)?.kind === 'file';
      }),
    );
    if (!hasFile) throw new MissingSiteConfig(path, connection.branch);
  }

  private async end(connection: SiteConnection): Promise<void> {
    await this.rows.lock(connection.organizationId, connection.id);
    await this.children.endAll(connection);
    await this.rows.delete(connection);
  }

  private record(
    action: 'site.git.connected' | 'site.git.connection-updated' | 'site.git.disconnected',
    { organizationId, siteId: id }: SiteConnection,
    label: string,
    states: { before?: object; after?: object },
  ): Promise<void> {
    return this.audit.record({ organizationId, action, target: { type: 'site', id, label }, ...states });
  }
}
