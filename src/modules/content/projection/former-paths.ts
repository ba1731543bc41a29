import { Injectable } from '@nestjs/common';
import { ContentStore } from '../content-store.js';
import type { LocatedPage } from '../content.types.js';
import { FormerPathsRepository } from './former-paths.repository.js';

/** The number of path changes in a row that are followed, which also ends cycles. */
const MAX_STEPS = 10;
/** The maximal depth of a page; a longer path cannot belong to one. */
const MAX_SEGMENTS = 100;

/**
 * Finds pages of a space's current content by former paths, which they had before they or their ancestors were moved
 * or renamed.
 */
@Injectable()
export class FormerPaths {
  constructor(
    private readonly former: FormerPathsRepository,
    private readonly content: ContentStore,
  ) {}

  /** The page that was at `path`; null when no page was, or it is deleted. @param snapshot of the current content. */
  async find(
    organizationId: string,
    spaceId: string,
    snapshot: string,
    path: string,
  ): Promise<LocatedPage | null> {
    const seen = new Set([path]);
    let level = [path];
    for (let step = 0; step < MAX_STEPS && level.length > 0; step++) {
      const next: string[] = [];
      for (const candidate of level) {
        for (const moved of await this.step(organizationId, spaceId, candidate)) {
          const found = await this.content.findPageByPath(organizationId, snapshot, moved);
          if (found) return found.page;
          if (!seen.has(moved)) next.push(moved);
          seen.add(moved);
        }
      }
      level = next;
    }
    return null;
  }

  /** The paths that the path becomes when the page at it, or above it, is replaced by the page's current path. */
  private async step(organizationId: string, spaceId: string, path: string): Promise<string[]> {
    const segments = path.split('/');
    if (segments.length > MAX_SEGMENTS) return [];
    const prefixes = segments.map((_, i) => segments.slice(0, i + 1).join('/'));
    const rows = await this.former.find(organizationId, spaceId, prefixes);
    return rows.map((row) => row.path + path.slice(row.former.length));
  }
}
