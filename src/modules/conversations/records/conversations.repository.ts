import { Injectable } from '@nestjs/common';
import { Database } from '#platform/database/database.js';
import { entityColumns } from '#platform/database/entity-columns.js';
import { storableJson } from '#platform/database/storable-json.js';
import { byTime, type Page, type PageRequest, paginate } from '#platform/database/pagination.js';
import { ConversationEntity } from './conversation.entity.js';

export type Conversation = Readonly<ConversationEntity>;
type Row = ConversationEntity & { [column: string]: unknown };

const CONVERSATION_COLUMNS = entityColumns(ConversationEntity, 'c');

/** Every query on `conversations`. */
@Injectable()
export class ConversationsRepository {
  constructor(private readonly db: Database) {}

  async find(organizationId: string, id: string): Promise<Conversation | null> {
    return (await this.findByIds(organizationId, [id]))[0] ?? null;
  }

  /** The given conversations that exist, in no particular order. */
  findByIds(organizationId: string, ids: readonly string[]): Promise<Conversation[]> {
    const sql = `select ${CONVERSATION_COLUMNS} from conversations c where c.organization_id = $1 and c.id = any($2)`;
    return this.db.query<Row>(sql, [organizationId, ids]);
  }

  /** Newest first. */
  list(organizationId: string, source: string | undefined, page: PageRequest): Promise<Page<Conversation>> {
    return paginate<Row>(this.db, page, {
      select: CONVERSATION_COLUMNS,
      from: `from conversations c where c.organization_id = $1${source === undefined ? '' : ' and c.source = $2'}`,
      values: [organizationId, ...(source === undefined ? [] : [source])],
      by: byTime('c.created_at', 'c.id', 'desc'),
    });
  }

  /** Stores conversations with different ids, or what is new of them; the same again leaves one as it is. */
  async putAll(
    organizationId: string,
    conversations: readonly Omit<Conversation, 'organizationId' | 'processedAt'>[],
  ): Promise<void> {
    // Rows are always locked in the same order.
    const sorted = [...conversations].sort((a, b) => (a.id < b.id ? -1 : 1));
    await this.db.execute(
      `insert into conversations as c
         (organization_id, id, source, subject, url, attributes, parts, digest, created_at, ingested_at)
       select $1, given.* from unnest($2::text[], $3::text[], $4::text[], $5::text[], $6::jsonb[], $7::jsonb[], $8::text[],
         $9::timestamptz[], $10::timestamptz[]) as given
       on conflict (organization_id, id) do update set source = excluded.source, subject = excluded.subject,
         url = excluded.url, attributes = excluded.attributes, parts = excluded.parts, digest = excluded.digest,
         created_at = excluded.created_at, ingested_at = excluded.ingested_at, processed_at = null
       where c.digest <> excluded.digest`,
      [
        organizationId,
        sorted.map(({ id }) => id),
        sorted.map(({ source }) => source),
        sorted.map(({ subject }) => subject),
        sorted.map(({ url }) => url),
        sorted.map(({ attributes }) => storableJson(attributes)),
        sorted.map(({ parts }) => storableJson(parts)),
        sorted.map(({ digest }) => digest),
        sorted.map(({ createdAt }) => createdAt),
        sorted.map(({ ingestedAt }) => ingestedAt),
      ],
    );
  }

  /** Conversations that wait to be processed, the first to come first. */
  listWaiting(organizationId: string, most: number): Promise<Conversation[]> {
    return this.db.query<Row>(
      `select ${CONVERSATION_COLUMNS} from conversations c where c.organization_id = $1 and c.processed_at is null
       order by c.ingested_at, c.id limit $2`,
      [organizationId, most],
    );
  }

  /** Organizations that have conversations that wait to be processed. */
  async listOrganizationsWaiting(): Promise<string[]> {
    return this.db.queryColumn<string>(
      'select distinct organization_id as id from conversations where processed_at is null',
    );
  }

  /**
   * Notes that these were processed, and locks them.
   * @returns ids of those that still were what was processed, and waited for it.
   */
  async finish(organizationId: string, processed: readonly Conversation[], now: Date): Promise<Set<string>> {
    return new Set(
      await this.db.queryColumn<string>(
        `update conversations c set processed_at = $4
       from (select c.id from conversations c join unnest($2::text[], $3::text[]) as p (id, digest)
           on p.id = c.id and p.digest = c.digest
         where c.organization_id = $1 and c.processed_at is null order by c.id for update of c) as locked
       where c.organization_id = $1 and c.id = locked.id returning c.id`,
        [organizationId, processed.map(({ id }) => id), processed.map(({ digest }) => digest), now],
      ),
    );
  }

  /** One after the other works on what an organization was asked; inside a transaction, until it ends. */
  async lockOrganization(organizationId: string): Promise<void> {
    await this.db.query('select pg_advisory_xact_lock(hashtextextended($1, 700))', [
      `conversations ${organizationId}`,
    ]);
  }
}
