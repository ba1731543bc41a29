import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { Database } from '#platform/database/database.js';
import type { Section } from '../text/sections.js';

const MAX_CHARACTERS_KEPT = 48_000_000;
/** Memory of a section beyond its characters, in characters. */
const CHARACTERS_OF_SECTION = 100;

/** A digest of what pages are made of, in their organization. */
interface Row extends Record<string, unknown> {
  source: string;
  sections: readonly Section[];
}

/**
 * The texts of pages that excerpts are cut from. They are kept by the digest of what they were made of, which the query that
 * found and allowed a page has just answered: equal pages share one, and none is ever out of date, on whatever server.
 */
@Injectable()
export class PageTexts {
  private readonly known = new LRUCache<string, readonly Section[]>({
    maxSize: MAX_CHARACTERS_KEPT,
    sizeCalculation: charactersOf,
  });

  constructor(private readonly db: Database) {}

  /** The sections of texts, by their digest; those of pages that are gone by now are absent. */
  async find(organizationId: string, sources: readonly string[]): Promise<Map<string, readonly Section[]>> {
    const keyOf = (source: string): string => `${organizationId}:${source}`;
    const found = new Map<string, readonly Section[]>();
    for (const source of sources) {
      const sections = this.known.get(keyOf(source));
      if (sections) found.set(source, sections);
    }
    const missing = [...new Set(sources)].filter((source) => !found.has(source));
    if (missing.length === 0) return found;
    for (const { source, sections } of await this.read(organizationId, missing)) {
      found.set(source, sections);
      this.known.set(keyOf(source), sections);
    }
    return found;
  }

  private read(organizationId: string, sources: readonly string[]): Promise<Row[]> {
    // Row by row: whole tables look small to a planner with old statistics.
    return this.db.lookup<Row>(
      `select w.source, found.sections from unnest($2::text[]) as w (source)
       cross join lateral (
         select s.sections from search_pages s where s.organization_id = $1 and s.source = w.source limit 1
       ) found`,
      [organizationId, sources],
    );
  }
}

/** The folded text of a section is kept with it, see `foldedOf`. */
function charactersOf(sections: readonly Section[]): number {
  return sections.reduce(
    (sum, { title, text }) => sum + CHARACTERS_OF_SECTION + 2 * (title.length + text.length),
    CHARACTERS_OF_SECTION,
  );
}
