import { randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { AuditLog } from '#modules/audit/index.js';
import { isWritable, type SpaceRecord, Spaces } from '#modules/spaces/index.js';
import { Clock } from '#platform/clock/clock.js';
import { BadRequest } from '#platform/http/errors.js';
import { newId } from '#platform/ids/ids.js';
import { ConnectionSecrets } from '../sync/connection-secrets.js';
import type { FirstDirection } from '../sync/git-connection.entity.js';
import { type GitConnection, GitConnectionsRepository } from '../sync/git-connections.repository.js';
import { FolderClaims } from '../sync/folder-claims.js';
import { folderOf, foldersOverlap } from '../sync/repository-place.js';
import { NoteGitSync } from '../sync/space-git-sync.js';
import { SyncRuns } from '../sync/sync-runs.js';
import type { SiteConnection } from './site-connections.repository.js';
import { SiteStopped } from './site-stopped.js';

/** A space of a site, with the folder that it is. */
export interface WantedChild {
  spaceId: string;
  folder: string;
  /** Whose pages count where both have some at first. */
  priority: FirstDirection;
}

/** Members that the connections of the spaces of a site take from that of the site. */
const INHERITED = [
  ...[
    'provider',
    'url',
    'branch',
    'commitMessage',
    'appInstallationId',
    'repositoryId',
    'publicKey',
    'hostKey',
  ],
  ...['webhookSeenAt', 'isPaused', 'pullRequests', 'hasPullComments', 'createdBy'],
] as const satisfies readonly (keyof SiteConnection & keyof GitConnection)[];

/** The connections of the spaces of a site. All methods are called in a transaction that holds the connection of the site. */
@Injectable()
export class SiteChildren {
  constructor(
    private readonly clock: Clock,
    private readonly audit: AuditLog,
    private readonly spaces: Spaces,
    private readonly secrets: ConnectionSecrets,
    private readonly connections: GitConnectionsRepository,
    private readonly gitSync: NoteGitSync,
    private readonly runs: SyncRuns,
    private readonly claims: FolderClaims,
  ) {}

  of({ organizationId, id }: SiteConnection): Promise<GitConnection[]> {
    return this.connections.findOfSiteConnection(organizationId, id);
  }

  /**
   * Connects the spaces that are wanted, with their folders, and disconnects others.
   * @returns a sentence for each that came or went.
   * @throws SiteStopped where a folder is, or lies within, that of another connection.
   */
  async arrange(parent: SiteConnection, wanted: readonly WantedChild[]): Promise<string[]> {
    await this.requireFree(parent, wanted);
    const said: string[] = [];
    const existing = new Map((await this.of(parent)).map((child) => [child.spaceId, child]));
    for (const { spaceId } of existing.values()) {
      if (wanted.some((one) => one.spaceId === spaceId)) continue;
      said.push(await this.end(existing.get(spaceId)!));
    }
    for (const one of wanted) {
      const child = existing.get(one.spaceId);
      if (!child) said.push(await this.add(parent, one));
      else if (child.folder !== one.folder) said.push(await this.move(child, one.folder));
    }
    return said;
  }

  /** Gives spaces other folders, by the ids of their connections. @throws BadRequest */
  async moveTo(parent: SiteConnection, folders: Readonly<Record<string, string>>): Promise<void> {
    const children = await this.of(parent);
    const unknown = Object.keys(folders).find((id) => !children.some((child) => child.id === id));
    if (unknown !== undefined)
      throw new BadRequest(`childInstallationProjectDirectories: the site has no installation "${unknown}".`);
    const wanted = children.map((child) => ({ child, folder: folderOf(folders[child.id] ?? child.folder) }));
    wanted.forEach((one, index) => {
      const other = wanted.slice(0, index).find(({ folder }) => foldersOverlap(folder, one.folder));
      if (other)
        throw new BadRequest(
          `childInstallationProjectDirectories: ${shown(one.folder)} and ${shown(other.folder)} lie within each other.`,
        );
    });
    for (const { child, folder } of wanted) if (child.folder !== folder) await this.move(child, folder);
  }

  /** Brings repository, branch and settings to the connections of the spaces. */
  async inherit(parent: SiteConnection): Promise<void> {
    for (const child of await this.of(parent)) {
      const changes = Object.fromEntries(
        INHERITED.filter((name) => child[name] !== parent[name]).map((name) => [name, parent[name]]),
      );
      const isElsewhere = child.url !== parent.url || child.branch !== parent.branch;
      const after = {
        ...changes,
        // A commit that may have been pushed is of the place before.
        ...(isElsewhere ? { pushing: null } : {}),
        ...{ problem: null, failures: 0, updatedAt: this.clock.now() },
      };
      await this.connections.update(child, after);
      await this.gitSync.note({ ...child, ...after });
      await this.runs.start(child);
    }
  }

  /** Starts a run of each space that may have news. @param head the newest commit of the branch; null where it is not known. */
  async startWithNews(parent: SiteConnection, head: string | null): Promise<void> {
    const children = await this.of(parent);
    const now = this.clock.now();
    const records = await this.spaces.findRecords(
      parent.organizationId,
      children.map(({ spaceId }) => spaceId),
    );
    for (const child of children) {
      const space = records.get(child.spaceId);
      if (!isWritable(space)) continue;
      const isDue = child.failures === 0 || child.nextLookAt <= now;
      const hasNews =
        child.failures > 0 || child.baseCommit !== head || child.spaceRevision !== space.revisionId;
      if (isDue && hasNews) await this.runs.start(child);
    }
  }

  async endAll(parent: SiteConnection): Promise<void> {
    for (const child of await this.of(parent)) await this.end(child);
  }

  private async requireFree(parent: SiteConnection, wanted: readonly WantedChild[]): Promise<void> {
    for (const { spaceId, folder } of wanted) {
      const claim = { ...parent, spaceId, siteConnectionId: parent.id, folder };
      if (await this.claims.findHolder(claim))
        throw new SiteStopped(
          'folder-taken',
          `${capital(shown(folder))} is synced with another space of the organization, or lies within a folder that is, or the other way round: both would write the same files. Give one of them a folder of its own.`,
        );
    }
  }

  private async add(parent: SiteConnection, { spaceId, folder, priority }: WantedChild): Promise<string> {
    const id = newId();
    const now = this.clock.now();
    const { organizationId, provider, url, branch, commitMessage, appInstallationId, repositoryId } = parent;
    const { publicKey, hostKey, isPaused, pullRequests, hasPullComments, createdBy, webhookSeenAt } = parent;
    const child: GitConnection = {
      ...{
        organizationId,
        id,
        spaceId,
        siteConnectionId: parent.id,
        provider,
        url,
        branch,
        folder,
        priority,
      },
      ...{ commitMessage, secret: null, appInstallationId, repositoryId, hookId: null, publicKey, hostKey },
      webhookSecret: await this.secrets.sealWebhook(id, randomBytes(24).toString('base64url')),
      ...{ webhookSeenAt, isPaused, pullRequests, hasPullComments, createdBy },
      ...{ problem: null, failures: 0, createdAt: now, updatedAt: now, syncedAt: null, nextLookAt: now },
      ...{ baseSnapshot: null, baseCommit: null, baseLayout: null, baseFiles: null, basePlaces: null },
      ...{ spaceRevision: null, pushing: null, parked: null },
    };
    if (!(await this.connections.insert(child)))
      throw new SiteStopped(
        'connected-otherwise',
        'A space of the site was connected with another repository meanwhile. Disconnect it from that first.',
      );
    await this.gitSync.note(child);
    await this.runs.start(child);
    const space = await this.spaceOf(child);
    await this.record('space.git.connected', child, space, { after: { repository: url, branch, folder } });
    return `The space "${space?.title ?? spaceId}" is synced with ${shown(folder)} now.`;
  }

  private async move(child: GitConnection, folder: string): Promise<string> {
    const changes = { folder, pushing: null, baseCommit: null, updatedAt: this.clock.now() };
    await this.connections.update(child, changes);
    await this.gitSync.note({ ...child, ...changes });
    await this.runs.start(child);
    const space = await this.spaceOf(child);
    const states = { before: { folder: child.folder }, after: { folder } };
    await this.record('space.git.connection-updated', child, space, states);
    return `The space "${space?.title ?? child.spaceId}" is synced with ${shown(folder)} now, before with ${shown(child.folder)}.`;
  }

  private async end(child: GitConnection): Promise<string> {
    await this.connections.delete(child);
    await this.gitSync.forget(child);
    const space = await this.spaceOf(child);
    const { url: repository, branch, folder } = child;
    await this.record('space.git.disconnected', child, space, { before: { repository, branch, folder } });
    return `The space "${space?.title ?? child.spaceId}" is not synced with ${shown(folder)} any more. It keeps its pages, and the folder its files.`;
  }

  private async spaceOf({ organizationId, spaceId }: GitConnection): Promise<SpaceRecord | undefined> {
    return (await this.spaces.findRecords(organizationId, [spaceId])).get(spaceId);
  }

  private record(
    action: 'space.git.connected' | 'space.git.connection-updated' | 'space.git.disconnected',
    { organizationId, spaceId: id }: GitConnection,
    space: SpaceRecord | undefined,
    states: { before?: object; after?: object },
  ): Promise<void> {
    const target = { type: 'space', id, label: space?.title ?? '' } as const;
    return this.audit.record({ organizationId, action, target, ...states });
  }
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

function shown(folder: string): string {
  return folder === '' ? 'the whole repository' : `the folder ${folder}`;
}
