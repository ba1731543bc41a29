import { Injectable } from '@nestjs/common';
import { Database } from '#platform/database/database.js';
import { type Page, type PageRequest, paginate } from '#platform/database/pagination.js';
import { OpenApiVersionEntity } from './openapi-version.entity.js';
import type { VersionRecord } from './openapi.types.js';

const COLUMNS = `v.organization_id as "organizationId", v.id, v.spec_id as "specId", v.created_at as "createdAt"`;

type Row = VersionRecord & { [column: string]: unknown };

/** All queries on `openapi_versions`. */
@Injectable()
export class OpenApiVersionsRepository {
  constructor(private readonly db: Database) {}

  /** Lists the versions, newest first. */
  list(organizationId: string, specId: string, page: PageRequest): Promise<Page<VersionRecord>> {
    return paginate<Row>(this.db, page, {
      select: COLUMNS,
      from: 'from openapi_versions v where v.organization_id = $1 and v.spec_id = $2',
      values: [organizationId, specId],
      by: [{ sql: 'v.id collate "C"', type: 'text', direction: 'desc' }],
    });
  }

  async find(organizationId: string, specId: string, id: string): Promise<VersionRecord | null> {
    return this.db.queryFirst<Row>(
      `select ${COLUMNS} from openapi_versions v where v.organization_id = $1 and v.spec_id = $2 and v.id = $3`,
      [organizationId, specId, id],
    );
  }

  async findSourceHash(organizationId: string, id: string): Promise<string | null> {
    return this.db.queryValue<string>(
      'select source_hash as hash from openapi_versions where organization_id = $1 and id = $2',
      [organizationId, id],
    );
  }

  /** Reads the specification as JSON. */
  async readSpecification(organizationId: string, id: string): Promise<string | null> {
    return this.db.queryValue<string>(
      'select specification from openapi_versions where organization_id = $1 and id = $2',
      [organizationId, id],
    );
  }

  /** Reads the source as it was sent or fetched. */
  async readSource(organizationId: string, id: string): Promise<string | null> {
    return this.db.queryValue<string>(
      'select source from openapi_versions where organization_id = $1 and id = $2',
      [organizationId, id],
    );
  }

  /** Deletes all versions of a specification but one. */
  async deleteAllBut(organizationId: string, specId: string, id: string): Promise<void> {
    await this.db.execute(
      'delete from openapi_versions where organization_id = $1 and spec_id = $2 and id <> $3',
      [organizationId, specId, id],
    );
  }

  async insert(version: OpenApiVersionEntity): Promise<void> {
    await this.db.manager.insert(OpenApiVersionEntity, version);
  }
}
