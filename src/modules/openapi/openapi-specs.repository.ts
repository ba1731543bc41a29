import { Injectable } from '@nestjs/common';
import { Database } from '#platform/database/database.js';
import { type Page, type PageRequest, paginate } from '#platform/database/pagination.js';
import { OpenApiSpecEntity, type ProcessingErrorCode, type SpecProblem } from './openapi-spec.entity.js';
import type { SpecRecord } from './openapi.types.js';

const COLUMNS = `s.organization_id as "organizationId", s.id, s.slug, s.source_url as "sourceUrl",
  s.source_number as "sourceNumber", s.processing_state as "processingState", s.visibility,
  s.last_version_id as "lastVersionId", s.last_processed_at as "lastProcessedAt", s.last_error_code as "lastErrorCode",
  s.last_errors as "lastErrors", s.created_at as "createdAt", s.updated_at as "updatedAt"`;

type Row = SpecRecord & { [column: string]: unknown };

/** What came of processing a source. */
export interface ProcessingOutcome {
  /** The new version, or null to keep the one before. */
  versionId: string | null;
  errorCode: ProcessingErrorCode | null;
  errors: SpecProblem[];
}

/** Every query on `openapi_specs`. */
@Injectable()
export class OpenApiSpecsRepository {
  constructor(private readonly db: Database) {}

  /** By slug. */
  list(organizationId: string, page: PageRequest): Promise<Page<SpecRecord>> {
    return paginate<Row>(this.db, page, {
      select: COLUMNS,
      from: 'from openapi_specs s where s.organization_id = $1',
      values: [organizationId],
      by: [{ sql: 's.slug', type: 'text' }],
    });
  }

  async listSlugs(organizationId: string): Promise<string[]> {
    const rows = await this.db.query<{ slug: string }>(
      'select slug from openapi_specs where organization_id = $1 order by slug',
      [organizationId],
    );
    return rows.map(({ slug }) => slug);
  }

  async find(organizationId: string, slug: string): Promise<SpecRecord | null> {
    return (await this.findAll(organizationId, [slug]))[0] ?? null;
  }

  /** Those of the specifications that exist. */
  findAll(organizationId: string, slugs: readonly string[]): Promise<SpecRecord[]> {
    return this.db.query<Row>(
      `select ${COLUMNS} from openapi_specs s where s.organization_id = $1 and s.slug = any($2)`,
      [organizationId, slugs],
    );
  }

  /** The specification, locked until the transaction ends. */
  async lock(organizationId: string, slug: string): Promise<SpecRecord | null> {
    const [row] = await this.db.query<Row>(
      `select ${COLUMNS} from openapi_specs s where s.organization_id = $1 and s.slug = $2 for update`,
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

  /** False when the organization has a specification of this slug already. */
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

  /** Another source, which waits to be processed. */
  async replaceSource(
    { organizationId, id }: Pick<SpecRecord, 'organizationId' | 'id'>,
    source: { sourceUrl: string | null; sourceText: string | null },
    now: Date,
  ): Promise<void> {
    await this.db.execute(
      `update openapi_specs set source_url = $3, source_text = $4, source_number = source_number + 1,
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

  async delete(organizationId: string, slug: string): Promise<void> {
    await this.db.execute('delete from openapi_specs where organization_id = $1 and slug = $2', [
      organizationId,
      slug,
    ]);
  }

  /** Marks the source as being worked on; null when the specification is gone or has another source by now. */
  async begin(
    organizationId: string,
    id: string,
    sourceNumber: number,
  ): Promise<Pick<OpenApiSpecEntity, 'sourceUrl' | 'sourceText'> | null> {
    const [row] = await this.db.query<{ sourceUrl: string | null; sourceText: string | null }>(
      `update openapi_specs set processing_state = 'progress'
       where organization_id = $1 and id = $2 and source_number = $3 and processing_state <> 'complete'
       returning source_url as "sourceUrl", source_text as "sourceText"`,
      [organizationId, id, sourceNumber],
    );
    return row ?? null;
  }

  async finish({ organizationId, id }: SpecRecord, outcome: ProcessingOutcome, now: Date): Promise<void> {
    await this.db.execute(
      `update openapi_specs set processing_state = 'complete', last_version_id = coalesce($3, last_version_id),
         last_error_code = $4, last_errors = $5, last_processed_at = $6,
         updated_at = case when $3 is null then updated_at else $6 end
       where organization_id = $1 and id = $2`,
      [organizationId, id, outcome.versionId, outcome.errorCode, JSON.stringify(outcome.errors), now],
    );
  }

  /** Fetched specifications that nobody looked at since `cutoff`, marked as waiting again. */
  takeForRefresh(
    cutoff: Date,
    limit: number,
  ): Promise<Pick<SpecRecord, 'organizationId' | 'id' | 'sourceNumber'>[]> {
    return this.db.query(
      `update openapi_specs set processing_state = 'pending', source_number = source_number + 1
       where (organization_id, id) in (
         select organization_id, id from openapi_specs
         where source_url is not null and last_processed_at < $1 and processing_state = 'complete'
         order by last_processed_at limit $2 for update skip locked)
       returning organization_id as "organizationId", id, source_number as "sourceNumber"`,
      [cutoff, limit],
    );
  }
}
