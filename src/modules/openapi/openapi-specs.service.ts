import { Injectable } from '@nestjs/common';
import { requireAllowed } from '#modules/access/index.js';
import { AuditLog } from '#modules/audit/index.js';
import { requireMember } from '#modules/organizations/index.js';
import { Clock } from '#platform/clock/clock.js';
import { Database } from '#platform/database/database.js';
import { mapPage, type Page, type PageRequest } from '#platform/database/pagination.js';
import { Events } from '#platform/events/events.js';
import type { Actor, SiteReader } from '#platform/http/actor.js';
import { BadRequest, Conflict, NotFound } from '#platform/http/errors.js';
import { newId } from '#platform/ids/ids.js';
import { Jobs } from '#platform/jobs/jobs.js';
import type { SpecVisibility } from './openapi-spec.entity.js';
import { OpenApiSpecsRepository } from './openapi-specs.repository.js';
import { OpenApiVersionsRepository } from './openapi-versions.repository.js';
import { type SpecAction, specPermissions, specVerdict } from './openapi.policy.js';
import type { SpecRecord, SpecSource, SpecView } from './openapi.types.js';
import { PROCESS_SPEC } from './processing/openapi.jobs.js';
import { MAX_SOURCE_SIZE } from './processing/source-fetch.js';

/** Tells whether a page that the reader of a site may see shows the specification with this slug. */
export type ShownSpecCheck = (reader: SiteReader, slug: string) => Promise<boolean>;

/** The OpenAPI specifications of organizations. */
@Injectable()
export class OpenApiSpecs {
  private async isShownTo({ reader }: Actor, organizationId: string, slug: string): Promise<boolean> {
    if (reader?.organizationId !== organizationId) return false;
    for (const check of this.shownChecks) if (await check(reader, slug)) return true;
    return false;
  }

  private readonly shownChecks: ShownSpecCheck[] = [];

  constructor(
    private readonly db: Database,
    private readonly clock: Clock,
    private readonly jobs: Jobs,
    private readonly events: Events,
    private readonly audit: AuditLog,
    private readonly specs: OpenApiSpecsRepository,
    private readonly versions: OpenApiVersionsRepository,
  ) {}

  /** Lists the specifications by slug. @throws NotFound for users who are not members, and for guests. */
  async list(actor: Actor, organizationId: string, page: PageRequest): Promise<Page<SpecView>> {
    authorize(actor, organizationId, 'view');
    return mapPage(await this.specs.list(organizationId, page), (spec) => viewOf(actor, spec));
  }

  /** True when the actor may see the specifications of the organization, all of them. */
  areVisible(actor: Actor, organizationId: string): boolean {
    return specVerdict(actor.memberships.get(organizationId), 'view').allowed;
  }

  /** Slugs of all specifications that the actor may see. */
  async listSlugs(actor: Actor, organizationId: string): Promise<string[]> {
    if (!this.areVisible(actor, organizationId)) return [];
    return this.specs.listSlugs(organizationId);
  }

  /** Finds the existing ones among these specifications that the actor may see, by slug. */
  async findVisible(
    actor: Actor,
    organizationId: string,
    slugs: readonly string[],
  ): Promise<Map<string, SpecView>> {
    if (slugs.length === 0 || !this.areVisible(actor, organizationId)) return new Map();
    const found = await this.specs.findAll(organizationId, slugs);
    return new Map(found.map((spec) => [spec.slug, viewOf(actor, spec)]));
  }

  /** Registers a hook of a module that knows the pages of sites, which tells whether a reader sees a specification. */
  registerReaders(check: ShownSpecCheck): void {
    this.shownChecks.push(check);
  }

  /** @throws NotFound, Forbidden */
  async requireSpec(
    actor: Actor,
    organizationId: string,
    slug: string,
    action: SpecAction,
  ): Promise<SpecView> {
    const isShown = action === 'view' && (await this.isShownTo(actor, organizationId, slug));
    if (!isShown) authorize(actor, organizationId, action);
    const spec = await this.specs.find(organizationId, slug);
    if (!spec) throw new NotFound('OpenAPI specification');
    return viewOf(actor, spec);
  }

  /** @throws Forbidden below the role `create`, Conflict when the slug is taken, BadRequest for a source too large. */
  async create(actor: Actor, organizationId: string, slug: string, source: SpecSource): Promise<SpecView> {
    authorize(actor, organizationId, 'edit');
    checkSize(source);
    return this.db.transaction(async () => {
      if (!(await this.insert(organizationId, slug, source))) {
        throw new Conflict(
          `slug: the organization has a specification "${slug}" already; update that one, or choose another slug.`,
        );
      }
      return this.requireSpec(actor, organizationId, slug, 'view');
    });
  }

