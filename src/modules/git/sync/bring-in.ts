import { Injectable } from '@nestjs/common';
import { ChangedMeanwhile, ChangeRequestEntity, ProposedContent } from '#modules/change-requests/index.js';
import { ContentStore, Revisions } from '#modules/content/index.js';
import { parseMarkdown } from '#modules/documents/index.js';
import { type SpaceRecord, SpaceBranches, Spaces } from '#modules/spaces/index.js';
import { Database } from '#platform/database/database.js';
import type { Actor } from '#platform/http/actor.js';
import type { ImportWarning } from '../folder/import-warning.js';
import { isBlank } from '../import/blank-space.js';
import { conflictWarning } from '../import/conflict-warning.js';
import { type FolderPlan, FolderPlans, type PlanOptions, type PlanStart } from '../import/folder-plans.js';
import { countsOf, GIT_BRANCH } from '../import/import-folder.js';
import type { FetchedCommit } from '../remote/remote-repository.js';
import { loadSpaceTree } from '../space-tree.js';
import type { CommitTree } from './commit-tree.js';
import type { ParkedConflicts } from './git-connection.entity.js';
import { type GitConnection, GitConnectionsRepository } from './git-connections.repository.js';
import { SideOfRepository } from './side-of-repository.js';
import { StoredMerges } from './stored-merges.js';

/** A commit of the repository that is to come into the space. */
export interface Incoming {
  commit: FetchedCommit;
  tree: CommitTree;
  /** Address for people. */
  url: string;
}

export interface BroughtIn {
  revision: string;
  pages: number;
  files: number;
  warnings: ImportWarning[];
  /** The change request in which people decide about conflicts. */
  changeRequestId: string | null;
}

interface Merged {
  /** The folder as content: what both sides have in common then. */
  base: string;
  /** Next content of the space, with its own version at conflicts. */
  space: string;
  /** Next content of the repository, with its own version at conflicts. */
  repository: string;
  conflicts: ImportWarning[];
  /** The open change request about earlier conflicts, with the content that it gets. */
  request: { read: ChangeRequestEntity; content: string } | null;
}

/**
 * Brings what changed in a repository into a space. What both sides changed stays as it is on each side, and the repository's version
 * becomes a change request; everything else goes on.
 */
@Injectable()
export class BringIn {
  constructor(
    private readonly db: Database,
    private readonly content: ContentStore,
    private readonly revisions: Revisions,
    private readonly spaces: Spaces,
    private readonly branches: SpaceBranches,
    private readonly plans: FolderPlans,
    private readonly merges: StoredMerges,
    private readonly side: SideOfRepository,
    private readonly proposed: ProposedContent,
    private readonly connections: GitConnectionsRepository,
  ) {}

  /**
   * Call it outside of a transaction.
   * @param authorize decides again, in the transaction that writes, whether the actor may.
   * @returns null when somebody wrote to the space or the connection meanwhile: read both again.
   */
  async run(
    actor: Actor,
    connection: GitConnection,
    space: SpaceRecord,
    incoming: Incoming,
    options: PlanOptions & { authorize: () => Promise<void> },
  ): Promise<BroughtIn | null> {
    const { organizationId } = connection;
    const main = await loadSpaceTree(this.content, organizationId, space.snapshot);
    const importer = { organizationId, userId: actor.userId };
    const start = await this.startOf(connection, space, main);
    const plan = await this.plans.plan(importer, { space, main }, incoming.tree, start, options);
    const merged = await this.merge(actor, connection, plan);
    options.onProgress?.('finalize', 0, 1);
    const written = await this.db
      .transaction(async () => {
        const locked = await this.spaces.lock(organizationId, space.id);
        const held = await this.connections.lock(organizationId, connection.id);
        if (
          locked.snapshot !== space.snapshot ||
          held?.updatedAt.getTime() !== connection.updatedAt.getTime()
        )
          return null;
        await options.authorize();
        return this.write(actor, { connection, space: locked, incoming, plan, merged });
      })
      .catch(nullIfChanged);
    if (!written) return null;
    return { ...written, ...countsOf(plan), warnings: [...plan.warnings, ...merged.conflicts] };
  }

  /** The page that a new space begins with makes room for those of the folder. */
  private async startOf(
    { baseSnapshot, baseFiles, basePlaces, priority }: GitConnection,
    space: SpaceRecord,
    main: FolderPlan['main'],
  ): Promise<PlanStart> {
    if (baseSnapshot !== null)
      return {
        ...{ snapshot: baseSnapshot, adoption: 'empty' },
        ...{ files: baseFiles ?? {}, places: basePlaces ?? {} },
      };
    const isNew = await isBlank(this.content, space, main);
    return { snapshot: isNew ? space.snapshot : null, adoption: priority === 'git' ? 'whole' : 'empty' };
  }

