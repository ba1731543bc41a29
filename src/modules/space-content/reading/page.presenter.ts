import { EventLoopYield } from '#platform/event-loop/event-loop-yield.js';
import type { LocatedPage, PageNode, PageType } from '#modules/content/index.js';
import type { ContentContext } from '../content-context.js';
import type { ContentUrls } from '../content-urls.js';
import type {
  ChildPageResource,
  ComputedPageResource,
  DocumentPageResource,
  GroupPageResource,
  LinkPageResource,
  PageLayoutResource,
  PageResource,
} from './content.dto.js';
import type { DocumentIds } from './document-ids.js';
import { type DependencyStates, documentSource, isOfIntegration, revisionSource } from './page-sources.js';

export interface PagePresentation {
  context: ContentContext;
  urls: ContentUrls;
  documentIds: DocumentIds;
  /** True to present the blobs that Git Sync noted. */
  withGit: boolean;
  /** True for a reader of a site: without variables, and with the members that renderers of later versions read. */
  isForReader?: boolean;
  /** True to present computed pages as their sources. */
  asSources?: boolean;
  /** The states of the dependencies of computed pages, as far as the reader sees them. */
  states?: DependencyStates;
}

const LAYOUT: PageLayoutResource = {
  width: 'default',
  cover: true,
  coverSize: 'hero',
  coverMask: 'none',
  title: true,
  description: true,
  tableOfContents: true,
  outline: true,
  pagination: true,
  metadata: true,
};

const LAYOUT_OPTIONS = Object.entries(LAYOUT);

/** A page with its subpages in the form of the API, without its text. */
export function presentPage(page: PageNode, view: PagePresentation): PageResource {
  if (page.computed !== undefined && view.asSources) return presentSource(page, view);
  return presenters[page.type](page, view);
}

/** Page trees in the form of the API. The tree of a large space takes long, so the function yields. */
export async function presentTree(
  pages: readonly PageNode[],
  view: PagePresentation,
  eventLoop = new EventLoopYield(),
): Promise<PageResource[]> {
  const presented: PageResource[] = [];
  for (const page of pages) {
    await eventLoop.yieldIfDue();
    const resource = presentPage({ ...page, pages: [] }, view);
    if ('pages' in resource)
      resource.pages = (await presentTree(page.pages, view, eventLoop)) as ChildPageResource[];
    presented.push(resource);
  }
  return presented;
}

/** As `presentTree`, written as JSON: for a large space even that takes too long without yielding. */
export async function writeTree(
  pages: readonly PageNode[],
  view: PagePresentation,
  eventLoop = new EventLoopYield(),
): Promise<string> {
  const written: string[] = [];
  for (const page of pages) {
    await eventLoop.yieldIfDue();
    const resource = presentPage({ ...page, pages: [] }, view);
    written.push(
      'pages' in resource && page.pages.length > 0
        ? withPages(resource, await writeTree(page.pages, view, eventLoop))
        : JSON.stringify(resource),
    );
  }
  return `[${written.join(',')}]`;
}

function withPages(page: object, written: string): string {
  const others = Object.fromEntries(Object.entries(page).filter(([name]) => name !== 'pages'));
  return `${JSON.stringify(others).slice(0, -1)},"pages":${written}}`;
}

const presenters: Record<PageType, (page: PageNode, view: PagePresentation) => PageResource> = {
  document: presentDocumentPage,
  group: presentGroup,
  link: presentLink,
  computed: presentSource,
};

function presentDocumentPage(page: PageNode, view: PagePresentation): DocumentPageResource {
  const { context, documentIds, urls } = view;
  const source = view.isForReader && isOfIntegration(page) ? undefined : documentSource(page, view.states);
  return {
    ...base(page),
    kind: 'sheet',
    type: 'document',
    urls: { app: urls.page(context, page.id) },
    slug: page.slug,
    path: page.path,
    ...optional('description', page.description),
    pages: presentChildren(page, view),
    ...(page.git && view.withGit ? { git: { oid: page.git.oid, path: page.git.path } } : {}),
    layout: expandLayout(page.layout),
    ...optional('cover', page.cover as object | undefined),
    tags: page.tags ?? [],
    ...(view.isForReader ? {} : optional('variables', page.variables)),
    ...condition(page, view),
    ...flags(page),
    ...(source
      ? { computed: source, computedSeed: page.computedSeed ?? '' }
      : page.document === null
        ? {}
        : { documentId: documentIds.encode(context.spaceId, page.document) }),
  };
}

function presentSource(page: PageNode, view: PagePresentation): ComputedPageResource {
  const source = revisionSource(page, view.states);
  const computed = view.isForReader && isOfIntegration(page) ? { ...source, props: {} } : source;
  return { ...base(page), type: 'computed', computed };
}

function presentGroup(page: PageNode, view: PagePresentation): GroupPageResource {
  return {
    ...base(page),
    kind: 'group',
    type: 'group',
    slug: page.slug,
    path: page.path,
    ...condition(page, view),
    ...flags(page),
    ...(view.isForReader ? { tags: [] } : {}),
    pages: presentChildren(page, view),
  };
}

function presentLink(page: PageNode, view: PagePresentation): LinkPageResource {
  const target = page.target ?? { kind: 'url', url: '' };
  return {
    ...base(page),
    kind: 'link',
    type: 'link',
    target,
    ...(target.kind === 'url' ? { href: target.url } : {}),
    ...condition(page, view),
    ...optional('hidden', page.hidden),
  };
}

/** Every option with its value; options that the page does not set have the default. */
export function expandLayout(layout: unknown): PageLayoutResource {
  if (typeof layout !== 'object' || layout === null) return LAYOUT;
  const given = layout as Record<string, unknown>;
  const expanded: Record<string, unknown> = {};
  for (const [name, fallback] of LAYOUT_OPTIONS) expanded[name] = given[name] ?? fallback;
  return expanded as unknown as PageLayoutResource;
}

/** Groups stand at the top only, so a subpage is never one. */
function presentChildren(page: PageNode, view: PagePresentation): ChildPageResource[] {
  return page.pages.map((child) => presentPage(child, view) as ChildPageResource);
}

function base(page: LocatedPage) {
  return {
    id: page.id,
    title: page.title,
    ...optional('emoji', page.emoji),
    ...optional('icon', page.icon),
    createdAt: page.createdAt,
    updatedAt: page.updatedAt,
  };
}

/** Readers are not told who else may read a page. */
function condition(page: LocatedPage, { isForReader }: PagePresentation): { condition?: string } {
  return isForReader ? {} : optional('condition', page.condition);
}

function flags(page: LocatedPage) {
  return {
    ...optional('hidden', page.hidden),
    ...optional('noIndex', page.noIndex),
    ...optional('noRobotsIndex', page.noRobotsIndex),
  };
}

function optional<K extends string, V>(key: K, value: V | undefined): { [Key in K]?: V } {
  return value === undefined ? {} : ({ [key]: value } as { [Key in K]: V });
}
