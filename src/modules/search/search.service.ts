import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { requireMember } from '#modules/organizations/index.js';
import { Spaces } from '#modules/spaces/index.js';
import { mapPage, type Page, paginateArray, type PageRequest } from '#platform/database/pagination.js';
import type { Actor } from '#platform/http/actor.js';
import { type FoundSection, foundSections, type Mark, marksOf } from './query/excerpt.js';
import { type ParsedQuery, parseQuery, type Term } from './query/parse-query.js';
import { PageTexts } from './query/page-texts.js';
import { ReaderReadings, type Reading } from './query/reader-readings.js';
import { type Match, type Ranking, type SearchedSpace, SearchRepository } from './query/search.repository.js';
import { type SearchScope, tsQueries } from './query/ts-query.js';
import { widenQuery } from './query/widen-query.js';
import { Spelling } from './spelling/spelling.js';
import { type Language, languageOf } from './text/languages.js';
import { sectionsOf } from './text/sections.js';

/** A page with the sections that have the words. */
export interface Hit extends Match {
  sections: FoundSection[];
  /** The words that were looked for, in a text of this hit. */
  marksIn(text: string): Mark[];
}

/** The best hits of one space. */
export interface SpaceHits {
  space: Pick<SearchedSpace, 'id' | 'title'>;
  hits: Hit[];
}

/** Some spaces of one organization, which the caller has decided may be searched. */
export interface SpacesToSearch {
  organizationId: string;
  spaces: readonly Pick<SearchedSpace, 'id' | 'language'>[];
  /** For readers: leaves out pages that are hidden, below a hidden one, or kept from search. */
  isListedOnly?: boolean;
  /** For readers who do not see everything: what they read on each of the pages, in their order. */
  readingsOf?: (matches: readonly Match[]) => Promise<Reading[]>;
  /** Looks at all pages that match instead of the first ones only, so that the caller can count them. */
  isCounted?: boolean;
}

/** A hit with its place among all of the search, on whichever page of the list; 1 is the best. */
export interface RankedHit extends Hit {
  rank: number;
}

/** A page with what is read on it. */
interface Shown extends Match {
  reading: NonNullable<Reading>;
}

interface Found extends Ranking {
  terms: Term[];
}

interface Answer extends Page<RankedHit> {
  /** True when all pages of the spaces were in the index. */
  isComplete: boolean;
}

export const DEFAULT_HITS = 20;
/** Of a page; of an organization there are many pages to look at. */
const MAX_SECTIONS = { ofSpace: 3, ofOrganization: 2 };
/** With fewer pages that have everything, those that have most of it are shown too. */
const ENOUGH = 3;
/** One can page through so many. */
const MAX_PAGED = 1000;
const MAX_CHARACTERS_KEPT = 8_000_000;
const MAX_ASKED = 2000;
/** Content is looked up by what it is, so answers age only by their language and spelling. */
const KEPT_MS = 60_000;

/** Finds pages by their words. */
@Injectable()
export class Search {
  /** Answers of spaces by the content they hold for. */
  private readonly answers = new LRUCache<string, Page<Hit>>({
    maxSize: MAX_CHARACTERS_KEPT,
    ttl: KEPT_MS,
    sizeCalculation: ({ items }) => 500 + 1000 * items.length,
  });

  /**
   * Queries that were asked once. An answer is cached only from the second time on, because rare ones would only fill
   * the memory.
   */
  private readonly recentQueries = new LRUCache<string, true>({ max: MAX_ASKED, ttl: KEPT_MS });

  constructor(
    private readonly repository: SearchRepository,
    private readonly texts: PageTexts,
    private readonly spaces: Spaces,
    private readonly spelling: Spelling,
    private readonly readings: ReaderReadings,
  ) {}

