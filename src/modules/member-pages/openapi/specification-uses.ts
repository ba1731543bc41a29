import { Injectable } from '@nestjs/common';
import { Projection } from '#modules/content/index.js';
import { Spaces } from '#modules/spaces/index.js';
import type { Actor } from '#platform/http/actor.js';
import type { SpecUses } from './specification-page.types.js';

/** More pages are not counted. */
const MOST = 200;

/** Tells which pages show a specification. */
@Injectable()
export class SpecificationUses {
  constructor(
    private readonly projection: Projection,
    private readonly spaces: Spaces,
  ) {}

  /** The pages of current contents that show it; those in spaces that the actor does not see are only counted. */
  async of(actor: Actor, organizationId: string, slug: string): Promise<SpecUses> {
    const ref = { kind: 'openapi' as const, spec: slug };
    const found = await this.projection.listNamingPages(organizationId, ref, MOST + 1);
    const ids = [...new Set(found.map(({ spaceId }) => spaceId))];
    const visible = await this.spaces.findVisible(actor, organizationId, ids);
    const pages = found.slice(0, MOST).flatMap((page) => {
      const space = visible.get(page.spaceId)?.space;
      return space ? [{ ...page, spaceTitle: space.title }] : [];
    });
    const hasMore = found.length > MOST;
    return { pages, hidden: Math.min(found.length, MOST) - pages.length, hasMore };
  }
}
