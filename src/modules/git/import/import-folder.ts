import { Injectable } from '@nestjs/common';
import {
  type ContentConflict,
  ContentStore,
  type GitCommit,
  type PreparedMerge,
  Revisions,
  withPreparedMerge,
} from '#modules/content/index.js';
import { type ContentRef, documentReferences, type JSONDocument } from '#modules/documents/index.js';
import { ReferencePolicy, type SpaceRecord, SpaceBranches, Spaces } from '#modules/spaces/index.js';
import { UserTokens } from '#modules/users/index.js';
import { Clock } from '#platform/clock/clock.js';
import { Database } from '#platform/database/database.js';
import { Conflict, NotFound } from '#platform/http/errors.js';
import type { FileTree } from '../folder/file-tree.js';
import type { FolderConfig } from '../folder/folder-config.js';
import type { ImportWarning } from '../folder/import-warning.js';
import { readFolder } from '../folder/read-folder.js';
import { type GitState, GitStatesRepository } from '../git-states.repository.js';
import { EMPTY_TREE, loadSpaceTree, type SpaceTree, walkPages } from '../space-tree.js';
import { adoptionEdits } from './adopt.js';
import { isBlank } from './blank-space.js';
import type { FolderImage } from './folder-image.js';
import { FolderImages } from './folder-images.js';
import { Identities } from './identities.js';
import { imageEdits, walkImage } from './image-edits.js';
import { unlistedWarning } from './left-out.js';

export type ImportStage = 'repo_fetch' | 'config_check' | 'content_process' | 'finalize';

export interface ImportOptions {
  /** The commit that the folder is; shown with the revision. */
  commit?: GitCommit;
  /** Told how far it is. */
  onProgress?: (stage: ImportStage, done: number, total: number) => void;
  /** Warnings of what came before, put first into the report. */
  warnings?: ImportWarning[];
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

/** The user who imports; `userId` becomes the author. */
export interface Importer {
  organizationId: string;
  userId: string;
}

/** Images of folders are revisions of a separate branch: the next import starts from the newest. */
export const GIT_BRANCH = 'git';
const MAX_WARNINGS = 5000;
const ATTEMPTS = 5;

interface Plan {
  importer: Importer;
  space: SpaceRecord;
  state: GitState | null;
  /** Snapshot that the folder is compared with; null for an empty one. */
  start: string | null;
  base: SpaceTree;
  main: SpaceTree;
  identities: Identities;
  config: FolderConfig;
  image: FolderImage;
  warnings: ImportWarning[];
  now: Date;
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
    private readonly images: FolderImages,
    private readonly references: ReferencePolicy,
    private readonly tokens: UserTokens,
    private readonly clock: Clock,
  ) {}

