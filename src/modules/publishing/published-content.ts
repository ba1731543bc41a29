import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { ContentStore, type ContentTag, type FileRecord, FormerPaths } from '#modules/content/index.js';
import { type ContentRef, documentReferences, type JSONDocument } from '#modules/documents/index.js';
import type { ReferencePlace } from '#modules/openapi/index.js';
import {
  customizationOf,
  type PublishedSite,
  type PublishedSpace,
  type Visitor,
} from '#modules/sites/index.js';
import {
  type DocumentPlace,
  FOR_READERS,
  ResolvedDocuments,
  type StoredDocument,
  visiblePages,
} from '#modules/space-content/index.js';
import { Users } from '#modules/users/index.js';
import { InFlight } from '#platform/compute/in-flight.js';
import { isRelative, type RenderContext, type ResolvedRef } from '#modules/rendering/index.js';
import { filePath, spacePath } from './site-links.js';
import { type NavigationPage, SpaceNavigation } from './space-navigation.js';

/** Context of rendering a page: the site as the visitor sees it, the space of the page, and the address of the site. */
export interface PublishedPlace {
  site: PublishedSite;
  space: PublishedSpace;
  visitor: Visitor;
  /** Path of the site's root, with slashes at both ends. */
  siteBasePath: string;
  /** Absolute address of `siteBasePath`. */
  siteUrl: string;
  /** True if scripts of integrations may run at this address; false if absent. See `SitePlace`. */
  hasOwnOrigin?: boolean;
}

/** Data that a document refers to, loaded before it is rendered. */
interface Loaded {
  files: Map<string, FileRecord & { spaceId: string }>;
  userNames: Map<string, string>;
  /** Navigation of the site's other spaces that the document refers to, by space id. */
  spaces: Map<string, SpaceNavigation>;
}

/** Loads the content of published pages. Snapshots never change, so navigation is cached by snapshot. */
@Injectable()
export class PublishedContent {
  private readonly navigations = new LRUCache<string, SpaceNavigation>({ max: 200 });
  private readonly navigating = new InFlight<SpaceNavigation>();

  constructor(
    private readonly content: ContentStore,
    private readonly users: Users,
    private readonly formerPaths: FormerPaths,
    private readonly resolved: ResolvedDocuments,
  ) {}

  /** The tags of a page, the main one first. */
  async tagsOf({ site, space }: PublishedPlace, { page }: NavigationPage): Promise<ContentTag[]> {
    const named = page.tags ?? [];
    if (named.length === 0) return [];
    const { tags } = await this.content.readSettings(site.organizationId, space.snapshot);
    return [...named]
      .sort((one, other) => Number(other.primary === true) - Number(one.primary === true))
      .flatMap((one) => tags.find(({ slug }) => slug === one.tag.tag) ?? []);
  }

  /** The pages of a space with their addresses on the site. */
  async navigation({ site, space, siteBasePath, visitor }: PublishedPlace): Promise<SpaceNavigation> {
    const basePath = spacePath(siteBasePath, space);
    const key = `${site.organizationId} ${space.snapshot} ${basePath} ${visitor.key}`;
    const known = this.navigations.get(key);
    if (known) return known;
    return this.navigating.get(key, async () => {
      const tree = await this.content.readTree(site.organizationId, space.snapshot);
      const { variables } = await this.content.readSettings(site.organizationId, space.snapshot);
      const visible = await visiblePages(tree, variables, visitor.claims);
      const navigation = await SpaceNavigation.of(visible, basePath);
      this.navigations.set(key, navigation);
      return navigation;
    });
  }

  /** The document of a page as the visitor reads it; null for an empty page. */
  async document(place: PublishedPlace, entry: NavigationPage): Promise<JSONDocument | null> {
    const { document: hash } = entry.page;
    if (hash === null) return null;
    const stored = await this.content.readDocument(place.site.organizationId, hash);
    return this.resolved.resolve(documentPlace(place, entry), stored, FOR_READERS);
  }

