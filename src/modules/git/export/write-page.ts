import type { PageNode, ReusableContent } from '#modules/content/index.js';
import {
  type ContentRef,
  type JSONDocument,
  type PageCover,
  type PageLayout,
  type PageMeta,
  serializeMarkdownAsync,
  serializePageAsync,
} from '#modules/documents/index.js';
import { stringify } from 'yaml';
import type { ContentPaths } from './content-paths.js';
import { pathFrom } from './write-summary.js';

/** An archive of which half was sent is too late to be refused. */
const HALF_WAY = { isPatient: true };

/** A page as its file, with relative links. */
export function writePage(
  page: PageNode,
  document: JSONDocument,
  file: string,
  place: RefPlace,
): Promise<string> {
  const context = { formatRef: (ref: ContentRef) => formatRef(ref, file, place) };
  return serializePageAsync(metaOf(page), document, context, HALF_WAY);
}

/** A reusable content as its file; its front matter gives its title. */
export async function writeInclude(
  content: ReusableContent,
  document: JSONDocument,
  file: string,
  place: RefPlace,
): Promise<string> {
  const context = { formatRef: (ref: ContentRef) => formatRef(ref, file, place) };
  const body = await serializeMarkdownAsync(document, context, HALF_WAY);
  return `---\n${stringify({ title: content.title })}---\n\n${body}`;
}

export interface RefPlace {
  spaceId: string;
  paths: ContentPaths;
}

/** References inside the space become relative paths; the others keep the form of the documents module. */
export function formatRef(ref: ContentRef, file: string, { spaceId, paths }: RefPlace): string | undefined {
  if ('space' in ref && ref.space !== undefined && ref.space !== spaceId) return undefined;
  switch (ref.kind) {
    case 'page':
      return relative(file, paths.pages.get(ref.page));
    case 'anchor': {
      if (ref.page === undefined) return undefined;
      const path = relative(file, paths.pages.get(ref.page));
      return path === undefined ? undefined : `${path}#${ref.anchor.replaceAll('%', '%25')}`;
    }
    case 'file':
      return relative(file, paths.files.get(ref.file));
    case 'reusable-content':
      return relative(file, paths.includes.get(ref.reusableContent));
    default:
      return undefined;
  }
}

function relative(from: string, to: string | undefined): string | undefined {
  return to === undefined ? undefined : pathFrom(from, to);
}

/** The properties of a page that its file says. */
export function metaOf(page: PageNode): PageMeta {
  const meta: PageMeta = {
    title: page.title,
    titleMarkdown: page.titleMarkdown,
    description: page.description,
    icon: page.icon,
    emoji: page.emoji,
    hidden: page.hidden,
    noIndex: page.noIndex,
    noRobotsIndex: page.noRobotsIndex,
    layout: page.layout as PageLayout | undefined,
    cover: page.cover as unknown as PageCover | undefined,
    variables: page.variables,
    frontMatter: page.frontMatter as Record<string, unknown> | undefined,
  };
  return Object.fromEntries(Object.entries(meta).filter(([, value]) => value !== undefined));
}
