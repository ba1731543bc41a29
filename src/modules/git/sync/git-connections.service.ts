import { randomBytes } from 'node:crypto';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import { AuditLog } from '#modules/audit/index.js';
import { SpaceHooks, type SpaceRecord, Spaces } from '#modules/spaces/index.js';
import { Clock } from '#platform/clock/clock.js';
import { Database } from '#platform/database/database.js';
import type { Actor } from '#platform/http/actor.js';
import { BadRequest, Conflict, NotFound } from '#platform/http/errors.js';
import { newId } from '#platform/ids/ids.js';
import { PendingInstallationsRepository } from '../providers/installations/pending-installations.repository.js';
import { RegisteredHooks } from '../providers/webhooks/registered-hooks.js';
import { GitRemote } from '../remote/git-remote.js';
import type { GitProvider } from '../remote/provider-credentials.js';
import { isSsh } from '../remote/remote-address.js';
import type { GitRun } from '../runs/git-runs.repository.js';
import { branchOf, ConnectionAccess, naming } from './connection-access.js';
import { type ConnectionSecret, ConnectionSecrets, type OpenedLink } from './connection-secrets.js';
import { FolderClaims } from './folder-claims.js';
import type { ConnectRepositoryBody, UpdateConnectionBody } from './git-connection.dto.js';
import type { RepositoryLinkEntity } from './git-connection.entity.js';
import { type GitConnection, GitConnectionsRepository } from './git-connections.repository.js';
import { folderOf } from './repository-place.js';
import { NoteGitSync } from './space-git-sync.js';
import { isSamePlace } from './same-place.js';
import { SyncRuns } from './sync-runs.js';

/** Changed members that connections of spaces and of sites both have. */
export type LinkChanges = Partial<Readonly<RepositoryLinkEntity>> & { pushing?: null; baseCommit?: null };

/** Branches of a repository, before it is connected. */
export interface RepositoryCheck {
  provider: GitProvider;
  defaultBranch: string | null;
  branches: string[];
}

/** Connections of spaces with repositories: making them, changing them and ending them. */
@Injectable()
export class GitConnections implements OnModuleInit {
  constructor(
    private readonly db: Database,
    private readonly clock: Clock,
    private readonly audit: AuditLog,
    private readonly spaces: Spaces,
    private readonly hooks: SpaceHooks,
    private readonly remote: GitRemote,
    private readonly secrets: ConnectionSecrets,
    private readonly access: ConnectionAccess,
    private readonly registeredHooks: RegisteredHooks,
    private readonly connections: GitConnectionsRepository,
    private readonly pending: PendingInstallationsRepository,
    private readonly gitSync: NoteGitSync,
    private readonly runs: SyncRuns,
    private readonly claims: FolderClaims,
  ) {}

  onModuleInit(): void {
    this.hooks.transfer.register((_from, to, spaceIds) => this.pauseTransferred(to, spaceIds));
    this.hooks.purge.register((organizationId, spaceId) => this.endPurged(organizationId, spaceId));
  }

  /** @throws NotFound, also without a connection; Forbidden without the right to sync. */
  get(actor: Actor, spaceId: string): Promise<GitConnection> {
    return this.requireConnection(actor, spaceId, 'viewGit');
  }

  private async requireConnection(
    actor: Actor,
    spaceId: string,
    action: 'viewGit' | 'syncGit',
  ): Promise<GitConnection> {
    const { space } = await this.spaces.requireSpace(actor, spaceId, action);
    const connection = await this.connections.findOfSpace(space.organizationId, spaceId);
    if (!connection) throw new NotFound('Git connection of this space');
    return connection;
  }

  /** The connection of a space that the actor may see, or null. */
  async find(space: Pick<SpaceRecord, 'organizationId' | 'id'>): Promise<GitConnection | null> {
    return this.connections.findOfSpace(space.organizationId, space.id);
  }

  /** Secret with which the host of the repository signs what it says of pushes. */
  webhookSecretOf(connection: OpenedLink): Promise<string> {
    return this.secrets.openWebhook(connection);
  }

  /**
   * Asks a repository for its branches.
   * @throws BadRequest with a sentence where it cannot be asked.
   */
  async check(
    actor: Actor,
    spaceId: string,
    body: Pick<ConnectRepositoryBody, 'url' | 'token' | 'username' | 'provider'>,
  ): Promise<RepositoryCheck> {
    const { space } = await this.spaces.requireSpace(actor, spaceId, 'syncGit');
    return this.branchesOf(space.organizationId, body);
  }