  /** Pages of a space's current content, best first. @throws NotFound */
  async inSpace(actor: Actor, spaceId: string, query: string, request: PageRequest): Promise<Page<Hit>> {
    const { space } = await this.spaces.requireSpace(actor, spaceId, 'view');
    const { organizationId, snapshot, language } = space;
    if (actor.reader) {
      const context = { ...space, spaceId, isCurrent: true, actor };
      const readingsOf = (matches: readonly Match[]) => this.readings.readingsOf(context, matches);
      const scope = { organizationId, spaces: [space], isListedOnly: true, isCounted: true, readingsOf };
      return this.inSpaces(scope, query, request);
    }
    const key = JSON.stringify([spaceId, snapshot, language, query, request.page, request.limit]);
    const known = this.answers.get(key);
    if (known) return known;
    const { isComplete, ...answer } = await this.answer({ organizationId, spaces: [space] }, query, request);
    if (isComplete && this.recentQueries.has(key)) this.answers.set(key, answer);
    this.recentQueries.set(key, true);
    return answer;
  }

  /** Pages of some spaces, best first. Whether the caller may see the spaces was decided before. */
  async inSpaces(scope: SpacesToSearch, query: string, request: PageRequest): Promise<Page<RankedHit>> {
    if (scope.spaces.length === 0) return { items: [], count: 0 };
    const { isComplete: _, ...answer } = await this.answer(scope, query, request);
    return answer;
  }

  /** The spaces of an organization that the actor may see and that have hits, the one with the best hit first. */
  async inOrganization(
    actor: Actor,
    organizationId: string,
    query: string,
    request: PageRequest,
  ): Promise<Page<SpaceHits>> {
    requireMember(actor, organizationId);
    const visible = await this.repository.listVisible(actor, organizationId);
    const languages = await languagesOf(visible);
    const spaceIds = visible.map(({ id }) => id);
    const scope: SearchScope = { organizationId, spaceIds, isOrganization: true };
    const found = await this.find(scope, parseQuery(query, languages), languages, MAX_PAGED);
    const titles = new Map(visible.map(({ id, title }) => [id, title]));
    const page = paginateByPlace(bySpace(found.matches), request, DEFAULT_HITS);
    const matches = page.items.flatMap(([, ofSpace]) => ofSpace.map(asIndexed));
    const hits = await this.present({ organizationId }, matches, found.terms, MAX_SECTIONS.ofOrganization);
    return {
      ...mapPage(page, ([id]) => ({
        space: { id, title: titles.get(id) ?? '' },
        hits: hits.filter(({ spaceId }) => spaceId === id),
      })),
      count: found.spaces,
    };
  }

  private async answer(searched: SpacesToSearch, query: string, request: PageRequest): Promise<Answer> {
    const { organizationId, spaces, isListedOnly, readingsOf, isCounted = false } = searched;
    const languages = await languagesOf(spaces);
    const scope: SearchScope = { organizationId, spaceIds: spaces.map(({ id }) => id), isListedOnly };
    // Nearly everybody looks at the first hits only, all of which were weighed.
    const isFirst = request.page === undefined && (request.limit ?? DEFAULT_HITS) <= DEFAULT_HITS;
    const most = isFirst && !isCounted ? DEFAULT_HITS + 1 : MAX_PAGED;
    const found = await this.find(scope, parseQuery(query, languages), languages, most);
    const readings = await readingsOf?.(found.matches);
    const shown = readings ? shownOf(found.matches, readings, found.terms) : found.matches.map(asIndexed);
    const ranked = shown.map((match, index) => ({ ...match, rank: index + 1 }));
    const { items, ...page } = paginateByPlace(ranked, request, DEFAULT_HITS);
    const hits = await this.present({ organizationId }, items, found.terms);
    // The full count would tell readers of pages that they cannot see.
    const count = readings ? shown.length : found.count;
    return { ...page, items: hits, count, isComplete: found.isComplete };
  }