  /**
   * Call it outside of a transaction. Whether the importer may write to the space was decided before.
   * @throws NotFound when the space is gone, BadRequest for an OpenAPI specification that a text names and the importer
   * does not see: its words would come with the text. What is odd in the folder is a warning, never an error.
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
      const pages = [...walkImage(plan.image.pages)].filter((page) => page.type === 'document').length;
      const warnings = [...plan.warnings, ...applied.warnings].slice(0, MAX_WARNINGS);
      return { space: spaceId, revision: applied.revision, pages, files: plan.image.files.length, warnings };
    }
    throw new Conflict('Other imports into the same space kept coming between; try again.');
  }

  private async plan(
    importer: Importer,
    spaceId: string,
    tree: FileTree,
    { onProgress, commit, warnings: given = [] }: ImportOptions,
  ): Promise<Plan> {
    const { organizationId } = importer;
    const warnings: ImportWarning[] = [...given];
    onProgress?.('config_check', 0, 1);
    const folder = await readFolder(tree, warnings);
    const space = (await this.spaces.findRecords(organizationId, [spaceId])).get(spaceId);
    if (!space || space.deletedAt !== null) throw new NotFound('space');
    const state = await this.states.find(organizationId, spaceId);
    const main = await loadSpaceTree(this.content, organizationId, space.snapshot);
    // The page that a new space begins with makes room for those of the folder.
    const isNew = state === null && (await isBlank(this.content, space, main));
    const start = state?.snapshot ?? (isNew ? space.snapshot : null);
    const base = start === null ? EMPTY_TREE : await loadSpaceTree(this.content, organizationId, start);
    const paths = new Set(tree.paths());
    const identities = new Identities(base, main, folder.config.root, paths);
    const image = await this.images.read(organizationId, folder, identities, warnings, (done, total) =>
      onProgress?.('content_process', done, total),
    );
    warnings.push(...unlistedWarning(folder, image));
    await this.checkSpecifications(importer, spaceId, image, main);
    return {
      importer,
      space,
      state,
      start,
      base,
      main,
      identities,
      config: folder.config,
      image,
      warnings,
      now: this.clock.now(),
      commit,
    };
  }

  private async checkSpecifications(
    { organizationId, userId }: Importer,
    spaceId: string,
    image: FolderImage,
    main: SpaceTree,
  ): Promise<void> {
    const documents = [...walkImage(image.pages), ...image.reusableContents].map(({ document }) => document);
    const named = specificationsIn(documents);
    if (named.length === 0) return;
    const actor = await this.tokens.findActor(userId);
    if (!actor) throw new NotFound('user');
    const hashes = [...walkPages(main.pages), ...main.reusableContents].flatMap((one) => one.document ?? []);
    const known = await this.content.readDocuments(organizationId, hashes);
    const scope = { actor, organizationId, spaceId };
    await this.references.check(scope, named, specificationsIn([...known.values()]), 'The folder');
  }

  /** Answers the revision that the space shows then, or null when the plan is out of date. */
  private write(plan: Plan, options: ImportOptions): Promise<Applied | null> {
    const { organizationId } = plan.importer;
    return withPreparedMerge(
      (prepared) => this.db.transaction(() => this.apply(plan, options, prepared)),
      async (input) => {
        // The transaction took both away with it. They are stored anew; nobody sees them before there is a revision.
        await this.sides(plan);
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
    const { base, mine } = await this.sides(plan);
    const three = { base, main: space.snapshot, mine };
    const { snapshot: merged, kept } = await this.content.mergeInto(organizationId, three, prepared);
    await authorize?.();
    const revision = await this.commit(plan, space, { mine, merged });
    return { revision, warnings: kept.map((conflict) => describeConflict(conflict, plan)) };
  }

  /** Stores the content that the folder is compared with, and the folder's own: the same for a plan each time. */
  private async sides(plan: Plan): Promise<{ base: string; mine: string }> {
    const { base: baseTree, main, identities, now } = plan;
    const { organizationId } = plan.importer;
    const start = plan.start ?? (await this.content.writeEmptySnapshot(organizationId));
    const adoption = await adoptionEdits(this.content, organizationId, {
      base: baseTree,
      main,
      adopted: identities.adopted,
    });
    const { snapshot: base } = await this.content.applyEdits(organizationId, start, adoption, { now });
    const tree = adoption.length === 0 ? baseTree : await loadSpaceTree(this.content, organizationId, base);
    const { snapshot: mine } = await this.content.applyEdits(
      organizationId,
      base,
      imageEdits(tree, plan.image),
      { now },
    );
    return { base, mine };
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
    });
    return revision;
  }
}

function describeConflict(conflict: ContentConflict, { image, main }: Plan): ImportWarning {
  const page =
    conflict.page === undefined
      ? undefined
      : [...walkImage(image.pages)].find(({ id }) => id === conflict.page);
  const file = image.files.find(({ id }) => id === conflict.file)?.git?.path;
  const include = image.reusableContents.find(({ id }) => id === conflict.reusableContent)?.git.path;
  const title = page?.title ?? main.pages.find(({ id }) => id === conflict.page)?.title;
  const thing = title === undefined ? (conflict.field ?? conflict.kind) : `"${title}"`;
  return {
    file: page?.fields?.git?.path ?? file ?? include ?? '',
    line: 1,
    kind: 'conflict',
    message: `The space and the folder both changed ${thing} (${conflict.kind}); the space's version was kept.`,
  };
}

function specificationsIn(documents: readonly (JSONDocument | null | undefined)[]): ContentRef[] {
  return documents
    .flatMap((document) => (document ? documentReferences(document).map(({ ref }) => ref) : []))
    .filter(({ kind }) => kind === 'openapi');
}
