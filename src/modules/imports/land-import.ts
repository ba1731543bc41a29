import { Injectable } from '@nestjs/common';
import { ChangeRequestContent, OpenChangeRequest } from '#modules/change-requests/index.js';
import { type Branch, type ContentEdit, ContentStore, PageNotFound } from '#modules/content/index.js';
import { documentReferences } from '#modules/documents/index.js';
import { additionEdits, type FolderImage, ImportFailed, isBlank, walkImage } from '#modules/git/index.js';
import { BranchWriter, LiveContent } from '#modules/space-content/index.js';
import { ReferencePolicy, Spaces, verdictOn } from '#modules/spaces/index.js';
import { Clock } from '#platform/clock/clock.js';
import { Database } from '#platform/database/database.js';
import type { Actor } from '#platform/http/actor.js';
import { RunLost } from '#platform/runs/heartbeat.js';
import type { ItemReport } from './import-progress.js';
import { type ImportRun, ImportsRepository } from './imports.repository.js';

/**
 * Brings what was read into the space, all of it as one revision, in the transaction that ends the import: a cancelled
 * or broken import leaves nothing behind, and one that is tried again brings nothing twice.
 */
@Injectable()
export class LandImport {
  constructor(
    private readonly db: Database,
    private readonly clock: Clock,
    private readonly content: ContentStore,
    private readonly spaces: Spaces,
    private readonly live: LiveContent,
    private readonly changeRequests: ChangeRequestContent,
    private readonly openChangeRequest: OpenChangeRequest,
    private readonly references: ReferencePolicy,
    private readonly writer: BranchWriter,
    private readonly runs: ImportsRepository,
  ) {}

  /**
   * @param items the report; those that became pages name them.
   * @throws RunLost when the run was ended meanwhile, NotFound and Forbidden when the actor may not any more,
   * Conflict when the change request was merged, ImportFailed when the page to import below is gone.
   */
  async land(actor: Actor, run: ImportRun, image: FolderImage, items: readonly ItemReport[]): Promise<void> {
    await this.checkReferences(actor, run, image);
    try {
      await this.db.transaction(() => this.write(actor, run, image, items));
    } catch (error) {
      if (error instanceof PageNotFound)
        throw new ImportFailed('The page to import below was deleted meanwhile.');
      throw error;
    }
  }

  private async write(
    actor: Actor,
    run: ImportRun,
    image: FolderImage,
    items: readonly ItemReport[],
  ): Promise<void> {
    const branch = await this.branchOf(actor, run);
    const edits = (snapshot: string): Promise<ContentEdit[]> => this.editsOf(run, image, snapshot);
    const revision = await this.writer.edit(branch, actor, edits, `Import of ${nameOf(run)}`);
    const outcome = {
      status: 'completed' as const,
      revisionId: revision?.id ?? branch.head.id,
      changeRequestId: branch.changeRequestId ?? null,
    };
    if (!(await this.runs.finish(run, outcome, items, this.clock.now()))) throw new RunLost();
  }

  /**
   * The branch of the requested change request, else of the space, or of a new change request when the space is locked.
   */
  private async branchOf(actor: Actor, run: ImportRun): Promise<Branch> {
    const { spaceId, changeRequestId } = run;
    if (changeRequestId !== null) return this.changeRequests.branch(actor, spaceId, changeRequestId);
    const view = await this.spaces.requireSpace(actor, spaceId, 'edit');
    if (verdictOn(view, 'editLive').allowed) return this.live.branch(actor, spaceId);
    const subject = `Import of ${nameOf(run)}`.slice(0, 255);
    const { changeRequest } = await this.openChangeRequest.execute(actor, spaceId, { subject });
    return this.changeRequests.branch(actor, spaceId, changeRequest.id);
  }

  private async editsOf(run: ImportRun, image: FolderImage, snapshot: string): Promise<ContentEdit[]> {
    const { organizationId, pageId } = run;
    const { variables, redirects } = await this.content.readSettings(organizationId, snapshot);
    const added = additionEdits(image).flatMap((edit): ContentEdit[] => {
      switch (edit.type) {
        case 'insertPage':
          return [placed(edit, pageId)];
        case 'putFile':
          return [{ ...edit, file: withoutGit(edit.file) }];
        case 'putReusableContent':
          return [{ ...edit, reusableContent: withoutGit(edit.reusableContent) }];
        case 'setVariables':
          return [{ ...edit, variables: { ...edit.variables, ...variables } }];
        case 'setRedirects': {
          const known = new Set(redirects.map((redirect) => redirect.from));
          const fresh = edit.redirects.filter((redirect) => !known.has(redirect.from));
          // Their paths are those of a whole space.
          return pageId === null ? [{ ...edit, redirects: [...redirects, ...fresh] }] : [];
        }
        default:
          return [edit];
      }
    });
    return [...(image.pages.length > 0 ? await this.roomIn(run, snapshot) : []), ...added];
  }

  /** The empty page that a new space begins with makes room. */
  private async roomIn(
    { organizationId, spaceId, pageId }: ImportRun,
    snapshot: string,
  ): Promise<ContentEdit[]> {
    const space = (await this.spaces.findRecords(organizationId, [spaceId])).get(spaceId);
    if (pageId !== null || !space) return [];
    const pages = await this.content.readTree(organizationId, snapshot);
    const files = await this.content.listFiles(organizationId, snapshot);
    if (!(await isBlank(this.content, space, { pages, files }))) return [];
    return pages.map(({ id }) => ({ type: 'deletePage', page: id }));
  }

  /** The importing user must be able to see everything that the texts refer to elsewhere. */
  private async checkReferences(actor: Actor, run: ImportRun, image: FolderImage): Promise<void> {
    const documents = [
      ...[...walkImage(image.pages)].map((page) => page.document),
      ...image.reusableContents.map((content) => content.document),
    ];
    const refs = documents.flatMap((document) =>
      document ? documentReferences(document).map((reference) => reference.ref) : [],
    );
    const { organizationId, spaceId } = run;
    await this.references.check({ actor, organizationId, spaceId }, refs, [], 'source');
  }
}

/** Pages at the top of the folder go below the page that was asked for, where groups cannot be. */
function placed(edit: Extract<ContentEdit, { type: 'insertPage' }>, pageId: string | null): ContentEdit {
  const page = withoutGit(edit.page);
  if (edit.into != null) return { ...edit, page };
  const { at: _place, ...rest } = edit;
  const type = pageId !== null && page.type === 'group' ? ('document' as const) : page.type;
  return { ...rest, into: pageId, page: { ...page, type } };
}

/** Positions in the source mean nothing to later imports of folders. */
function withoutGit<T extends { git?: unknown }>({ git: _git, ...rest }: T): T {
  return rest as T;
}

function nameOf({ source }: ImportRun): string {
  if (source.type === 'website') return new URL(source.url).host;
  return source.files.length === 1 ? 'a file' : `${source.files.length} files`;
}
