import type { ContentRef } from '#modules/documents/index.js';
import { Injectable } from '@nestjs/common';
import { GitSources } from '#modules/git/index.js';
import { customizationOf, SiteAddress } from '#modules/sites/index.js';
import { languageAlternates } from './language-alternates.js';
import { h } from 'preact';
import { PageMaker } from './making/page-maker.js';
import { machineView } from './machines/machine-view.js';
import { DEFAULT_LAYOUT, type FrameView, type PageLayoutView, type PageView } from './pages/page-view.js';
import { PreviewNote } from './pages/preview-note.js';
import { pageActions } from './frame/page-actions.js';
import { PublishedContent, type PublishedPlace } from './published-content.js';
import { type RenderContext, safeImage } from '#modules/rendering/index.js';
import { SEARCH_PAGE_PATH, SEARCH_PATH } from './search/search-paths.js';
import { linkedRefs } from './frame/site-links.js';
import { joinedSources, type PageNeeds } from './content-security-policy.js';
import { SCRIPTS_PATH, type SiteScript, SiteScripts } from './site-scripts.js';
import { surroundings, themedImage } from './frame/surroundings.js';
import { treeView } from './frame/tree-view.js';
import { variantViews } from './frame/variants.js';
import type { NavigationPage, SpaceNavigation } from './space-navigation.js';

interface Cover {
  ref?: ContentRef;
  refDark?: ContentRef;
  yPos?: number;
  height?: number;
}

/**
 * In larger spaces a whole tree on every page would be longer than the page: only the branch of the current page is
 * unfolded.
 */
const LARGE_SPACE = 500;

/** Gathers the data that a page shows. */
@Injectable()
export class PageViews {
  constructor(
    private readonly content: PublishedContent,
    private readonly address: SiteAddress,
    private readonly maker: PageMaker,
    private readonly sources: GitSources,
    private readonly scripts: SiteScripts,
  ) {}

  /** The whole page of an entry of the navigation. */
  async page(place: PublishedPlace, navigation: SpaceNavigation, entry: NavigationPage): Promise<PageView> {
    const { page } = entry;
    const body = await this.maker.body(place, entry);
    const cover = page.cover as Cover | undefined;
    const refs = [cover?.ref, cover?.refDark, ...frameRefs(place, navigation)].filter(
      (ref) => ref !== undefined,
    );
    const context = await this.content.contextOf(place, refs, entry.href ?? undefined);
    const index = navigation.sequence.indexOf(entry);
    const root = this.address.of(place.site);
    const url = root + (entry.href ?? '').slice(place.siteBasePath.length);
    const machines = machineView(place, entry, body?.hasUpdates === true, url);
    const scripts = await this.scriptsOf(place);
    return {
      ...(await this.frame(place, navigation, context, entry)),
      page: {
        ...contentView(entry, cover && coverView(cover, context)),
        tags: await this.content.tagsOf(place, entry),
      },
      breadcrumbs: ancestors(entry).map(({ page: { title }, href }) => ({
        title,
        ...(href ? { href } : {}),
      })),
      outline: body?.outline ?? [],
      bodyHtml: body?.html ?? '',
      needs: needsOf(body?.needs, scripts),
      scripts: scripts.map(({ id }) => `${place.siteBasePath}${SCRIPTS_PATH}${encodeURIComponent(id)}.js`),
      previous: index > 0 ? pageLink(navigation.sequence[index - 1]) : undefined,
      next: index >= 0 ? pageLink(navigation.sequence[index + 1]) : undefined,
      specifications: body?.specifications,
      seconds: body?.seconds,
      canonicalUrl: url,
      alternates: await languageAlternates(this.content, place, entry, root),
      machines,
      editHref: await this.editHref(place, entry),
      actions: pageActions(place, machines.markdownHref, url),
    };
  }

  /**
   * Scripts of integrations. They run only if the site has a separate origin: on the origin where members have their
   * session, a script could act as any of them. Previews for members get no scripts.
   */
  private async scriptsOf({ site, hasOwnOrigin, visitor }: PublishedPlace): Promise<SiteScript[]> {
    if (visitor.isPreview || !hasOwnOrigin) return [];
    return this.scripts.of(site.organizationId, site.siteId);
  }