  /** The document of a page before it is resolved; null for an empty page. */
  async stored(place: PublishedPlace, entry: NavigationPage): Promise<StoredDocument | null> {
    const { document: hash } = entry.page;
    return hash === null ? null : this.resolved.stored(documentPlace(place, entry), hash);
  }

  /** Address of the page to which the import of the space redirects an old path. */
  async redirect(place: PublishedPlace, path: string): Promise<string | null> {
    const { redirects } = await this.content.readSettings(place.site.organizationId, place.space.snapshot);
    const wanted = path.toLowerCase();
    const redirect = redirects.find((entry) => entry.from.replace(/^\/+|\/+$/g, '').toLowerCase() === wanted);
    if (!redirect) return null;
    const context = await this.context(place, [redirect.target], []);
    return context.resolveRef(redirect.target)?.href ?? null;
  }

  /** Current address of the page that was at `path` before it was moved or renamed. */
  async moved(place: PublishedPlace, navigation: SpaceNavigation, path: string): Promise<string | null> {
    const { organizationId } = place.site;
    const { spaceId, snapshot } = place.space;
    const page = await this.formerPaths.find(organizationId, spaceId, snapshot, path);
    return page ? (navigation.find(page.id)?.href ?? null) : null;
  }

  findFile(place: PublishedPlace, fileId: string): Promise<FileRecord | null> {
    return this.content.findFile(place.site.organizationId, place.space.snapshot, fileId);
  }

  /** Organization and files from which API blocks of documents of this place are filled in. */
  referencePlace(place: PublishedPlace): ReferencePlace {
    const { site } = place;
    return {
      organizationId: site.organizationId,
      file: async ({ file, space: id }) => {
        const space = id === undefined ? place.space : spaceOn(site, id);
        return space ? this.findFile({ ...place, space }, file) : null;
      },
    };
  }

  /**
   * Targets of all references in `documents` and of `refs` (covers, link pages), ready for rendering. Relative
   * addresses are resolved from the page at `from`.
   */
  async context(
    place: PublishedPlace,
    refs: ContentRef[],
    documents: JSONDocument[],
    from = spacePath(place.siteBasePath, place.space),
  ): Promise<RenderContext> {
    const all = documents.flatMap((document) => documentReferences(document).map(({ ref }) => ref));
    return this.contextOf(place, [...all, ...refs], from);
  }

  /** As `context`, for references alone. */
  async contextOf(
    place: PublishedPlace,
    refs: ContentRef[],
    from = spacePath(place.siteBasePath, place.space),
  ): Promise<RenderContext> {
    const navigation = await this.navigation(place);
    const loaded = await this.load(place, refs);
    const { siteBasePath } = place;
    const customization = customizationOf(place.site, place.space);
    return {
      resolveRef: (ref) => resolveRef(ref, place, navigation, loaded, from),
      file: (id) => {
        const file = loaded.files.get(id);
        return file ? { ...file, url: filePath(siteBasePath, file.spaceId, file) } : null;
      },
      user: (id) => {
        const displayName = loaded.userNames.get(id);
        // Email addresses of users must not be shown to every reader of a site.
        return displayName === undefined ? null : { displayName };
      },
      // The language of the space or of the site, never that of another space: the spaces of a site are often
      // translations of each other.
      language: place.space.language ?? customization.internationalization.locale,
      opensTabs: customization.externalLinks.target === 'blank',
    };
  }

