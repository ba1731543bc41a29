import { Injectable } from '@nestjs/common';
import { Database } from '#platform/database/database.js';
import { storableJson } from '#platform/database/storable-json.js';
import { byText, type Page, type PageRequest, paginate } from '#platform/database/pagination.js';
import { OpenApiSpecEntity, type ProcessingErrorCode, type SpecProblem } from './openapi-spec.entity.js';
import type { ShownSpec, SourceState, SpecRecord, WaitingSource } from './openapi.types.js';

const COLUMNS = `s.organization_id as "organizationId", s.id, s.slug, s.source_url as "sourceUrl",
  s.source_number as "sourceNumber", s.processing_state as "processingState", s.visibility,
  s.last_version_id as "lastVersionId", s.last_processed_at as "lastProcessedAt", s.last_error_code as "lastErrorCode",
  s.last_errors as "lastErrors", s.last_error_count as "lastErrorCount", s.created_at as "createdAt", s.updated_at as "updatedAt"`;

type Row = SpecRecord & { [column: string]: unknown };

/** The result of processing a source. */
export interface ProcessingOutcome {
  /** The new version, or null to keep the one before. */
  versionId: string | null;
  errorCode: ProcessingErrorCode | null;
  errors: SpecProblem[];
  /** Number of all errors; `errors` holds the first of them. */
  errorCount: number;
  /** Null when the next reading must fetch the whole source. */
  state: SourceState | null;
}

const ALIVE = 's.deletion_id is null';

/** All queries on `openapi_specs`. */
@Injectable()
export class OpenApiSpecsRepository {
  constructor(private readonly db: Database) {}

  /** Lists the specifications by slug. */
  list(organizationId: string, page: PageRequest): Promise<Page<SpecRecord>> {
    return paginate<Row>(this.db, page, {
      select: COLUMNS,
      from: `from openapi_specs s where s.organization_id = $1 and ${ALIVE}`,
      values: [organizationId],
      by: byText('s.slug'),
    });
  }

  async listSlugs(organizationId: string): Promise<string[]> {
    const rows = await this.db.query<{ slug: string }>(
      `select slug from openapi_specs s where organization_id = $1 and ${ALIVE} order by slug`,
      [organizationId],
    );
    return rows.map(({ slug }) => slug);
  }

  async find(organizationId: string, slug: string): Promise<SpecRecord | null> {
    return (await this.findAll(organizationId, [slug]))[0] ?? null;
  }

  /** Finds the existing ones among these specifications. */
  findAll(organizationId: string, slugs: readonly string[]): Promise<SpecRecord[]> {
    return this.db.query<Row>(
      `select ${COLUMNS} from openapi_specs s where s.organization_id = $1 and s.slug = any($2) and ${ALIVE}`,
      [organizationId, slugs],
    );
  }

  /**
   * Lists the versions that pages show: the newest one, or the last one of a deleted specification until a new
   * specification with its name has a version.
   * @param slugs all slugs of the organization when null.
   */
  listShown(organizationId: string, slugs: readonly string[] | null): Promise<ShownSpec[]> {
    return this.db.query<ShownSpec & { [column: string]: unknown }>(
      `select distinct on (slug) slug, id as "specId", last_version_id as "versionId",
         deletion_id is not null as "isDeleted", coalesce(deletion_id, last_version_id) as state
       from openapi_specs
       where organization_id = $1 and ($2::text[] is null or slug = any($2)) and last_version_id is not null
       order by slug, deletion_id desc nulls first`,
      [organizationId, slugs],
    );
  }

  /** Returns the specification, locked until the transaction ends. */
  async lock(organizationId: string, slug: string): Promise<SpecRecord | null> {
    const [row] = await this.db.query<Row>(
      `select ${COLUMNS} from openapi_specs s where s.organization_id = $1 and s.slug = $2 and ${ALIVE} for update`,
      [organizationId, slug],
    );
    return row ?? null;
  }

  async lockById(organizationId: string, id: string): Promise<SpecRecord | null> {
    const [row] = await this.db.query<Row>(
      `select ${COLUMNS} from openapi_specs s where s.organization_id = $1 and s.id = $2 for update`,
      [organizationId, id],
    );
    return row ?? null;
  }

  /** Returns false when the organization has a specification with this slug already. */
  async insert(spec: OpenApiSpecEntity): Promise<boolean> {
    const { raw } = await this.db.manager
      .createQueryBuilder()
      .insert()
      .into(OpenApiSpecEntity)
      .values(spec)
      .orIgnore()
      .returning('id')
      .execute();
    return (raw as unknown[]).length > 0;
  }

