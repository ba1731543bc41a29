import { Injectable } from '@nestjs/common';
import { AuditLog, type AuditRecord } from '#modules/audit/index.js';
import { ChangeRequestContent } from '#modules/change-requests/index.js';
import { ContentStore } from '#modules/content/index.js';
import { requireMember } from '#modules/organizations/index.js';
import { Spaces } from '#modules/spaces/index.js';
import { Uploads } from '#modules/storage/index.js';
import { Clock } from '#platform/clock/clock.js';
import { Database } from '#platform/database/database.js';
import type { Page, PageRequest } from '#platform/database/pagination.js';
import type { Actor } from '#platform/http/actor.js';
import { BadRequest, Conflict, NotFound } from '#platform/http/errors.js';
import { FetchFailed, GuardedFetch } from '#platform/http-client/guarded-fetch.js';
import { newId } from '#platform/ids/ids.js';
import { Jobs } from '#platform/jobs/jobs.js';
import type { ImportSource } from './content-import.entity.js';
import { LIMITS } from './import-limits.js';
import type { ItemReport } from './import-progress.js';
import { ImportWorker, RUN_IMPORT } from './import-worker.js';
import type { ImportTargetInput, StartImportBody } from './imports.dto.js';
import { type ImportRun, ImportsRepository } from './imports.repository.js';

/** A run with its report. */
export interface ImportView {
  run: ImportRun;
  items: ItemReport[];
}

/** Imports as people ask for them. */
@Injectable()
export class Imports {
  constructor(
    private readonly db: Database,
    private readonly jobs: Jobs,
    private readonly clock: Clock,
    private readonly http: GuardedFetch,
    private readonly spaces: Spaces,
    private readonly changeRequests: ChangeRequestContent,
    private readonly content: ContentStore,
    private readonly uploads: Uploads,
    private readonly worker: ImportWorker,
    private readonly runs: ImportsRepository,
    private readonly audit: AuditLog,
  ) {}

  /**
   * Starts an import.
   * @throws NotFound for an organization, space, change request or page that is not there, Forbidden below the role
   * `edit`, BadRequest for an address that may not be asked and for uploads that are not the actor's, Conflict.
   */
  async start(
    actor: Actor,
    organizationId: string,
    { source, target }: StartImportBody,
  ): Promise<ImportView> {
    requireMember(actor, organizationId);
    const place = await this.findTarget(actor, organizationId, target);
    const checked = await this.checkSource(actor, organizationId, source);
    const now = this.clock.now();
    const run: ImportRun = {
      organizationId,
      id: newId(),
      ...place,
      actorId: actor.userId,
      source: checked,
      status: 'pending',
      attempts: 0,
      error: null,
      landedChangeRequestId: null,
      revisionId: null,
      createdAt: now,
      startedAt: null,
      updatedAt: now,
      endedAt: null,
    };
    await this.db.transaction(async () => {
      if ((await this.runs.countOpen(organizationId)) >= LIMITS.openRuns)
        throw new Conflict(`${LIMITS.openRuns} imports are waiting or running already; wait for one to end.`);
      await this.runs.insert(run);
      await this.jobs.enqueue(RUN_IMPORT, { organizationId, runId: run.id });
      const { spaceId, changeRequestId, pageId } = run;
      const after = { source: sourceLabel(checked), spaceId, changeRequestId, pageId };
      await this.audit.record({ organizationId, action: 'import.started', target: auditTarget(run), after });
    });
    return { run, items: [] };
  }

  /** Imports into spaces that the actor may see, or into one of them, newest first. @throws NotFound */
  list(actor: Actor, organizationId: string, page: PageRequest, spaceId?: string): Promise<Page<ImportRun>> {
    requireMember(actor, organizationId);
    return this.runs.list(actor, organizationId, page, spaceId);
  }

  /** @throws NotFound for one that is unknown or whose space is not visible. */
  async get(actor: Actor, organizationId: string, id: string): Promise<ImportView> {
    requireMember(actor, organizationId);
    const run = await this.runs.find(organizationId, id);
    if (!run) throw new NotFound('import');
    await this.spaces.requireSpace(actor, run.spaceId, 'view');
    return { run, items: await this.runs.listItems(organizationId, id) };
  }

  /**
   * Ends an import; nothing of it comes into the space. One that was cancelled before stays so.
   * @throws NotFound, Forbidden below the role `edit`, BadRequest for one that has ended.
   */
  async cancel(actor: Actor, organizationId: string, id: string): Promise<ImportView> {
    const { run } = await this.get(actor, organizationId, id);
    await this.spaces.requireSpace(actor, run.spaceId, 'edit');
    const isEnded = await this.db.transaction(async () => {
      if (!(await this.runs.cancel(organizationId, id, this.clock.now()))) return true;
      await this.audit.record({ organizationId, action: 'import.cancelled', target: auditTarget(run) });
      return false;
    });
    this.worker.stop(id);
    const view = await this.get(actor, organizationId, id);
    if (isEnded && view.run.status !== 'cancelled')
      throw new BadRequest(`The import has ended (${view.run.status}); it cannot be cancelled any more.`);
    return view;
  }

  private async findTarget(
    actor: Actor,
    organizationId: string,
    { space: spaceId, changeRequest, page }: ImportTargetInput,
  ): Promise<Pick<ImportRun, 'spaceId' | 'changeRequestId' | 'pageId'>> {
    const view = await this.spaces.requireSpace(actor, spaceId, 'view');
    if (view.space.organizationId !== organizationId) throw new NotFound('space');
    const { space } = await this.spaces.requireSpace(actor, spaceId, 'edit');
    const branch =
      changeRequest === undefined ? null : await this.changeRequests.branch(actor, spaceId, changeRequest);
    const snapshot = branch?.head.snapshot ?? space.snapshot;
    if (page !== undefined) await this.checkPage(organizationId, snapshot, page);
    return { spaceId, changeRequestId: branch?.changeRequestId ?? null, pageId: page ?? null };
  }

  private async checkPage(organizationId: string, snapshot: string, id: string): Promise<void> {
    const found = await this.content.locatePage(organizationId, snapshot, id);
    if (!found) throw new NotFound('page');
    if (found.page.type === 'link') throw new BadRequest('target.page: a page of type link has no subpages.');
  }

  private async checkSource(
    actor: Actor,
    organizationId: string,
    source: StartImportBody['source'],
  ): Promise<ImportSource> {
    if (source.type === 'file') {
      const files = [...new Set(source.files)];
      await this.uploads.requireUpload(organizationId, actor.userId, 'import_file', files, 'source.files');
      return { type: 'file', files };
    }
    try {
      return { type: 'website', url: this.http.parse(source.url).href };
    } catch (error) {
      if (error instanceof FetchFailed) throw new BadRequest(`source.url: ${error.message}.`);
      throw error;
    }
  }
}

/** Without what follows the path: it may hold a secret. */
function sourceLabel(source: ImportSource): string {
  if (source.type === 'file') return `${source.files.length} ${source.files.length === 1 ? 'file' : 'files'}`;
  const { origin, pathname } = new URL(source.url);
  return origin + pathname;
}

function auditTarget({ id, source }: ImportRun): AuditRecord['target'] {
  return { type: 'import', id, label: sourceLabel(source) };
}
