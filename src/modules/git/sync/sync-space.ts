import { Injectable } from '@nestjs/common';
import { ProposedContent } from '#modules/change-requests/index.js';
import { type SpaceRecord, Spaces } from '#modules/spaces/index.js';
import { UserTokens } from '#modules/users/index.js';
import { Clock } from '#platform/clock/clock.js';
import type { Actor } from '#platform/http/actor.js';
import type { ImportWarning } from '../folder/import-warning.js';
import { isMarkdown } from '../folder/planned-page.js';
import { commitAddress } from '../git-sources.js';
import { ImportFailed } from '../git.errors.js';
import type { ImportStage } from '../import/folder-plans.js';
import { type ImportReport, MAX_WARNINGS } from '../import/import-folder.js';
import { GitRemote } from '../remote/git-remote.js';
import { RemoteProblem } from '../remote/remote-problem.js';
import type { FetchedCommit, RemoteRepository } from '../remote/remote-repository.js';
import { BringIn, type BroughtIn } from './bring-in.js';
import { type CommitTree, NO_TREE, readCommitTree, treeOf } from './commit-tree.js';
import { ConnectionSecrets } from './connection-secrets.js';
import { type GitConnection, GitConnectionsRepository } from './git-connections.repository.js';
import type { SyncReport } from './sync-report.js';
import { requireSamePlace } from './same-place.js';
import { SyncStopped } from './sync-stopped.js';
import { type TakenOut, TakeOut } from './take-out.js';

export interface SyncOptions {
  onProgress: (stage: ImportStage, done: number, total: number) => void;
  /** Decides again, before something is written, whether the run may; throws when it may not. */
  authorize: () => Promise<void>;
  signal?: AbortSignal;
}

/** Number of times that people may write to the branch or the space while a run is under way. */
const ATTEMPTS = 8;

interface Round {
  actor: Actor;
  git: RemoteRepository;
  connection: GitConnection;
  space: SpaceRecord;
  commit: FetchedCommit | null;
  tree: CommitTree;
}

/**
 * Makes a space and a folder on a branch of a repository the same: what changed in the repository comes in by a merge whose base is what
 * both had in common last, then what the repository lacks becomes a commit.
 */
@Injectable()
export class SyncSpace {
  constructor(
    private readonly spaces: Spaces,
    private readonly tokens: UserTokens,
    private readonly clock: Clock,
    private readonly remote: GitRemote,
    private readonly secrets: ConnectionSecrets,
    private readonly connections: GitConnectionsRepository,
    private readonly proposed: ProposedContent,
    private readonly bringIn: BringIn,
    private readonly takeOut: TakeOut,
  ) {}

  /**
   * Call it outside of a transaction.
   * @param found the connection as the run begins: one that is changed meanwhile ends it.
   * @throws SyncStopped and ImportFailed, with a sentence that says what to do; ConnectionChanged.
   */
  async run(found: GitConnection, options: SyncOptions): Promise<ImportReport & { sync: SyncReport }> {
    const actor = await this.tokens.findActor(found.createdBy);
    if (!actor)
      throw new SyncStopped(
        'no-person',
        'The person who connected the repository has left. Connect it anew: nothing is lost.',
      );
    const repository = await this.secrets.repositoryOf(found);
    // The spaces of a site are folders of one repository: what one has fetched, the others have.
    const cacheKey = `${found.organizationId}/${found.siteConnectionId ?? found.id}`;
    const { signal } = options;
    return this.remote.open(repository, { cacheKey, ...(signal ? { signal } : {}) }, (git) =>
      this.exchange(actor, git, found, options),
    );
  }

