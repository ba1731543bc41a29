import { Injectable } from '@nestjs/common';
import { Database } from '#platform/database/database.js';
import { entityColumns } from '#platform/database/entity-columns.js';
import { byText, type Page, type PageRequest, paginate } from '#platform/database/pagination.js';
import { storableJson } from '#platform/database/storable-json.js';
import type { Terms } from './glossary.dto.js';
import type { GlossaryEntry } from './glossary-operations.js';
import { GlossaryEntryEntity } from './glossary-entry.entity.js';

const COLUMNS = entityColumns(GlossaryEntryEntity);

/** Every query on `glossary_entries`. */
@Injectable()
export class GlossaryRepository {
  constructor(private readonly db: Database) {}

  /** Oldest first. @param search only entries with this in one of their terms; a glossary is small enough to look at each. */
  list(organizationId: string, page: PageRequest, search?: string): Promise<Page<GlossaryEntry>> {
    const matching = `and exists (select from jsonb_each_text(translations) as term (language, words)
      where position(lower($2) in lower(term.words)) > 0)`;
    return paginate(this.db, page, {
      select: COLUMNS,
      from: `from glossary_entries where organization_id = $1 ${search === undefined ? '' : matching}`,
      values: [organizationId, ...(search === undefined ? [] : [search])],
      by: byText('id'),
    });
  }

  async find(organizationId: string, id: string): Promise<GlossaryEntry | null> {
    const [row] = await this.findAll(organizationId, [id]);
    return row ?? null;
  }

  findAll(organizationId: string, ids: readonly string[]): Promise<GlossaryEntry[]> {
    return this.db.query<GlossaryEntry>(
      `select ${COLUMNS} from glossary_entries where organization_id = $1 and id = any($2)`,
      [organizationId, ids],
    );
  }

  /** Terms of entries that have one in each of two languages, oldest first. */
  async listTerms(organizationId: string, languages: readonly [string, string]): Promise<Terms[]> {
    return this.db.queryColumn<Terms>(
      'select translations from glossary_entries where organization_id = $1 and translations ?& $2 order by id',
      [organizationId, languages],
    );
  }

  /** Until the end of the transaction nobody else changes the glossary. Answers how many entries it has. */
  async lock(organizationId: string): Promise<number> {
    await this.db.query(`select pg_advisory_xact_lock(hashtext('glossary ' || $1))`, [organizationId]);
    return this.db.queryCount(
      'select count(*)::int as count from glossary_entries where organization_id = $1',
      [organizationId],
    );
  }

  async put(organizationId: string, entries: readonly GlossaryEntry[]): Promise<void> {
    await this.db.execute(
      `insert into glossary_entries (organization_id, id, translations, created_at, updated_at)
       select $1, id, translations, created_at, updated_at
       from unnest($2::text[], $3::jsonb[], $4::timestamptz[], $5::timestamptz[])
         as e (id, translations, created_at, updated_at)
       on conflict (organization_id, id)
         do update set translations = excluded.translations, updated_at = excluded.updated_at`,
      [
        organizationId,
        entries.map(({ id }) => id),
        entries.map(({ translations }) => storableJson(translations)),
        entries.map(({ createdAt }) => createdAt),
        entries.map(({ updatedAt }) => updatedAt),
      ],
    );
  }

  async delete(organizationId: string, ids: readonly string[]): Promise<void> {
    await this.db.execute('delete from glossary_entries where organization_id = $1 and id = any($2)', [
      organizationId,
      ids,
    ]);
  }
}