  private async find(
    scope: SearchScope,
    query: ParsedQuery,
    languages: readonly Language[],
    most: number,
  ): Promise<Found> {
    if (query.terms.length === 0) return { count: 0, spaces: 0, matches: [], terms: [], isComplete: false };
    const hasRest = most > DEFAULT_HITS + 1;
    const exact = await this.repository.rank(scope, tsQueries(query, scope, false), most, hasRest);
    if (exact.count >= ENOUGH || query.phrases.length > 0) return { ...exact, terms: query.terms };
    const words = query.terms.flatMap((term) => (term.kind === 'word' ? term.text : []));
    const meant = await this.spelling.suggest(scope.organizationId, words);
    const wide = widenQuery(query, meant, languages);
    const found = await this.repository.rank(scope, tsQueries(wide, scope, true), most, hasRest);
    return { ...found, matches: withFirst(exact.matches, found.matches), terms: wide.terms };
  }

  /** Hits of pages, in their order. */
  private async present<M extends Shown>(
    { organizationId }: Pick<SpacesToSearch, 'organizationId'>,
    matches: readonly M[],
    terms: readonly Term[],
    mostSections: number = MAX_SECTIONS.ofSpace,
  ): Promise<(M & Hit)[]> {
    if (matches.length === 0) return [];
    const texts = await this.texts.find(
      organizationId,
      matches.map(({ source }) => source),
    );
    return matches.flatMap((match) => {
      const text = texts.get(match.source);
      // A page that was deleted between finding and showing is skipped.
      if (!text) return [];
      const read = match.reading === 'as-indexed' ? text : sectionsRead(match.reading);
      const marksIn = (words: string): Mark[] => marksOf(words, terms);
      return { ...match, sections: foundSections(read, terms, mostSections), marksIn };
    });
  }
}

function asIndexed(match: Match): Shown {
  return { ...match, reading: 'as-indexed' };
}

/** The pages that a reader finds. What is found only in what they do not read must not show that it is there. */
function shownOf(matches: readonly Match[], readings: readonly Reading[], terms: readonly Term[]): Shown[] {
  return matches.flatMap((match, index) => {
    const reading = readings[index] ?? null;
    if (reading === null) return [];
    if (reading === 'as-indexed') return { ...match, reading };
    const own = `${match.title}\n${reading.description ?? ''}`;
    const isFound =
      foundSections(sectionsRead(reading), terms, 1).length > 0 || marksOf(own, terms).length > 0;
    return isFound ? { ...match, reading } : [];
  });
}

function sectionsRead({ document }: Exclude<Reading, null | 'as-indexed'>): ReturnType<typeof sectionsOf> {
  return document ? sectionsOf(document) : [];
}

async function languagesOf(spaces: readonly Pick<SearchedSpace, 'language'>[]): Promise<Language[]> {
  const codes = [...new Set(spaces.map(({ language }) => language))];
  return [...new Set(await Promise.all(codes.map((code) => languageOf(code))))];
}

/**
 * Puts pages that have everything first where they would not be among the first hits. What is looked at is answered for every page of
 * the results, so that all of these agree on the order.
 */
function withFirst(exact: readonly Match[], found: readonly Match[]): Match[] {
  const near = new Set(found.slice(0, DEFAULT_HITS + 1).map(keyOf));
  const first = new Map(
    exact.filter((match) => !near.has(keyOf(match))).map((match) => [keyOf(match), match]),
  );
  return [...first.values(), ...found.filter((match) => !first.has(keyOf(match)))];
}

const keyOf = ({ spaceId, pageId }: Match): string => `${spaceId}:${pageId}`;

function bySpace(matches: readonly Match[]): [spaceId: string, best: Match[]][] {
  const groups = new Map<string, Match[]>();
  for (const match of matches) {
    const group = groups.get(match.spaceId) ?? [];
    group.push(match);
    groups.set(match.spaceId, group);
  }
  return [...groups];
}

/** Ranked things have no key but their place. */
function paginateByPlace<T>(items: readonly T[], request: PageRequest, limit: number): Page<T> {
  const placed = items.map((item, place) => ({ item, place: String(place) }));
  const page = paginateArray(placed, { ...request, limit: request.limit ?? limit }, ({ place }) => place);
  return mapPage(page, ({ item }) => item);
}