  private async load(place: PublishedPlace, refs: ContentRef[]): Promise<Loaded> {
    const { site, space } = place;
    const files: Loaded['files'] = new Map();
    const spaces = new Map<string, SpaceNavigation>();
    for (const ref of refs) {
      const other = 'space' in ref && ref.space !== undefined ? spaceOn(site, ref.space) : undefined;
      if (ref.kind === 'file' && !files.has(ref.file)) {
        const holder = ref.space === undefined ? space : other;
        const file = holder && (await this.findFile({ ...place, space: holder }, ref.file));
        if (file) files.set(ref.file, { ...file, spaceId: holder.spaceId });
      } else if (other && other.spaceId !== space.spaceId && !spaces.has(other.spaceId)) {
        spaces.set(other.spaceId, await this.navigation({ ...place, space: other }));
      }
    }
    const userIds = refs.flatMap((ref) => (ref.kind === 'user' ? [ref.user] : []));
    const users = await this.users.findUsersByIds(userIds);
    const userNames = new Map([...users].map(([id, user]) => [id, user.displayName]));
    return { files, userNames, spaces };
  }
}

function documentPlace({ site, space, visitor }: PublishedPlace, { page }: NavigationPage): DocumentPlace {
  return {
    organizationId: site.organizationId,
    spaceId: space.spaceId,
    snapshot: space.snapshot,
    pageVariables: page.variables,
    claims: visitor.claims,
    // Readers may read only the spaces of the site.
    otherSpace: (id) => Promise.resolve(spaceOn(site, id)?.snapshot ?? null),
  };
}

function spaceOn({ spaces }: PublishedSite, spaceId: string): PublishedSpace | undefined {
  return spaces.find((entry) => entry.spaceId === spaceId);
}

function resolveRef(
  ref: ContentRef,
  place: PublishedPlace,
  navigation: SpaceNavigation,
  loaded: Loaded,
  from: string,
): ResolvedRef | null {
  switch (ref.kind) {
    case 'url':
      return isRelative(ref.url)
        ? resolveRelative(ref.url, place, navigation, from)
        : { kind: 'url', href: ref.url };
    case 'page':
      return resolvePage(navigationOf(ref.space, place, navigation, loaded)?.find(ref.page));
    case 'anchor': {
      if (ref.page === undefined) return { kind: 'anchor', href: `#${ref.anchor}` };
      const target = resolvePage(navigationOf(ref.space, place, navigation, loaded)?.find(ref.page));
      return target && { ...target, kind: 'anchor', href: `${target.href}#${ref.anchor}` };
    }
    case 'file': {
      const file = loaded.files.get(ref.file);
      return file
        ? { kind: 'file', href: filePath(place.siteBasePath, file.spaceId, file), title: file.name }
        : null;
    }
    case 'space': {
      const space = place.site.spaces.find((entry) => entry.spaceId === ref.space);
      return space ? { kind: 'space', href: spacePath(place.siteBasePath, space), title: space.title } : null;
    }
    case 'user':
    case 'collection':
    case 'reusable-content':
    case 'tag':
    case 'openapi':
      // A reader of a site cannot open these targets.
      return null;
  }
}

/** A page of the space by a relative address; other targets of relative addresses are not on the site. */
function resolveRelative(
  address: string,
  { siteBasePath, space }: PublishedPlace,
  navigation: SpaceNavigation,
  from: string,
): ResolvedRef | null {
  const base = spacePath(siteBasePath, space);
  try {
    const { pathname, hash } = new URL(address, `http://site${from}`);
    if (!pathname.startsWith(base)) return null;
    const target = resolvePage(
      navigation.at(decodeURIComponent(pathname.slice(base.length)).replace(/\/+$/, '')),
    );
    return target && { ...target, href: target.href + hash };
  } catch {
    return null;
  }
}

function navigationOf(
  spaceId: string | undefined,
  place: PublishedPlace,
  own: SpaceNavigation,
  loaded: Loaded,
): SpaceNavigation | undefined {
  return spaceId === undefined || spaceId === place.space.spaceId ? own : loaded.spaces.get(spaceId);
}

function resolvePage(entry: NavigationPage | undefined): ResolvedRef | null {
  if (!entry) return null;
  const { title, emoji, icon, description, target } = entry.page;
  const href = entry.href ?? (target?.kind === 'url' ? target.url : null);
  return href === null ? null : { kind: 'page', href, title, emoji, icon, description };
}