  private async exchange(
    actor: Actor,
    git: RemoteRepository,
    found: GitConnection,
    options: SyncOptions,
  ): Promise<ImportReport & { sync: SyncReport }> {
    const { organizationId, spaceId } = found;
    const sync: SyncReport = {};
    const warnings: ImportWarning[] = [];
    let counts = { pages: 0, files: 0 };
    for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
      options.onProgress('repo_fetch', 0, 1);
      const round = await this.begin(actor, git, found);
      if (isNews(round)) {
        const came = await this.takeIn(round, options, warnings);
        if (!came) continue;
        counts = { pages: came.pages, files: came.files };
        sync.imported = round.commit!.oid;
        if (came.changeRequestId) sync.changeRequest = came.changeRequestId;
      }
      const taken = await this.send(actor, git, round, options);
      if (taken.outcome === 'moved') continue;
      if (taken.outcome === 'refused') throw new SyncStopped('refused', taken.message);
      if (taken.outcome === 'pushed') sync.exported = taken.commit;
      const space = await this.spaceOf(organizationId, spaceId);
      return {
        space: spaceId,
        revision: space.revisionId,
        ...counts,
        warnings: warnings.slice(0, MAX_WARNINGS),
        sync,
      };
    }
    throw new ImportFailed('The branch and the space changed all the time; the next run goes on.');
  }

  /** Reads both sides. A commit that was ours, and whose push was not noted, is noted first. */
  private async begin(actor: Actor, git: RemoteRepository, found: GitConnection): Promise<Round> {
    let connection = await this.current(found);
    const commit = await fetchHead(git, connection);
    const { pushing } = connection;
    if (pushing && commit && (await hasCommit(git, pushing.commit, commit.oid))) {
      await this.takeOut.settle(actor, connection, pushing);
      connection = await this.current(found);
    }
    const { folder, baseFiles, baseCommit } = connection;
    const known = baseFiles ?? {};
    const isKnown = commit !== null && commit.oid === baseCommit;
    const tree = !commit
      ? NO_TREE
      : isKnown
        ? treeOf(git, known, [])
        : await readCommitTree(git, commit, folder, known);
    const space = await this.spaceOf(found.organizationId, found.spaceId);
    return { actor, git, connection, space, commit, tree };
  }

  private async takeIn(
    { actor, git, connection, space, commit, tree }: Round,
    options: SyncOptions,
    warnings: ImportWarning[],
  ): Promise<BroughtIn | null> {
    if (!commit) throw new Error('There is nothing to bring in.');
    requirePages(connection, tree);
    warnings.splice(
      0,
      warnings.length,
      ...(await historyWarnings(git, connection, commit)),
      ...tree.warnings,
    );
    const url = commitAddress(connection.url, commit.oid);
    const came = await this.bringIn.run(actor, connection, space, { commit, tree, url }, options);
    if (came) warnings.push(...came.warnings);
    return came;
  }

  /** The connection and the space as they are after something came in. */
  private async send(
    actor: Actor,
    git: RemoteRepository,
    { commit, tree, connection: before }: Round,
    { onProgress, authorize }: SyncOptions,
  ): Promise<TakenOut> {
    const { organizationId, spaceId } = before;
    const connection = await this.current(before);
    onProgress('finalize', 0, 1);
    const { parked } = connection;
    const isUndecided =
      parked !== null && (await this.proposed.findOpen(actor, spaceId, parked.changeRequestId)) !== null;
    const space = await this.spaceOf(organizationId, spaceId);
    const outgoing = { git, commit, tree, isUndecided };
    const taken = await this.takeOut.run(actor, connection, space, outgoing, authorize);
    if (taken.outcome === 'pushed' || taken.outcome === 'same') {
      const syncedAt = this.clock.now();
      await this.current(connection);
      await this.connections.update(connection, { syncedAt, problem: null, failures: 0 });
    }
    return taken;
  }

  /** The connection with the state that it has now. @throws ConnectionChanged */
  private async current(before: GitConnection): Promise<GitConnection> {
    const { organizationId, spaceId } = before;
    return requireSamePlace(await this.connections.findOfSpace(organizationId, spaceId), before);
  }

  private async spaceOf(organizationId: string, spaceId: string): Promise<SpaceRecord> {
    const space = (await this.spaces.findRecords(organizationId, [spaceId])).get(spaceId);
    if (!space || space.deletedAt !== null) throw new ImportFailed('The space was deleted.');
    return space;
  }
}

/** The branch's newest commit; null for an empty repository or a branch that is to be made by the first push. */
async function fetchHead(git: RemoteRepository, connection: GitConnection): Promise<FetchedCommit | null> {
  const { branch, baseSnapshot, priority, url } = connection;
  try {
    return await git.fetchCommit(`refs/heads/${branch}`);
  } catch (error) {
    if (!(error instanceof RemoteProblem)) throw error;
    const isMissing = error.code === 'empty' || error.code === 'no-such-ref';
    if (!isMissing) throw new SyncStopped(error.code, error.message);
    if (baseSnapshot === null && (priority === 'bindery' || error.code === 'empty')) return null;
    throw new SyncStopped(
      'no-branch',
      `The repository ${url} has no branch "${branch}" any more. Choose another branch for the connection, or push this one again: the space keeps everything.`,
    );
  }
}

/** Answers whether the repository has what the space has not seen. The first time, the direction says so. */
function isNews({ commit, connection }: Round): boolean {
  if (!commit || commit.oid === connection.baseCommit) return false;
  return connection.baseSnapshot !== null || connection.priority === 'git';
}

async function hasCommit(git: RemoteRepository, base: string, head: string): Promise<boolean> {
  const { relation } = await git.commitsBetween(base, head);
  return relation === 'same' || relation === 'ahead';
}

/** All pages gone at once is rarely what was meant: a renamed folder looks so too. */
function requirePages({ baseFiles, folder, branch }: GitConnection, tree: CommitTree): void {
  const had = Object.keys(baseFiles ?? {}).some(isMarkdown);
  if (!had || tree.paths().some(isMarkdown)) return;
  throw new SyncStopped(
    'no-pages',
    `The branch "${branch}" has no Markdown files${folder === '' ? '' : ` in ${folder}`} any more, so that all pages would be deleted. Bring them back, or connect the folder where they are now.`,
  );
}

async function historyWarnings(
  git: RemoteRepository,
  { baseCommit }: GitConnection,
  commit: FetchedCommit,
): Promise<ImportWarning[]> {
  if (baseCommit === null) return [];
  const { relation } = await git.commitsBetween(baseCommit, commit.oid);
  if (relation !== 'rewritten') return [];
  const message = `The history of the branch was rewritten: it no longer holds the commit ${baseCommit.slice(0, 10)}. The folder was compared with what both sides had in common last.`;
  return [{ file: '', line: 1, kind: 'history', message }];
}
