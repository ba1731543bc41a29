import { Injectable } from '@nestjs/common';
import { ContentStore } from '#modules/content/index.js';
import { type ContentRef, documentReferences, type JSONDocument } from '#modules/documents/index.js';
import { ReferencePolicy, type SpaceRecord } from '#modules/spaces/index.js';
import { UserTokens } from '#modules/users/index.js';
import { Clock } from '#platform/clock/clock.js';
import { NotFound } from '#platform/http/errors.js';
import type { FileTree } from '../folder/file-tree.js';
import type { FolderConfig } from '../folder/folder-config.js';
import type { ImportWarning } from '../folder/import-warning.js';
import { readFolder } from '../folder/read-folder.js';
import {
  EMPTY_TREE,
  loadSpaceTree,
  type Places,
  placeTree,
  type SpaceTree,
  walkPages,
} from '../space-tree.js';
import { type Adoption, adoptionEdits } from './adopt.js';
import type { FolderImage } from './folder-image.js';
import { FolderImages } from './folder-images.js';
import { Identities } from './identities.js';
import { imageEdits, walkImage } from './image-edits.js';
import { unlistedWarning } from './left-out.js';

export type ImportStage = 'repo_fetch' | 'config_check' | 'content_process' | 'finalize';

/** The user who imports; `userId` becomes the author. */
export interface Importer {
  organizationId: string;
  userId: string;
}

/** Content that a folder is compared with. */
export interface PlanStart {
  /** Snapshot of the folder as it was before; null for an empty one. */
  snapshot: string | null;
  /** Common start of pages that both sides made at the same path. */
  adoption: Adoption;
  /** Blob ids of the folder as it was before: a file that is the same is not read again, whatever was written into it. */
  files?: Readonly<Record<string, string>>;
  /** Paths of contents in the folder as it was before, where they are known. */
  places?: Places;
}

export interface PlanOptions {
  /** Told how far it is. */
  onProgress?: (stage: ImportStage, done: number, total: number) => void;
  /** Warnings of what came before, put first into the report. */
  warnings?: readonly ImportWarning[];
  /** Leaves of the folder's content what may be shown. */
  confine?: (image: FolderImage) => FolderImage;
}

/** A folder as the content that it makes of a space, read and stored nowhere yet. */
export interface FolderPlan {
  importer: Importer;
  space: SpaceRecord;
  start: PlanStart;
  base: SpaceTree;
  main: SpaceTree;
  identities: Identities;
  config: FolderConfig;
  image: FolderImage;
  warnings: ImportWarning[];
  now: Date;
}

/** Reads folders, and turns them into the sides of a merge. */
@Injectable()
export class FolderPlans {
  constructor(
    private readonly content: ContentStore,
    private readonly images: FolderImages,
    private readonly references: ReferencePolicy,
    private readonly tokens: UserTokens,
    private readonly clock: Clock,
  ) {}

  /**
   * Reads a folder. Call it outside of a transaction.
   * @param main the content of the space now.
   * @throws BadRequest for an OpenAPI specification that a text names and the importer does not see: its words would come
   * with the text. What is odd in the folder is a warning, never an error.
   */
  async plan(
    importer: Importer,
    { space, main }: { space: SpaceRecord; main: SpaceTree },
    tree: FileTree,
    start: PlanStart,
    { onProgress, warnings: given = [], confine }: PlanOptions,
  ): Promise<FolderPlan> {
    const { organizationId } = importer;
    const warnings: ImportWarning[] = [...given];
    onProgress?.('config_check', 0, 1);
    const folder = await readFolder(tree, warnings);
    const { snapshot } = start;
    const base = snapshot === null ? EMPTY_TREE : await loadSpaceTree(this.content, organizationId, snapshot);
    const paths = new Set(tree.paths());
    const { places = {}, files = {} } = start;
    const [was, now] = [base, main].map((one) => placeTree(one, places, files)) as [SpaceTree, SpaceTree];
    const identities = new Identities(was, now, folder.config.root, paths, files);
    const progress = (done: number, total: number) => onProgress?.('content_process', done, total);
    const image = await this.images.read(
      ...([organizationId, folder, identities, warnings, progress, confine] as const),
    );
    warnings.push(...unlistedWarning(folder, image));
    await this.checkSpecifications(importer, space.id, image, main);
    const { config } = folder;
    return { importer, space, start, base, main, identities, config, image, warnings, now: this.clock.now() };
  }

  /**
   * Stores the content that the folder is compared with, and the folder's own: the same for a plan each time.
   * @returns their snapshots.
   */
  async sides(plan: FolderPlan): Promise<{ base: string; mine: string }> {
    const { base: baseTree, main, identities, now, start } = plan;
    const { organizationId } = plan.importer;
    const before = start.snapshot ?? (await this.content.writeEmptySnapshot(organizationId));
    const edits = await adoptionEdits(this.content, organizationId, {
      base: baseTree,
      main,
      adopted: identities.adopted,
      adoption: start.adoption,
    });
    const { snapshot: base } = await this.content.applyEdits(organizationId, before, edits, { now });
    const tree = edits.length === 0 ? baseTree : await loadSpaceTree(this.content, organizationId, base);
    const { snapshot: mine } = await this.content.applyEdits(
      organizationId,
      base,
      imageEdits(tree, plan.image),
      { now },
    );
    return { base, mine };
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
}

function specificationsIn(documents: readonly (JSONDocument | null | undefined)[]): ContentRef[] {
  return documents
    .flatMap((document) => (document ? documentReferences(document).map(({ ref }) => ref) : []))
    .filter(({ kind }) => kind === 'openapi');
}
