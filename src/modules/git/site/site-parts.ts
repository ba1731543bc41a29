import { Injectable } from '@nestjs/common';
import type { Actor } from '#platform/http/actor.js';
import type { SiteNode, SiteShape } from './structure/site-shape.js';

export interface SiteKey {
  organizationId: string;
  siteId: string;
}

/** Begins the keys of nodes that a site does not have yet. */
export const NEW_NODE = 'new:';

/** Sites as the sync of their structure needs them. The module of sites gives them. */
export interface SiteParts {
  /** Answers the title. @throws NotFound, Forbidden. */
  require(actor: Actor, key: SiteKey, action: 'view' | 'manage'): Promise<{ title: string }>;
  /** The organization of a site that the actor may see; null for others. */
  find(actor: Actor, siteId: string): Promise<SiteKey | null>;
  /** The structure of a site, with ids as keys; of a space that of the space itself. */
  read(key: SiteKey): Promise<SiteShape>;
  /** A path as the site would have it; empty for one that cannot be. */
  pathOf(path: string): string;
  /** The reason why a site cannot have this title, as a sentence; null where it can. */
  problemOfTitle(title: string): string | null;
  /** Members of a node that the site cannot have, each as a sentence. */
  problemsOf(node: SiteNode): string[];
  /**
   * In a transaction: makes the site what is wanted. Spaces are made for nodes whose keys begin with `NEW_NODE`; spaces that are not
   * wanted any more leave the site, and are not deleted.
   * @param seen what `wanted` was made from. @returns ids of what is new, by its key; null where the site is not as it was seen.
   * @throws NotFound, Forbidden for an actor who may not, BadRequest.
   */
  write(
    actor: Actor,
    key: SiteKey,
    change: { seen: SiteShape; wanted: SiteShape },
  ): Promise<ReadonlyMap<string, string> | null>;
}

/** The place where the module of sites registers its part. */
@Injectable()
export class SitePartsHook {
  private parts?: SiteParts;

  register(parts: SiteParts): void {
    this.parts = parts;
  }

  get(): SiteParts {
    if (!this.parts) throw new Error('The module of sites has not registered its part.');
    return this.parts;
  }
}