  /** Address where the source file of a page can be edited, on sites that show it. */
  private async editHref(
    { site, space }: PublishedPlace,
    { page }: NavigationPage,
  ): Promise<string | undefined> {
    if (!page.git || !customizationOf(site, space).git.showEditLink) return undefined;
    const { organizationId } = site;
    return (await this.sources.editAddress(organizationId, space.spaceId, page.git.path)) ?? undefined;
  }

  /** The frame around a page without an entry, such as a not-found page. */
  async emptyFrame(place: PublishedPlace): Promise<FrameView> {
    const navigation = await this.content.navigation(place);
    const context = await this.content.context(place, frameRefs(place, navigation), []);
    return this.frame(place, navigation, context);
  }

  private async frame(
    place: PublishedPlace,
    navigation: SpaceNavigation,
    context: RenderContext,
    entry?: NavigationPage,
  ): Promise<FrameView> {
    const { site, space, siteBasePath } = place;
    const { title, favicon, header, internationalization } = customizationOf(site, space);
    return {
      site: {
        title: title ?? site.title,
        homeHref: siteBasePath,
        indexed: site.visibility === 'public' && !place.visitor.isPreview,
        language: context.language ?? internationalization.locale,
        emoji: favicon.emoji ?? (site.spaces.find((other) => other.isDefault)?.emoji || undefined),
        logo: themedImage(header.logo),
      },
      variants: await variantViews(this.content, place, entry),
      surroundings: surroundings(place, context, entry?.page.id),
      ...(place.visitor.isPreview ? { preview: h(PreviewNote, {}) } : {}),
      tree: treeView(navigation.roots, {
        context,
        path: new Set(entry ? [entry, ...ancestors(entry)] : []),
        current: entry,
        isFolded: navigation.size > LARGE_SPACE,
      }),
      base: siteBasePath,
      search: searchView(place),
      assetsBase: this.address.assetsBase(site, place.siteUrl),
    };
  }
}

function needsOf(needs: PageNeeds | undefined, scripts: readonly SiteScript[]): PageNeeds | undefined {
  if (scripts.length === 0) return needs;
  return { ...needs, sources: joinedSources(scripts.map(({ sources }) => sources)) };
}

function searchView({ site, space, siteBasePath }: PublishedPlace): FrameView['search'] {
  const parts = new Set(site.spaces.map(({ section }) => section?.id));
  return {
    href: `${siteBasePath}${SEARCH_PAGE_PATH}?from=${encodeURIComponent(space.siteSpaceId)}`,
    action: siteBasePath + SEARCH_PATH,
    from: space.siteSpaceId,
    ...(parts.size > 1 ? { current: space.section?.title ?? space.title } : {}),
    hasVersions: site.spaces.length > parts.size,
  };
}

/** References of all links in the frame of a page. */
function frameRefs({ site, space }: PublishedPlace, navigation: SpaceNavigation): ContentRef[] {
  return [...navigation.linkTargets, ...linkedRefs(customizationOf(site, space))];
}

function contentView({ page, isListed }: NavigationPage, cover: PageView['page']['cover']): PageView['page'] {
  return {
    title: page.title,
    description: page.description,
    emoji: page.emoji,
    icon: page.icon,
    cover,
    layout: { ...DEFAULT_LAYOUT, ...(page.layout as Partial<PageLayoutView> | undefined) },
    updatedAt: page.updatedAt,
    noIndex: page.noIndex === true || page.noRobotsIndex === true || !isListed,
  };
}

function ancestors(entry: NavigationPage): NavigationPage[] {
  return entry.parent ? [...ancestors(entry.parent), entry.parent] : [];
}

function pageLink(entry: NavigationPage | undefined): PageView['next'] {
  if (!entry?.href) return undefined;
  const { title, emoji, icon } = entry.page;
  return { title, href: entry.href, emoji, icon };
}

function coverView({ ref, refDark, yPos, height }: Cover, context: RenderContext): PageView['page']['cover'] {
  const image = (target: ContentRef | undefined): string | undefined => {
    const href = target && context.resolveRef(target)?.href;
    return href === undefined ? undefined : (safeImage(href) ?? undefined);
  };
  const url = image(ref);
  if (!url) return undefined;
  return { url, darkUrl: image(refDark), yPos, height };
}
