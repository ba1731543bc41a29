import { Injectable } from '@nestjs/common';
import { Database } from '#platform/database/database.js';
import { organizationLexeme, quoteLexeme } from '../indexing/lexemes.js';

/** Every query on `search_words`. */
@Injectable()
export class WordsRepository {
  constructor(private readonly db: Database) {}

  /** Adds words; sorted, so that two writers meet them in one order. */
  async add(organizationId: string, words: readonly string[]): Promise<void> {
    await this.db.execute(
      `insert into search_words (organization_id, word) select $1, word from unnest($2::text[]) as word
       order by word on conflict do nothing`,
      [organizationId, words.toSorted()],
    );
  }

  /** The given words that pages use. */
  findKnown(organizationId: string, words: readonly string[]): Promise<{ word: string }[]> {
    return this.db.query('select word from search_words where organization_id = $1 and word = any($2)', [
      organizationId,
      words,
    ]);
  }

  /**
   * Words that share many runs of three letters with one of these, the most similar first; they may have an `ending` of so
   * many letters more. Needs pg_trgm. Its index is on an expression, so that whole words are looked up by the primary key and
   * never by it.
   */
  findSimilar(
    organizationId: string,
    words: readonly string[],
    ending: number,
    limit: number,
  ): Promise<SimilarWord[]> {
    return this.db.query<SimilarWord & Record<string, unknown>>(
      `select given.word, near.word as near from unnest($2::text[]) as given (word)
       cross join lateral (
         select w.word from search_words w where w.organization_id = $1 and (w.word || '') % given.word
           and length(w.word) between length(given.word) - 2 and length(given.word) + 2 + $3
         order by similarity(w.word, given.word) desc, w.word limit $4
       ) near`,
      [organizationId, words, ending, limit],
    );
  }

  /** True when pg_trgm and its index exist; with `create` after trying to make them. */
  async hasTrigrams(): Promise<boolean> {
    const rows = await this.db.query(
      `select from pg_indexes where indexname = 'search_words_trigrams_idx' and schemaname = current_schema()`,
    );
    return rows.length > 0;
  }

  /** @throws the database's error when this is not allowed here. */
  async createTrigrams(): Promise<void> {
    await this.db.execute('create extension if not exists pg_trgm');
    await this.db.execute(
      `create index if not exists search_words_trigrams_idx on search_words using gin ((word || '') gin_trgm_ops)`,
    );
  }

  /** Organizations that have words. */
  async listOrganizations(): Promise<string[]> {
    return this.db.queryColumn<string>(
      'select o.id from organizations o where exists (select from search_words w where w.organization_id = o.id)',
    );
  }

  /** Removes words that no page uses any more from a stretch of the alphabet; answers where the next one begins. */
  async prune(organizationId: string, after: string, limit: number): Promise<string | null> {
    return this.db.queryValue<string>(
      `with stretch as (
         select word from search_words where organization_id = $1 and word > $2 order by word limit $3
       ), gone as (
         delete from search_words w using stretch s where w.organization_id = $1 and w.word = s.word
           and not exists (select from search_pages p where p.vector @@ ($4 || quote_literal(s.word))::tsquery)
       )
       select max(word) as last from stretch`,
      [organizationId, after, limit, `${quoteLexeme(organizationLexeme(organizationId))} & `],
    );
  }
}

export interface SimilarWord {
  word: string;
  near: string;
}
