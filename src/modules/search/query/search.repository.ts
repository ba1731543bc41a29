import { Injectable } from '@nestjs/common';
import { actorValues, visibleSpacesTable } from '#modules/access/index.js';
import { Database } from '#platform/database/database.js';
import type { Actor } from '#platform/http/actor.js';
import { RANK_ORGANIZATION } from './rank-organization.js';
import { RANK_LISTED, RANK_SPACES } from './rank-spaces.js';
import type { SearchScope, TsQueries } from './ts-query.js';

/** A page that matches. */
export interface Match {
  spaceId: string;
  pageId: string;
  /** Digest of what its text was made of: equal pages share it (`PageTexts`). */
  source: string;
  title: string;
  path: string;
  /** Titles from the top down. */
  ancestors: string[];
}

export interface Ranking {
  /** All matching pages, as far as they are counted. */
  count: number;
  /** Spaces with matching pages. */
  spaces: number;
  /** The best first. */
  matches: Match[];
  /** True when all pages of the spaces were in the index; false when the caller did not ask. */
  isComplete: boolean;
}

export interface SearchedSpace {
  id: string;
  title: string;
  language: string | null;
}

/** Every query that searches. */
@Injectable()
export class SearchRepository {
  constructor(private readonly db: Database) {}

  /**
   * Finds and ranks. The index alone says which pages match and which of them have the words in title or headings; only
   * the most promising are read and weighed.
   * @param most how many pages to answer. @param hasRest whether to add those that were not weighed, behind the others.
   */
  async rank(scope: SearchScope, queries: TsQueries, most: number, hasRest: boolean): Promise<Ranking> {
    const ofSpaces = scope.isListedOnly ? RANK_LISTED : RANK_SPACES;
    const statement = scope.isOrganization ? RANK_ORGANIZATION : hasRest ? ofSpaces.all : ofSpaces.best;
    const [row] = await this.db.query<RankRow>(statement, [
      ...[scope.spaceIds, scope.organizationId],
      ...[queries.match, queries.longer, queries.most, queries.titled, queries.headed],
      ...[queries.terms, queries.titleTerms, queries.headingTerms, queries.words, queries.bonuses],
      ...[most, queries.partlyTitled],
      ...(scope.isOrganization ? [] : [queries.partlyHeaded]),
    ]);
    const { found, above, ...counts } = row as RankRow;
    const parents = new Map((above ?? []).map((parent) => [`${parent[0]}:${parent[1]}`, parent]));
    const titlesFrom = (spaceId: string, pageId: string | null): string[] => {
      const parent = pageId === null ? undefined : parents.get(`${spaceId}:${pageId}`);
      return parent ? [...titlesFrom(spaceId, parent[3]), parent[2]] : [];
    };
    const matches = (found ?? []).map(([spaceId, pageId, source, title, path, parentId]): Match => {
      return { spaceId, pageId, source, title, path, ancestors: titlesFrom(spaceId, parentId) };
    });
    return { ...counts, matches };
  }

  /** The spaces of an organization that the actor may see. */
  listVisible(actor: Actor, organizationId: string): Promise<SearchedSpace[]> {
    return this.db.query<SearchedSpace & Record<string, unknown>>(
      `${visibleSpacesTable()} select v.id, v.title, s.language from visible_spaces v
       join spaces s on s.organization_id = v.organization_id and s.id = v.id`,
      actorValues(actor, organizationId),
    );
  }
}

interface RankRow extends Pick<Ranking, 'count' | 'spaces' | 'isComplete'> {
  /** Null when nothing was found. */
  found:
    | [
        spaceId: string,
        pageId: string,
        source: string,
        title: string,
        path: string,
        parentId: string | null,
      ][]
    | null;
  /** The pages above those. */
  above: [spaceId: string, pageId: string, title: string, parentId: string | null][] | null;
}
