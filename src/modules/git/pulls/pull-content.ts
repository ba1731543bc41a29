import { Injectable } from '@nestjs/common';
import { ContentStore } from '#modules/content/index.js';
import { type SpaceRecord, Spaces } from '#modules/spaces/index.js';
import type { Actor } from '#platform/http/actor.js';
import { ImportFailed } from '../git.errors.js';
import { FolderPlans } from '../import/folder-plans.js';
import { GitRemote } from '../remote/git-remote.js';
import type { FetchedCommit, RemoteRepository } from '../remote/remote-repository.js';
import { loadSpaceTree } from '../space-tree.js';
import { readCommitTree } from '../sync/commit-tree.js';
import { ConnectionSecrets } from '../sync/connection-secrets.js';
import type { GitConnection } from '../sync/git-connections.repository.js';
import { StoredMerges } from '../sync/stored-merges.js';
import { confineImage } from './forks/confine-image.js';
import type { HostPull } from './hosts/pull-host.js';

/** Content of a space as it would be after a pull request is merged. */
export interface PullContent {
  /** The commit that was read. */
  head: string;
  /** The space as it was read. */
  space: SpaceRecord;
  /** Content without the pull request. */
  main: string;
  /** Content with it. */
  snapshot: string;
  hasOtherFiles: boolean;
}

/** Reads pull requests: what changed since their branch began is merged into the content of the space. */
@Injectable()
export class PullContents {
  constructor(
    private readonly content: ContentStore,
    private readonly spaces: Spaces,
    private readonly plans: FolderPlans,
    private readonly merges: StoredMerges,
    private readonly remote: GitRemote,
    private readonly secrets: ConnectionSecrets,
  ) {}

  /**
   * Call it outside of a transaction. Where both sides changed the same, the content has the pull request's version. That of a fork
   * is merged into what the repository has, and confined to it.
   * @returns null while the space and the repository have not been the same once.
   * @throws ImportFailed and DomainError with a sentence for members.
   */
  async read(
    actor: Actor,
    connection: GitConnection,
    pull: Pick<HostPull, 'ref' | 'isFork'>,
  ): Promise<PullContent | null> {
    const { organizationId, baseCommit, id } = connection;
    const { ref } = pull;
    if (baseCommit === null) return null;
    if (ref === null)
      throw new ImportFailed('The host has no branch in this repository for it, so that it cannot be read.');
    const repository = await this.secrets.repositoryOf(connection);
    // Apart from what the sync keeps: whoever opens pull requests decides how much comes here.
    return this.remote.open(repository, { cacheKey: `${organizationId}/${id}/pulls` }, async (git) => {
      const head = await git.fetchCommit(ref);
      const branch = await git.fetchCommit(`refs/heads/${connection.branch}`);
      const origin = await git.mergeBase(branch.oid, head.oid);
      if (origin === null)
        throw new ImportFailed(
          `Its branch and the branch "${connection.branch}" have no commit in common, as far back as is looked. Rebase it.`,
        );
      const base = await git.fetchCommit(origin);
      return this.merge(actor, connection, { git, head, base, isFork: pull.isFork });
    });
  }

  private async merge(
    actor: Actor,
    connection: GitConnection,
    {
      git,
      head,
      base,
      isFork,
    }: { git: RemoteRepository; head: FetchedCommit; base: FetchedCommit; isFork: boolean },
  ): Promise<PullContent> {
    const { organizationId, spaceId, folder, baseFiles, basePlaces, baseSnapshot, baseCommit } = connection;
    const importer = { organizationId, userId: actor.userId };
    const space = await this.spaceOf(connection);
    const main = isFork ? baseSnapshot! : space.snapshot;
    const place = { space, main: await loadSpaceTree(this.content, organizationId, main) };
    const before = await readCommitTree(git, base, folder, baseFiles ?? {});
    let start = baseSnapshot!;
    if (base.oid !== baseCommit) {
      const files = baseFiles ?? {};
      const places = basePlaces ?? {};
      const known = { snapshot: baseSnapshot, adoption: 'empty' as const, files, places };
      start = (await this.plans.sides(await this.plans.plan(importer, place, before, known, {}))).mine;
    }
    const tree = await readCommitTree(git, head, folder, before.ids);
    const options = isFork ? { confine: confineImage } : {};
    const since = { snapshot: start, adoption: 'empty' as const, files: before.ids };
    const plan = await this.plans.plan(importer, place, tree, since, options);
    const sides = await this.plans.sides(plan);
    const merged = await this.merges.merge(organizationId, { ...sides, main }, 'mine');
    const hasOtherFiles = differsOutside(folder, base, head);
    return {
      head: head.oid,
      space: { ...space, id: spaceId },
      main,
      snapshot: merged.snapshot,
      hasOtherFiles,
    };
  }

  private async spaceOf({ organizationId, spaceId }: GitConnection): Promise<SpaceRecord> {
    const space = (await this.spaces.findRecords(organizationId, [spaceId])).get(spaceId);
    if (!space || space.deletedAt !== null) throw new ImportFailed('The space was deleted.');
    return space;
  }
}

function differsOutside(folder: string, base: FetchedCommit, head: FetchedCommit): boolean {
  const prefix = folder === '' ? '' : `${folder}/`;
  const isOutside = (path: string): boolean => !path.startsWith(prefix);
  const differs = (one: FetchedCommit, other: FetchedCommit): boolean =>
    [...one.files].some(([path, { oid }]) => isOutside(path) && other.files.get(path)?.oid !== oid);
  return differs(base, head) || differs(head, base);
}