  /** Stores another source, which is then to be processed. */
  async replaceSource(
    { organizationId, id }: Pick<SpecRecord, 'organizationId' | 'id'>,
    source: { sourceUrl: string | null; sourceText: string | null },
    now: Date,
  ): Promise<void> {
    await this.db.execute(
      `update openapi_specs set source_url = $3, source_text = $4, source_number = source_number + 1,
         source_etag = case when source_url = $3 then source_etag end,
         source_last_modified = case when source_url = $3 then source_last_modified end,
         processing_state = 'pending', updated_at = $5
       where organization_id = $1 and id = $2`,
      [organizationId, id, source.sourceUrl, source.sourceText, now],
    );
  }

  async setVisibility({ organizationId, id }: SpecRecord, visibility: string, now: Date): Promise<void> {
    await this.db.execute(
      'update openapi_specs set visibility = $3, updated_at = $4 where organization_id = $1 and id = $2',
      [organizationId, id, visibility, now],
    );
  }

  /** Deletes a specification except its newest version, which pages go on to show. */
  async delete({ organizationId, id, slug }: SpecRecord, deletionId: string, now: Date): Promise<void> {
    await this.deleteShown(organizationId, slug);
    await this.db.execute(
      `update openapi_specs set deletion_id = $3, updated_at = $4, source_number = source_number + 1,
         source_url = null, source_text = '', source_etag = null, source_last_modified = null,
         processing_state = 'complete', visibility = 'private', last_errors = '[]', last_error_count = 0
       where organization_id = $1 and id = $2`,
      [organizationId, id, deletionId, now],
    );
    await this.db.execute(
      'delete from openapi_specs where organization_id = $1 and id = $2 and last_version_id is null',
      [organizationId, id],
    );
  }

  /** Deletes the kept versions of deleted specifications with this slug. */
  async deleteShown(organizationId: string, slug: string): Promise<void> {
    await this.db.execute(
      'delete from openapi_specs where organization_id = $1 and slug = $2 and deletion_id is not null',
      [organizationId, slug],
    );
  }

  /** Marks the source as being processed; null when the specification was deleted or got another source. */
  async begin(organizationId: string, id: string, sourceNumber: number): Promise<WaitingSource | null> {
    const [row] = await this.db.query<WaitingSource & { [column: string]: unknown }>(
      `update openapi_specs set processing_state = 'progress'
       where organization_id = $1 and id = $2 and source_number = $3 and processing_state <> 'complete'
       returning source_url as url, source_text as text, source_etag as etag, source_last_modified as "lastModified"`,
      [organizationId, id, sourceNumber],
    );
    return row ?? null;
  }

  /** Marks the source as processed without a change; the errors stay as they are. */
  async finishUnchanged({ organizationId, id }: SpecRecord, now: Date): Promise<void> {
    await this.db.execute(
      `update openapi_specs set processing_state = 'complete', last_processed_at = $3
       where organization_id = $1 and id = $2`,
      [organizationId, id, now],
    );
  }

  async finish({ organizationId, id }: SpecRecord, outcome: ProcessingOutcome, now: Date): Promise<void> {
    await this.db.execute(
      `update openapi_specs set processing_state = 'complete', last_version_id = coalesce($3, last_version_id),
         last_error_code = $4, last_errors = $5, last_error_count = $9, last_processed_at = $6,
         source_etag = $7, source_last_modified = $8,
         updated_at = case when $3 is null then updated_at else $6 end
       where organization_id = $1 and id = $2`,
      [
        organizationId,
        id,
        outcome.versionId,
        outcome.errorCode,
        storableJson(outcome.errors),
        now,
        outcome.state?.etag ?? null,
        outcome.state?.lastModified ?? null,
        outcome.errorCount,
      ],
    );
  }

  /** Marks fetched specifications that were last processed before `cutoff`, and stuck ones, as waiting, and returns them. */
  takeForRefresh(
    cutoff: Date,
    limit: number,
  ): Promise<Pick<SpecRecord, 'organizationId' | 'id' | 'sourceNumber'>[]> {
    return this.db.query(
      `update openapi_specs set processing_state = 'pending', source_number = source_number + 1
       where (organization_id, id) in (
         select organization_id, id from openapi_specs s
         where ${ALIVE} and case when processing_state = 'complete'
           then source_url is not null and last_processed_at < $1
           else greatest(updated_at, last_processed_at) < $1 end
         order by last_processed_at limit $2 for update skip locked)
       returning organization_id as "organizationId", id, source_number as "sourceNumber"`,
      [cutoff, limit],
    );
  }
}
