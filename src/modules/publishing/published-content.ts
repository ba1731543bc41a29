import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { ContentStore, type FileRecord, FormerPaths } from '#modules/content/index.js';
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

/** Where a page is rendered: the site as the visitor sees it, the space it is in, and where the site begins. */
export interface PublishedPlace {
  site: PublishedSite;
  space: PublishedSpace;
  visitor: Visitor;
  /** With slashes around. */
  siteBasePath: string;
  /** Absolute address of `siteBasePath`. */
  siteUrl: string;
  /** Whether scripts of others may run where it is shown; not when absent. See `SitePlace`. */
  hasOwnOrigin?: boolean;
}

/** What one document needs beside itself, loaded before it is rendered. */
interface Loaded {
  files: Map<string, FileRecord & { spaceId: string }>;
  userNames: Map<string, string>;
  /** Navigation of the site's other spaces that the document refers to, by space id. */
  spaces: Map<string, SpaceNavigation>;
}

/** Loads what published pages show. Snapshots never change, so navigation is kept by snapshot. */
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

  /** A page's text as the visitor reads it; null for an empty page. */
  async document(place: PublishedPlace, entry: NavigationPage): Promise<JSONDocument | null> {
    const { document: hash } = entry.page;
    if (hash === null) return null;
    const stored = await this.content.readDocument(place.site.organizationId, hash);
    return this.resolved.resolve(documentPlace(place, entry), stored, FOR_READERS);
  }

  /** The same for whoever resolves it; null for an empty page. */
  async stored(place: PublishedPlace, entry: NavigationPage): Promise<StoredDocument | null> {
    const { document: hash } = entry.page;
    return hash === null ? null : this.resolved.stored(documentPlace(place, entry), hash);
  }

  /** Where the space's old paths lead now, as its import told. */
  async redirect(place: PublishedPlace, path: string): Promise<string | null> {
    const { redirects } = await this.content.readSettings(place.site.organizationId, place.space.snapshot);
    const wanted = path.toLowerCase();
    const redirect = redirects.find((entry) => entry.from.replace(/^\/+|\/+$/g, '').toLowerCase() === wanted);
    if (!redirect) return null;
    const context = await this.context(place, [redirect.target], []);
    return context.resolveRef(redirect.target)?.href ?? null;
  }

  /** Where the page that was at `path` before it was moved or renamed is now. */
  async moved(place: PublishedPlace, navigation: SpaceNavigation, path: string): Promise<string | null> {
    const { organizationId } = place.site;
    const { spaceId, snapshot } = place.space;
    const page = await this.formerPaths.find(organizationId, spaceId, snapshot, path);
    return page ? (navigation.find(page.id)?.href ?? null) : null;
  }

  findFile(place: PublishedPlace, fileId: string): Promise<FileRecord | null> {
    return this.content.findFile(place.site.organizationId, place.space.snapshot, fileId);
  }

  /** What API blocks of documents of this place are filled in from. */
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
   * Everything that `documents` and `refs` (covers, link pages) refer to, ready for rendering. Relative addresses count
   * from the page at `from`.
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
        // Addresses of people are not for every reader of a site.
        return displayName === undefined ? null : { displayName };
      },
      // Never that of a sibling: the spaces of a site are often translations of each other.
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
    // Readers may read what is on the site.
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
      // Nothing that a reader of a site could open.
      return null;
  }
}

/** A page of the space by a relative address; anything else a relative address could mean is not on the site. */
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