  private async merge(actor: Actor, connection: GitConnection, plan: FolderPlan): Promise<Merged> {
    const { organizationId, parked, baseSnapshot, priority } = connection;
    const main = plan.space.snapshot;
    const { base, mine } = await this.plans.sides(plan);
    const isFirst = baseSnapshot === null;
    const ownSide = isFirst && priority === 'git' ? 'mine' : 'main';
    const space = await this.merges.merge(organizationId, { base, main, mine }, ownSide);
    const request = parked
      ? await this.proposed.findOpen(actor, plan.space.id, parked.changeRequestId)
      : null;
    const repositorySide = await this.side.of(connection, main, request !== null);
    const theirs = isFirst
      ? space
      : await this.merges.merge(organizationId, { base, main: repositorySide, mine }, 'mine');
    const merged = { base: mine, space: space.snapshot, repository: theirs.snapshot };
    const conflicts = isFirst ? [] : space.conflicts.map((conflict) => conflictWarning(conflict, plan));
    if (!request || !parked) return { ...merged, conflicts, request: null };
    const { snapshot: content } = await this.merges.merge(
      organizationId,
      { base: parked.theirs, main: request.snapshot, mine: theirs.snapshot },
      'main',
    );
    return { ...merged, conflicts, request: { read: request, content } };
  }

  /** In a transaction. */
  private async write(
    actor: Actor,
    {
      connection,
      space,
      incoming,
      plan,
      merged,
    }: {
      connection: GitConnection;
      space: SpaceRecord;
      incoming: Incoming;
      plan: FolderPlan;
      merged: Merged;
    },
  ): Promise<{ revision: string; changeRequestId: string | null }> {
    const { commit, url, tree } = incoming;
    const { oid, message, ref } = commit;
    const git = { oid, message, createdByGitBook: false, url, ...(ref ? { ref } : {}) };
    const branch = this.branches.of(space);
    if (merged.space !== space.snapshot)
      await branch.commit(actor, { type: 'edits', snapshot: merged.space, git });
    const revision = branch.head.id;
    for (const snapshot of new Set([merged.base, merged.space, merged.repository]))
      await this.keep(actor, connection, revision, snapshot);
    const parked = await this.park(actor, connection, merged);
    const { root, readme, summary } = plan.config;
    await this.connections.update(connection, {
      baseSnapshot: merged.base,
      baseCommit: oid,
      baseFiles: tree.ids,
      basePlaces: plan.image.places,
      baseLayout: { root, readme, summary },
      // The repository knows what came in from it.
      ...(connection.spaceRevision === space.revisionId ? { spaceRevision: revision } : {}),
      pushing: null,
      parked,
      updatedAt: plan.now,
    });
    return { revision, changeRequestId: parked?.changeRequestId ?? null };
  }

  /** A revision of a separate branch, so that the content is there for as long as the space is. */
  private async keep(
    actor: Actor,
    { organizationId, spaceId, baseSnapshot, parked }: GitConnection,
    parent: string,
    snapshot: string,
  ): Promise<void> {
    if ([baseSnapshot, parked?.ours, parked?.theirs].includes(snapshot)) return;
    const place = { spaceId, changeRequestId: GIT_BRANCH, type: 'edits' as const };
    await this.revisions.commit(organizationId, {
      ...place,
      parents: [parent],
      snapshot,
      author: actor.userId,
    });
  }

  private async park(
    actor: Actor,
    { spaceId, branch }: GitConnection,
    { space: ours, repository: theirs, conflicts, request }: Merged,
  ): Promise<ParkedConflicts | null> {
    if (ours === theirs) return null;
    const files = [...new Set(conflicts.map(({ file }) => file).filter((file) => file !== ''))];
    if (request) {
      if (request.content !== request.read.snapshot)
        await this.proposed.replace(actor, request.read, request.content);
      return { ours, theirs, changeRequestId: request.read.id, files };
    }
    const listed = files.map((file) => `* \`${file}\``).join('\n');
    const description = parseMarkdown(
      `The space and the branch \`${branch}\` of the repository both changed the same places. Until you decide, each side keeps its own version of them, and everything else is exchanged.\n\nThis change request shows the version of the repository beside that of the space. **Merge** it to take the repository's version, change it first to combine both, or **archive** it to keep the version of the space: the next sync then writes what you decided to the repository.\n\n${listed}`,
    ).document;
    const subject = `Decide about changes in ${branch}`.slice(0, 100);
    const opened = await this.proposed.propose(actor, spaceId, { subject, description, snapshot: theirs });
    return { ours, theirs, changeRequestId: opened.id, files };
  }
}

/** People type in the change request while a run works: it reads what they wrote, and begins anew. */
function nullIfChanged(error: unknown): null {
  if (error instanceof ChangedMeanwhile) return null;
  throw error;
}
