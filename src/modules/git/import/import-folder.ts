import { Injectable } from '@nestjs/common';
import {
  ContentStore,
  type GitCommit,
  type PreparedMerge,
  Revisions,
  withPreparedMerge,
} from '#modules/content/index.js';
import { type SpaceRecord, SpaceBranches, Spaces } from '#modules/spaces/index.js';
import { Database } from '#platform/database/database.js';
import { Conflict, NotFound } from '#platform/http/errors.js';
import type { FileTree } from '../folder/file-tree.js';
import type { ImportWarning } from '../folder/import-warning.js';
import { type GitState, GitStatesRepository } from '../git-states.repository.js';
import { loadSpaceTree } from '../space-tree.js';
import { isBlank } from './blank-space.js';
import { conflictWarning } from './conflict-warning.js';
import { type FolderPlan, FolderPlans, type Importer, type PlanOptions } from './folder-plans.js';
import { walkImage } from './image-edits.js';

export interface ImportOptions extends PlanOptions {
  /** The commit that the folder is; shown with the revision. */
  commit?: GitCommit;
  /** Decides again, in the transaction that writes, whether the importer may; throws when they may not. */
  authorize?: () => Promise<void>;
}

export interface ImportReport {
  space: string;
  /** Revision that the space shows now: a new one, or the one before when the folder differs in nothing. */
  revision: string;
  /** Pages and files of the folder. */
  pages: number;
  files: number;
  warnings: ImportWarning[];
}

/** Images of folders are revisions of a separate branch: the next import starts from the newest. */
export const GIT_BRANCH = 'git';
export const MAX_WARNINGS = 5000;
const ATTEMPTS = 5;

interface Plan extends FolderPlan {
  state: GitState | null;
  commit?: GitCommit;
}

interface Applied {
  revision: string;
  warnings: ImportWarning[];
}

/**
 * Imports a folder into a space, as one new revision or, when it differs in nothing, none. The folder is compared with
 * what was imported last, and the difference is merged into what the space has now: work done in the space since
 * survives; where both changed the same thing, the space keeps its own and the report says so.
 */
@Injectable()
export class ImportFolder {
  constructor(
    private readonly db: Database,
    private readonly content: ContentStore,
    private readonly revisions: Revisions,
    private readonly spaces: Spaces,
    private readonly branches: SpaceBranches,
    private readonly states: GitStatesRepository,
    private readonly plans: FolderPlans,
  ) {}

  /**
   * Call it outside of a transaction. Whether the importer may write to the space was decided before.
   * @throws NotFound when the space is gone, and as `FolderPlans.plan`.
   */
  async run(
    importer: Importer,
    spaceId: string,
    tree: FileTree,
    options: ImportOptions = {},
  ): Promise<ImportReport> {
    for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
      const plan = await this.plan(importer, spaceId, tree, options);
      options.onProgress?.('finalize', 0, 1);
      const applied = await this.write(plan, options);
      // Null: another import came between, and the ids of this plan are no longer right.
      if (applied === null) continue;
      options.onProgress?.('finalize', 1, 1);
      const warnings = [...plan.warnings, ...applied.warnings].slice(0, MAX_WARNINGS);
      return { space: spaceId, revision: applied.revision, ...countsOf(plan), warnings };
    }
    throw new Conflict('Other imports into the same space kept coming between; try again.');
  }

  private async plan(
    importer: Importer,
    spaceId: string,
    tree: FileTree,
    options: ImportOptions,
  ): Promise<Plan> {
    const { organizationId } = importer;
    const space = (await this.spaces.findRecords(organizationId, [spaceId])).get(spaceId);
    if (!space || space.deletedAt !== null) throw new NotFound('space');
    const state = await this.states.find(organizationId, spaceId);
    const main = await loadSpaceTree(this.content, organizationId, space.snapshot);
    // The page that a new space begins with makes room for those of the folder.
    const isNew = state === null && (await isBlank(this.content, space, main));
    const snapshot = state?.snapshot ?? (isNew ? space.snapshot : null);
    const start = { snapshot, adoption: 'whole' as const };
    const plan = await this.plans.plan(importer, { space, main }, tree, start, options);
    return { ...plan, state, ...(options.commit ? { commit: options.commit } : {}) };
  }

  /** Answers the revision that the space shows then, or null when the plan is out of date. */
  private write(plan: Plan, options: ImportOptions): Promise<Applied | null> {
    const { organizationId } = plan.importer;
    return withPreparedMerge(
      (prepared) => this.db.transaction(() => this.apply(plan, options, prepared)),
      async (input) => {
        // The transaction took both away with it. They are stored anew; nobody sees them before there is a revision.
        await this.plans.sides(plan);
        return this.content.prepareMerge(organizationId, input);
      },
    );
  }

  /** In a transaction. */
  private async apply(
    plan: Plan,
    { authorize }: ImportOptions,
    prepared: PreparedMerge | undefined,
  ): Promise<Applied | null> {
    const { organizationId } = plan.importer;
    const space = await this.spaces.lock(organizationId, plan.space.id);
    const state = await this.states.find(organizationId, space.id);
    if (state?.snapshot !== plan.state?.snapshot) return null;
    const { base, mine } = await this.plans.sides(plan);
    const three = { base, main: space.snapshot, mine };
    const { snapshot: merged, kept } = await this.content.mergeInto(organizationId, three, prepared);
    await authorize?.();
    const revision = await this.commit(plan, space, { mine, merged });
    return { revision, warnings: kept.map((conflict) => conflictWarning(conflict, plan)) };
  }

  private async commit(
    { importer, state, config, commit }: Plan,
    space: SpaceRecord,
    { mine, merged }: { mine: string; merged: string },
  ): Promise<string> {
    const { organizationId, userId: author } = importer;
    const spaceId = space.id;
    const branch = this.branches.of(space);
    if (merged !== space.snapshot)
      await branch.commit(importer, { type: 'edits', snapshot: merged, git: commit });
    const revision = branch.head.id;
    if (mine !== merged && mine !== state?.snapshot)
      await this.revisions.commit(organizationId, {
        ...{
          spaceId,
          changeRequestId: GIT_BRANCH,
          type: 'edits',
          parents: [revision],
          snapshot: mine,
          author,
        },
        ...(commit ? { git: commit } : {}),
      });
    const { root, readme, summary } = config;
    await this.states.save({
      organizationId,
      spaceId,
      snapshot: mine,
      config: { root, readme, summary },
      url: commit?.url ?? null,
      ref: commit?.ref ?? null,
      commit: commit?.oid ?? null,
      places: commit ? {} : null,
    });
    return revision;
  }
}

/** Numbers of pages and files that a folder makes. */
export function countsOf({ image }: Pick<FolderPlan, 'image'>): { pages: number; files: number } {
  const pages = [...walkImage(image.pages)].filter((page) => page.type === 'document').length;
  return { pages, files: image.files.length };
}