  /** As `check`, for whoever was found to be allowed to ask. */
  async branchesOf(
    organizationId: string,
    body: Pick<ConnectRepositoryBody, 'url' | 'token' | 'username' | 'provider'>,
  ): Promise<RepositoryCheck> {
    const { provider, refs, head } = await this.access.look(organizationId, body);
    const branches = [...refs.keys()].flatMap((name) => name.match(/^refs\/heads\/(.+)$/)?.[1] ?? []);
    return { provider, defaultBranch: head?.replace(/^refs\/heads\//, '') ?? null, branches };
  }

  /**
   * Connects a space with a repository and starts the first run. Over SSH a key is made, which has to be let in at the host first.
   * @param options.replaces the connection that this one takes the place of, with its id.
   * @throws BadRequest naming the member that cannot be, Conflict for a space that is connected already.
   */
  async connect(
    actor: Actor,
    spaceId: string,
    body: ConnectRepositoryBody,
    { replaces = null }: { replaces?: GitConnection | null } = {},
  ): Promise<GitConnection> {
    const { space } = await this.spaces.requireSpace(actor, spaceId, 'syncGit');
    const repository = this.remote.parse(body.url, { allowSsh: true });
    const [pending] = await this.pending.findOfSpaces(space.organizationId, [spaceId]);
    const id = replaces?.id ?? pending?.id ?? newId();
    const access = await this.access.make(space.organizationId, id, repository, body);
    const now = this.clock.now();
    const connection: GitConnection = {
      ...{ organizationId: space.organizationId, id, spaceId, siteConnectionId: null, url: repository.url },
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
      ...{ baseSnapshot: null, baseCommit: null, baseLayout: null, baseFiles: null, basePlaces: null },
      ...{ spaceRevision: null, pushing: null, parked: null },
    };
    await this.db.transaction(async () => {
      await this.spaces.lock(space.organizationId, spaceId);
      await this.spaces.requireSpace(actor, spaceId, 'syncGit');
      if (replaces) await this.connections.delete(replaces);
      await this.claims.requireFree(actor, connection);
      await this.pending.deleteOfSpace(space.organizationId, spaceId);
      if (!(await this.connections.insert(connection)))
        throw new Conflict('The space is connected to a repository already; disconnect that one first.');
      await this.record('space.git.connected', space, { after: shownConnection(connection) });
      await this.gitSync.note(connection);
      await this.registeredHooks.request(connection);
      await this.runs.start(connection);
    });
    if (replaces) await this.registeredHooks.remove(replaces);
    return connection;
  }

  /**
   * Changes a connection. What both sides have in common stays: a branch that was renamed, or a repository that moved, goes on where
   * it was.
   * @throws BadRequest naming the member that cannot be, NotFound.
   */
  async update(actor: Actor, spaceId: string, body: UpdateConnectionBody): Promise<GitConnection> {
    const before = requireOwn(await this.requireConnection(actor, spaceId, 'syncGit'));
    const changed = await this.changesOf(before, body);
    // A person who says which repository it is, or opens it, answers for the connection.
    const isTakenOver = changed.url !== undefined || changed.secret !== undefined;
    const changes = isTakenOver ? { ...changed, createdBy: actor.userId } : changed;
    await this.db.transaction(async () => {
      const { space } = await this.spaces.requireSpace(actor, spaceId, 'syncGit');
      const held = await this.connections.lock(before.organizationId, before.id);
      if (!held) throw new NotFound('Git connection of this space');
      if (!isSamePlace(held, before))
        throw new Conflict('Somebody else changed the connection meanwhile; look at it again.');
      const after = { ...held, ...changes };
      if (!isSamePlace(held, after)) await this.claims.requireFree(actor, after);
      await this.connections.update(held, changes);
      await this.record('space.git.connection-updated', space, {
        before: shownConnection(held),
        after: shownConnection(after),
      });
      await this.gitSync.note(after);
      if (changes.url !== undefined || changes.secret !== undefined)
        await this.registeredHooks.request(after);
      await this.runs.start(after);
    });
    return this.get(actor, spaceId);
  }

  /** Ends a connection. The space and the repository keep what they have. @throws NotFound */
  async disconnect(actor: Actor, spaceId: string): Promise<void> {
    const connection = requireOwn(await this.requireConnection(actor, spaceId, 'syncGit'));
    await this.db.transaction(async () => {
      const { space } = await this.spaces.requireSpace(actor, spaceId, 'syncGit');
      await this.connections.delete(connection);
      await this.gitSync.forget(connection);
      await this.record('space.git.disconnected', space, { before: shownConnection(connection) });
    });
    await this.registeredHooks.remove(connection);
  }

  /** Starts a run now, or answers the one that waits. @throws NotFound, Conflict for a paused connection. */
  async sync(actor: Actor, spaceId: string): Promise<GitRun> {
    const run = await this.runs.start(await this.requireConnection(actor, spaceId, 'syncGit'));
    if (!run) throw new Conflict('The connection is paused; set paused to false first.');
    return run;
  }

  /**
   * The members of a connection, also of that of a site, that a body changes.
   * @throws BadRequest naming the member that cannot be.
   */
  async changesOf(before: OpenedLink, body: UpdateConnectionBody): Promise<LinkChanges> {
    const { url, branch, folder, token, username, commitMessage, paused } = body;
    const repository = url === undefined ? undefined : this.remote.parse(url, { allowSsh: true });
    const given = token ?? repository?.credentials?.password;
    if (repository && isSsh(repository.url) !== (before.publicKey !== null))
      throw new BadRequest('url: an address of the other kind (HTTPS or SSH) takes a new connection.');
    if (given !== undefined && before.publicKey !== null)
      throw new BadRequest('token: a connection over SSH has a key in place of a token.');
    if (repository && given === undefined) requireSameRepository(before, repository.url);
    const name = username ?? repository?.credentials?.username;
    const secret: ConnectionSecret | undefined =
      given === undefined ? undefined : { kind: 'token', token: given, ...(name ? { username: name } : {}) };
    const now = this.clock.now();
    return {
      ...(repository ? { url: repository.url } : {}),
      ...(repository && before.publicKey !== null
        ? { hostKey: (await naming('url', () => this.remote.hostKeyOf(repository.url))).key }
        : {}),
      ...(branch === undefined ? {} : { branch: branchOf(branch) }),
      // A commit that may have been pushed is of the place before.
      ...(url === undefined && branch === undefined && folder === undefined ? {} : { pushing: null }),
      // The commit in common says nothing of another folder, so that it is looked at anew.
      ...(folder === undefined || folderOf(folder) === before.folder
        ? {}
        : { folder: folderOf(folder), baseCommit: null }),
      ...(secret ? { secret: await this.secrets.seal(before.id, secret), appInstallationId: null } : {}),
      ...(commitMessage === undefined ? {} : { commitMessage: commitMessage === '' ? null : commitMessage }),
      ...(paused === undefined ? {} : { isPaused: paused }),
      ...(body.pullRequests === undefined ? {} : { pullRequests: body.pullRequests }),
      ...(body.pullRequestComments === undefined ? {} : { hasPullComments: body.pullRequestComments }),
      ...{ problem: null, failures: 0, nextLookAt: now, updatedAt: now },
    };
  }

  /** The people of another organization have not agreed to its pages leaving for this repository, nor were its keys given to them. */
  private async pauseTransferred(organizationId: string, spaceIds: readonly string[]): Promise<void> {
    const now = this.clock.now();
    const message =
      'The space moved to another organization, without the token or key of its repository. Give a token and go on, or disconnect it.';
    await this.connections.pauseAll(organizationId, spaceIds, {
      problem: { code: 'transferred', message, since: now.toISOString() },
      now,
    });
    for (const spaceId of spaceIds) await this.pending.deleteOfSpace(organizationId, spaceId);
  }

  /** A space that nobody can restore any more is not told of pushes either. */
  private async endPurged(organizationId: string, spaceId: string): Promise<void> {
    const connection = await this.connections.findOfSpace(organizationId, spaceId);
    if (!connection) return;
    await this.connections.delete(connection);
    this.db.afterCommit(() => this.registeredHooks.remove(connection));
  }

  private record(
    action: 'space.git.connected' | 'space.git.connection-updated' | 'space.git.disconnected',
    { organizationId, id, title: label }: SpaceRecord,
    states: { before?: object; after?: object },
  ): Promise<void> {
    return this.audit.record({ organizationId, action, target: { type: 'space', id, label }, ...states });
  }
}

/** The connections of the spaces of a site are changed at the site. @throws Conflict */
function requireOwn(connection: GitConnection): GitConnection {
  if (connection.siteConnectionId === null) return connection;
  throw new Conflict(
    'The space is synced with its site: change or end it at the site, or change content.directory of the space in gitbook-docs.yaml.',
  );
}

/** A token opens more than one repository, and whoever changes the address may not know it: they give it, or another one. */
function requireSameRepository(before: OpenedLink, url: string): void {
  const hasToken = before.publicKey === null && (before.secret !== null || before.appInstallationId !== null);
  if (hasToken && url !== before.url)
    throw new BadRequest('token: another address takes a token that opens the repository there.');
}

/** In the form of the audit log, without secrets. */
export function shownConnection(connection: OpenedLink): object {
  const { url, branch, folder, priority, commitMessage, isPaused, pullRequests, hasPullComments } =
    connection;
  return {
    ...{ repository: url, branch, folder, priority, commitMessage, paused: isPaused },
    ...{ pullRequests, pullRequestComments: hasPullComments },
  };
}
