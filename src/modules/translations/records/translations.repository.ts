import { Injectable } from '@nestjs/common';
import { ACTOR_PARAMETERS, actorValues, visibleSpacesTable } from '#modules/access/index.js';
import { Database, violatedConstraint } from '#platform/database/database.js';
import { entityColumns } from '#platform/database/entity-columns.js';
import { perRow } from '#platform/database/per-row.js';
import { byTime, type Page, type PageRequest, paginate } from '#platform/database/pagination.js';
import type { Actor, Role } from '#platform/http/actor.js';
import { Conflict } from '#platform/http/errors.js';
import type { TranslationUsage } from '../providers/translation-provider.js';
import { TranslationEntity, type TranslationStats } from './translation.entity.js';

export type Translation = Readonly<TranslationEntity>;
/** A translation with how it is getting on. */
export type TranslationRow = Translation & { status: TranslationStatus };

export const TRANSLATION_STATUSES = ['pending', 'running', 'completed'] as const;
export type TranslationStatus = (typeof TRANSLATION_STATUSES)[number];

/** The status tells about open runs; a failed run leaves the result of the one before it. */
const COLUMNS = `${entityColumns(TranslationEntity, 't')},
  coalesce((select max(r.status) from translation_runs r where r.organization_id = t.organization_id
    and r.translation_id = t.id and r.status in ('pending', 'running')), 'completed') as status`;

type Row = TranslationRow & { [column: string]: unknown };

/** Every query on `translations`. */
@Injectable()
export class TranslationsRepository {
  constructor(private readonly db: Database) {}

  /** @throws Conflict when the source is translated into this language already. */
  async insert(translation: Translation): Promise<void> {
    try {
      await this.db.manager.insert(TranslationEntity, translation as object);
    } catch (error) {
      if (violatedConstraint(error) !== 'translations_source_language_key') throw error;
      const { language } = translation;
      throw new Conflict(
        `language: the space is translated into "${language}" already; run that translation.`,
      );
    }
  }

  async find(organizationId: string, id: string): Promise<TranslationRow | null> {
    const sql = `select ${COLUMNS} from translations t where t.organization_id = $1 and t.id = $2`;
    return this.db.queryFirst<Row>(sql, [organizationId, id]);
  }

  /** Held until the end of the transaction; null when it is gone. */
  async lock(organizationId: string, id: string): Promise<TranslationRow | null> {
    const sql = `select ${COLUMNS} from translations t where t.organization_id = $1 and t.id = $2 for update`;
    return this.db.queryFirst<Row>(sql, [organizationId, id]);
  }

  /** Translations of spaces that the actor may see, newest first, with the role on the source. */
  list(
    actor: Actor,
    organizationId: string,
    page: PageRequest,
  ): Promise<Page<TranslationRow & { role: Role | null }>> {
    return paginate(this.db, page, {
      with: visibleSpacesTable(),
      select: `${COLUMNS}, v.role`,
      from: `from translations t
        join visible_spaces v on v.organization_id = t.organization_id and v.id = t.source_space_id
        where t.organization_id = $${ACTOR_PARAMETERS + 1}`,
      values: [...actorValues(actor, organizationId), organizationId],
      by: byTime('t.created_at', 't.id', 'desc'),
    });
  }

  /** The languages that a space was translated from, on its way from its source, nearest first. */
  async listOrigins(organizationId: string, spaceId: string): Promise<string[]> {
    return this.db.queryColumn<string>(
      `with recursive origin (space_id, language, depth) as (
         select source_space_id, source_language, 1 from translations where organization_id = $1 and space_id = $2
         union all
         select t.source_space_id, t.source_language, origin.depth + 1
         from origin cross join ${perRow(
           'select * from translations where organization_id = $1 and space_id = origin.space_id',
         )} t
         where origin.depth < 100
       ) select language from origin order by depth`,
      [organizationId, spaceId],
    );
  }

  /** Translations to run when a space has new content: automatic ones whose translated space is there to be changed. */
  async listToFollow(organizationId: string, sourceSpaceId: string): Promise<string[]> {
    return this.db.queryColumn<string>(
      `select t.id from translations t
       left join spaces s on s.organization_id = t.organization_id and s.id = t.space_id
       where t.organization_id = $1 and t.source_space_id = $2 and t.automatic
         and (t.space_id is null or s.id is not null and s.deleted_at is null and s.archived_at is null) order by t.id`,
      [organizationId, sourceSpaceId],
    );
  }

  /** The automatic translation that writes to a space, if one does. */
  async findAutomaticInto(organizationId: string, spaceId: string): Promise<string | null> {
    return this.db.queryValue<string>(
      'select id from translations where organization_id = $1 and space_id = $2 and automatic',
      [organizationId, spaceId],
    );
  }

  /** The revisions, of these, that translations have made or continue from. */
  async findReferenced(organizationId: string, revisionIds: readonly string[]): Promise<string[]> {
    return this.db.queryColumn<string>(
      `select distinct used from translations t, unnest(array[t.revision_id, t.machine_revision_id]) as used
       where t.organization_id = $1 and used = any($2)`,
      [organizationId, revisionIds],
    );
  }

  /** Titles of those of the spaces that a translation reads or writes. */
  async findBound(organizationId: string, spaceIds: readonly string[]): Promise<string[]> {
    return this.db.queryColumn<string>(
      `select s.title from spaces s where s.organization_id = $1 and s.id = any($2::text[]) and exists (
         select from translations t where t.organization_id = $1 and s.id in (t.source_space_id, t.space_id))
       order by s.title`,
      [organizationId, spaceIds],
    );
  }

  /** Writes only the given fields. */
  async update(
    { organizationId, id }: Pick<Translation, 'organizationId' | 'id'>,
    changes: Partial<Omit<Translation, 'organizationId' | 'id'>>,
  ): Promise<void> {
    await this.db.manager.update(TranslationEntity, { organizationId, id }, changes as object);
  }

  /** Adds what a run paid. */
  async addCost(
    { organizationId, id }: Pick<Translation, 'organizationId' | 'id'>,
    { promptTokens, completionTokens }: TranslationUsage,
  ): Promise<void> {
    await this.db.execute(
      `update translations set stats = stats || jsonb_build_object(
         'promptTokens', (stats->>'promptTokens')::bigint + $3,
         'completionTokens', (stats->>'completionTokens')::bigint + $4)
       where organization_id = $1 and id = $2`,
      [organizationId, id, promptTokens, completionTokens],
    );
  }

  /** Removes it with its runs; whoever works on one of them notices. False when it was gone. */
  async delete({ organizationId, id }: Pick<Translation, 'organizationId' | 'id'>): Promise<boolean> {
    const sql = 'delete from translations where organization_id = $1 and id = $2';
    return (await this.db.execute(sql, [organizationId, id])) === 1;
  }
}

/** Of a translation that was never run. */
export const NO_STATS: TranslationStats = {
  runs: 0,
  totalWords: 0,
  totalPages: 0,
  totalDuration: 0,
  latestRunDuration: 0,
  latestPages: 0,
  latestWords: 0,
  segments: 0,
  remembered: 0,
  untranslated: 0,
  promptTokens: 0,
  completionTokens: 0,
};
