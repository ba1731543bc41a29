import { Injectable } from '@nestjs/common';
import { OpenApiSpecs } from '#modules/openapi/index.js';
import { requireMember } from '#modules/organizations/index.js';
import type { PageRequest } from '#platform/database/pagination.js';
import type { Actor } from '#platform/http/actor.js';
import { Urls } from '#platform/http/urls.js';
import { BrokenLinksRepository } from './broken-links.repository.js';
import type {
  BrokenLinks,
  EntryFilter,
  SeenEntries,
  SeenFilter,
  SeenKind,
} from './organization-link.types.js';
import { SeenEntriesRepository } from './seen-entries.repository.js';

/** Links, files and reusable contents in the current content of all spaces of an organization that an actor sees. */
@Injectable()
export class OrganizationLinks {
  constructor(
    private readonly broken: BrokenLinksRepository,
    private readonly entries: SeenEntriesRepository,
    private readonly specifications: OpenApiSpecs,
    private readonly urls: Urls,
  ) {}

  /**
   * Broken links, once for each page or reusable content that has them. A space that the actor does not see has none.
   * @throws NotFound for an organization that the actor does not belong to, BadRequest for the cursor of another list.
   */
  async listBroken(
    actor: Actor,
    organizationId: string,
    filter: SeenFilter,
    request: PageRequest,
  ): Promise<BrokenLinks> {
    requireMember(actor, organizationId);
    const around = {
      base: this.urls.base,
      specifications: await this.specifications.listSlugs(actor, organizationId),
    };
    return this.broken.list(actor, organizationId, around, filter, request);
  }

  /** Files, the largest first, or reusable contents by title. @throws as `listBroken`. */
  async listEntries(
    actor: Actor,
    organizationId: string,
    kind: SeenKind,
    filter: EntryFilter,
    request: PageRequest,
  ): Promise<SeenEntries> {
    requireMember(actor, organizationId);
    return this.entries.list(actor, organizationId, kind, filter, request);
  }
}
