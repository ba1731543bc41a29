import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { ContentStore, type FileRecord, type ReusableContent } from '#modules/content/index.js';
import { type ContentRef, documentReferences, type JSONDocument } from '#modules/documents/index.js';
import type { PublishedSite, PublishedSpace } from '#modules/sites/index.js';
import { Users } from '#modules/users/index.js';
import type { RenderContext, ResolvedRef } from './rendering/render-context.js';
import { isRelative } from './rendering/urls.js';
import { filePath, spacePath } from './site-links.js';
import { type NavigationPage, SpaceNavigation } from './space-navigation.js';

/** Nested includes beyond this are not loaded: nobody reads that deep, and cycles end. */
const MAX_INCLUDE_DEPTH = 5;

/** Where a page is rendered: the site, the space it is in, and the path the site begins at. */
export interface PublishedPlace {
  site: PublishedSite;
  space: PublishedSpace;
  siteBasePath: string;
}

/** What one document needs beside itself, loaded before it is rendered. */
interface Loaded {
  files: Map<string, FileRecord>;
  reusable: Map<string, JSONDocument>;
  userNames: Map<string, string>;
  /** Navigation of the site's other spaces that the document refers to, by space id. */
  spaces: Map<string, SpaceNavigation>;
}

/** Loads what published pages show. Snapshots never change, so navigation is kept by snapshot. */
@Injectable()
export class PublishedContent {
  private readonly navigations = new LRUCache<string, SpaceNavigation>({ max: 200 });

  constructor(
    private readonly content: ContentStore,
    private readonly users: Users,
  ) {}

  /** The pages of a space with their addresses on the site. */
  async navigation({ site, space, siteBasePath }: PublishedPlace): Promise<SpaceNavigation> {
    const basePath = spacePath(siteBasePath, space);
    const key = `${site.organizationId} ${space.snapshot} ${basePath}`;
    let navigation = this.navigations.get(key);
    if (!navigation) {
      navigation = new SpaceNavigation(
        await this.content.readTree(site.organizationId, space.snapshot),
        basePath,
      );
      this.navigations.set(key, navigation);
    }
    return navigation;
  }

  /** A page's text; null for an empty page. */
  async document({ site }: PublishedPlace, entry: NavigationPage): Promise<JSONDocument | null> {
    const hash = entry.page.document;
    return hash === null ? null : this.content.readDocument(site.organizationId, hash);
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

  findFile(place: PublishedPlace, fileId: string): Promise<FileRecord | null> {
    return this.content.findFile(place.site.organizationId, place.space.snapshot, fileId);
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
    const navigation = await this.navigation(place);
    const reusable = await this.loadReusable(place, documents);
    const all = [...documents, ...reusable.values()].flatMap((document) =>
      documentReferences(document).map(({ ref }) => ref),
    );
    const loaded = await this.load(place, reusable, [...all, ...refs]);
    const { siteBasePath, space } = place;
    return {
      resolveRef: (ref) => resolveRef(ref, place, navigation, loaded, from),
      file: (id) => {
        const file = loaded.files.get(id);
        return file ? { ...file, url: filePath(siteBasePath, space.spaceId, file) } : null;
      },
      reusableContent: (id) => loaded.reusable.get(id) ?? null,
      user: (id) => {
        const displayName = loaded.userNames.get(id);
        // Addresses of people are not for every reader of a site.
        return displayName === undefined ? null : { displayName };
      },
      // Never that of a sibling: the spaces of a site are often translations of each other.
      language: space.language ?? undefined,
    };
  }

  private async load(
    place: PublishedPlace,
    reusable: Map<string, JSONDocument>,
    refs: ContentRef[],
  ): Promise<Loaded> {
    const { site, space } = place;
    const files = new Map<string, FileRecord>();
    const spaces = new Map<string, SpaceNavigation>();
    for (const ref of refs) {
      if (ref.kind === 'file' && !files.has(ref.file)) {
        const file = await this.findFile(place, ref.file);
        if (file) files.set(ref.file, file);
      }
      const other = 'space' in ref ? site.spaces.find((entry) => entry.spaceId === ref.space) : undefined;
      if (other && other.spaceId !== space.spaceId && !spaces.has(other.spaceId)) {
        spaces.set(other.spaceId, await this.navigation({ ...place, space: other }));
      }
    }
    const userIds = refs.flatMap((ref) => (ref.kind === 'user' ? [ref.user] : []));
    const users = await this.users.findUsersByIds(userIds);
    const userNames = new Map([...users].map(([id, user]) => [id, user.displayName]));
    return { files, reusable, userNames, spaces };
  }

  private async loadReusable(
    { site, space }: PublishedPlace,
    documents: JSONDocument[],
  ): Promise<Map<string, JSONDocument>> {
    const found = new Map<string, JSONDocument>();
    let level = documents;
    for (let depth = 0; depth < MAX_INCLUDE_DEPTH && level.length > 0; depth++) {
      const next: JSONDocument[] = [];
      for (const { ref } of level.flatMap(documentReferences)) {
        if (ref.kind !== 'reusable-content' || found.has(ref.reusableContent)) continue;
        const entry = await this.content.findReusableContent(
          site.organizationId,
          space.snapshot,
          ref.reusableContent,
        );
        const document = await this.reusableDocument(site.organizationId, entry);
        if (!document) continue;
        found.set(ref.reusableContent, document);
        next.push(document);
      }
      level = next;
    }
    return found;
  }

  private async reusableDocument(
    organizationId: string,
    entry: ReusableContent | null,
  ): Promise<JSONDocument | null> {
    return entry?.document ? this.content.readDocument(organizationId, entry.document) : null;
  }
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
        ? { kind: 'file', href: filePath(place.siteBasePath, place.space.spaceId, file), title: file.name }
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