  /** Creates a specification or replaces its source. The same address is fetched again. @throws as `create`. */
  async put(actor: Actor, organizationId: string, slug: string, source: SpecSource): Promise<SpecView> {
    authorize(actor, organizationId, 'edit');
    checkSize(source);
    return this.db.transaction(async () => {
      const isNew = await this.insert(organizationId, slug, source);
      const spec = isNew ? null : await this.specs.lock(organizationId, slug);
      if (spec) {
        await this.specs.replaceSource(spec, columnsOf(source), this.clock.now());
        // The same address is only fetched again; a text always counts as another source.
        const before = 'url' in source ? shown(spec) : undefined;
        await this.record('updated', spec, { before, after: shown(columnsOf(source)) });
        await this.enqueue({ ...spec, sourceNumber: spec.sourceNumber + 1 });
      }
      return this.requireSpec(actor, organizationId, slug, 'view');
    });
  }

  /** @throws NotFound, Forbidden */
  async setVisibility(
    actor: Actor,
    organizationId: string,
    slug: string,
    visibility: SpecVisibility,
  ): Promise<SpecView> {
    return this.db.transaction(async () => {
      authorize(actor, organizationId, 'edit');
      const spec = await this.specs.lock(organizationId, slug);
      if (!spec) throw new NotFound('OpenAPI specification');
      await this.specs.setVisibility(spec, visibility, this.clock.now());
      const before = { visibility: spec.visibility };
      await this.record('visibility', spec, { before, after: { visibility } });
      return this.requireSpec(actor, organizationId, slug, 'view');
    });
  }

  /** Pages go on to show the last version, with a notice. @throws Forbidden */
  async delete(actor: Actor, organizationId: string, slug: string): Promise<void> {
    authorize(actor, organizationId, 'edit');
    await this.db.transaction(async () => {
      const spec = await this.specs.lock(organizationId, slug);
      if (!spec) return;
      const now = this.clock.now();
      await this.specs.delete(spec, newId(now.getTime()), now);
      await this.versions.deleteAllBut(organizationId, spec.id, spec.lastVersionId ?? '');
      await this.record('deleted', spec, { before: { ...shown(spec), visibility: spec.visibility } });
      await this.events.publish('openapi.deleted', { organizationId, specId: spec.id, slug });
    });
  }

  private async insert(organizationId: string, slug: string, source: SpecSource): Promise<boolean> {
    const now = this.clock.now();
    const spec = {
      ...{ organizationId, id: newId(now.getTime()), slug, ...columnsOf(source), sourceNumber: 1 },
      ...{ processingState: 'pending' as const, visibility: 'private' as const },
      ...{ sourceEtag: null, sourceLastModified: null, deletionId: null },
      ...{
        lastVersionId: null,
        lastProcessedAt: null,
        lastErrorCode: null,
        lastErrors: [],
        lastErrorCount: 0,
      },
      ...{ createdAt: now, updatedAt: now },
    };
    const isNew = await this.specs.insert(spec);
    if (!isNew) return false;
    await this.record('created', spec, { after: { ...shown(spec), visibility: spec.visibility } });
    await this.enqueue(spec);
    return true;
  }

  private record(
    what: 'created' | 'updated' | 'visibility' | 'deleted',
    { organizationId, id, slug }: Pick<SpecRecord, 'organizationId' | 'id' | 'slug'>,
    change: { before?: object; after?: object },
  ): Promise<void> {
    const target = { type: 'openapi-spec', id, label: slug };
    return this.audit.record({ organizationId, action: `openapi-spec.${what}`, target, ...change });
  }

  private enqueue({
    organizationId,
    id,
    sourceNumber,
  }: Pick<SpecRecord, 'organizationId' | 'id' | 'sourceNumber'>) {
    return this.jobs.enqueue(PROCESS_SPEC, { organizationId, specId: id, sourceNumber });
  }
}

/** A user who is not a member learns nothing of the organization, and a guest nothing of its specifications. */
function authorize(actor: Actor, organizationId: string, action: SpecAction): void {
  requireMember(actor, organizationId);
  requireAllowed('OpenAPI specification', specVerdict(actor.memberships.get(organizationId), action));
}

function viewOf(actor: Actor, spec: SpecRecord): SpecView {
  return { spec, permissions: specPermissions(actor.memberships.get(spec.organizationId)) };
}

/** The origin of the source, for the audit log. */
function shown({ sourceUrl }: { sourceUrl: string | null }): object {
  return sourceUrl === null ? { source: 'text' } : { sourceURL: sourceUrl };
}

function columnsOf(source: SpecSource): { sourceUrl: string | null; sourceText: string | null } {
  return 'url' in source
    ? { sourceUrl: source.url, sourceText: null }
    : { sourceUrl: null, sourceText: source.text };
}

function checkSize(source: SpecSource): void {
  if ('text' in source && Buffer.byteLength(source.text) > MAX_SOURCE_SIZE) {
    throw new BadRequest(
      `source.text is larger than ${MAX_SOURCE_SIZE / 1024 / 1024} MB; split the specification.`,
    );
  }
}
