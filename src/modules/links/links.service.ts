import { Injectable } from '@nestjs/common';
import { ContentStore } from '#modules/content/index.js';
import { OpenApiSpecs } from '#modules/openapi/index.js';
import { mapPage, type Page, type PageRequest } from '#platform/database/pagination.js';
import { NotFound } from '#platform/http/errors.js';
import { Urls } from '#platform/http/urls.js';
import { BacklinksRepository, type BacklinkTarget } from './backlinks.repository.js';
import { ContentSides } from './graph/content-side.js';
import type { ComparedContext } from './link-contexts.js';
import type { LinkFilter, LinkPlace, LinkTarget, UsedKind } from './link.types.js';
import { type LinkPage, LinksRepository } from './links.repository.js';
import { InternalAddresses } from './locations/internal-addresses.js';
import { LocationLoader } from './locations/location-loader.js';
import type { ContentLocation } from './locations/content-location.js';
import type { Locations } from './locations/locations.js';
import { UsagesRepository } from './usages.repository.js';

/** A page of links with all it takes to show them. */
export interface LinksView {
  page: LinkPage;
  locations: Locations;
  /** Targets of addresses of this installation. */
  internal: ReadonlyMap<string, LinkTarget>;
}

/** The uses of one thing. */
export interface UsageView {
  /** Number of pages and reusable contents. */
  count: number;
  /** The first of them. */
  locations: ContentLocation[];
}

export interface BacklinksView {
  page: Page<LinkPlace>;
  locations: Locations;
}

/** Links and backlinks of a content that the actor was found to be allowed to see. */
@Injectable()
export class Links {
  constructor(
    private readonly content: ContentStore,
    private readonly sides: ContentSides,
    private readonly links: LinksRepository,
    private readonly backlinks: BacklinksRepository,
    private readonly usages: UsagesRepository,
    private readonly loader: LocationLoader,
    private readonly internal: InternalAddresses,
    private readonly specifications: OpenApiSpecs,
    private readonly urls: Urls,
  ) {}

  /** Links by target, with the numbers of all. @throws NotFound when the page of the filter is not in the content. */
  async list(from: ComparedContext, filter: LinkFilter, request: PageRequest): Promise<LinksView> {
    const { actor, context, base } = from;
    const { organizationId, spaceId, snapshot } = context;
    if (filter.pageId !== undefined) await this.requirePage(from, filter.pageId);
    const surroundings = {
      base: this.urls.base,
      specifications: await this.specifications.listSlugs(actor, organizationId),
    };
    const snapshots = base === undefined ? [snapshot] : [snapshot, base];
    const page = await this.sides.read(organizationId, spaceId, snapshots, ([now, before]) => {
      if (!now) throw new Error('Each snapshot has a side.');
      return this.links.list(actor, { now, base: before }, surroundings, filter, request);
    });
    const ours = page.items.flatMap(({ status, target }) => (status === 'in-app' ? [target] : []));
    const internal = await this.internal.resolve(actor, organizationId, ours);
    const targets = [...page.items.filter(({ kind }) => kind !== 'url'), ...internal.values()];
    const places = page.items.flatMap((item) => item.places);
    return { page, internal, locations: await this.loader.load(from, targets, places) };
  }

  /** Places that link to a page, file or tag. @throws NotFound when it is not in the content. */
  async listBacklinks(
    from: ComparedContext,
    target: BacklinkTarget,
    request: PageRequest,
  ): Promise<BacklinksView> {
    const { actor, context } = from;
    const { organizationId, spaceId, snapshot } = context;
    await this.requireTarget(from, target);
    const page = await this.sides.read(organizationId, spaceId, [snapshot], ([now]) => {
      if (!now) throw new Error('Each snapshot has a side.');
      return this.backlinks.list(actor, now, target, request);
    });
    const links = mapPage(page, ({ spaceId: space, kind, id, node }) => ({ spaceId: space, kind, id, node }));
    return { page: links, locations: await this.loader.load(from, [], links.items) };
  }

  /**
   * Uses of files, reusable contents or tags of a content in it, by id; what nobody uses is not in the map. Other spaces may use them too:
   * `listBacklinks` tells where.
   */
  async listUsages(
    from: ComparedContext,
    kind: UsedKind,
    ids: readonly string[],
  ): Promise<Map<string, UsageView>> {
    const { organizationId, spaceId, snapshot } = from.context;
    if (ids.length === 0) return new Map();
    const rows = await this.sides.read(organizationId, spaceId, [snapshot], ([now]) => {
      if (!now) throw new Error('Each snapshot has a side.');
      return this.usages.list(now, kind, ids);
    });
    const places = rows.flatMap(({ holders }) =>
      holders.map((holder) => ({ ...holder, spaceId, node: null })),
    );
    const locations = await this.loader.load(from, [], places);
    return new Map(
      rows.map(({ target, count, holders }) => {
        const found = holders.flatMap((holder) => locations.place({ ...holder, spaceId, node: null }) ?? []);
        return [target, { count, locations: found }];
      }),
    );
  }

  private async requireTarget(from: ComparedContext, { kind, id }: BacklinkTarget): Promise<void> {
    if (kind === 'page') return this.requirePage(from, id);
    if (kind === 'file') return this.requireFile(from, id);
    const { organizationId, snapshot } = from.context;
    const { tags } = await this.content.readSettings(organizationId, snapshot);
    if (!tags.some(({ slug }) => slug === id)) throw new NotFound('tag');
  }

  private async requirePage({ context }: ComparedContext, pageId: string): Promise<void> {
    const { organizationId, snapshot } = context;
    if (!(await this.content.locatePage(organizationId, snapshot, pageId))) throw new NotFound('page');
  }

  private async requireFile({ context }: ComparedContext, fileId: string): Promise<void> {
    const { organizationId, snapshot } = context;
    if (!(await this.content.findFile(organizationId, snapshot, fileId))) throw new NotFound('file');
  }
}
