import { Injectable } from '@nestjs/common';
import type { SiteConnection } from './site-connections.repository.js';
import { SitePartsHook } from './site-parts.js';
import { inTreeOrder, isSameShape, nodesByKey, type SiteShape, withKeys } from './structure/site-shape.js';

/** Tells whether a site is another one than when it was synced last. */
@Injectable()
export class SiteNews {
  constructor(private readonly parts: SitePartsHook) {}

  async isChanged({ organizationId, siteId, baseShape, keys }: SiteConnection): Promise<boolean> {
    if (baseShape === null) return true;
    const site = await this.parts.get().read({ organizationId, siteId });
    const base = withKeys(baseShape, (key) => keys[key]);
    return !isSameShape(comparable(site, base), comparable(base, base));
  }
}

/** Without what only the file says: folders, and languages that it does not name. */
function comparable(shape: SiteShape, base: SiteShape): SiteShape {
  const known = nodesByKey(base);
  const nodes = inTreeOrder(shape.nodes).map((node) => ({
    ...node,
    folder: null,
    language: known.get(node.key)?.language === null ? null : node.language,
  }));
  return { ...shape, nodes };
}
