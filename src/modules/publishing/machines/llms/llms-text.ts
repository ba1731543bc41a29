import { EventLoopYield } from '#platform/event-loop/event-loop-yield.js';
import type { PublishedSite, PublishedSpace } from '#modules/sites/index.js';
import { markdownHref } from '../markdown/markdown-address.js';
import type { ListedPage, ListedSpace } from '../listed-pages.js';

/** A heading with links below it, in the form of llmstxt.org. */
export interface LlmsSection {
  title: string;
  links: { title: string; url: string; description?: string }[];
}

export interface LlmsIndex {
  title: string;
  description?: string;
  /** Paragraphs between the description and the first section. */
  notes: string[];
  sections: LlmsSection[];
}

/** The text of an llms.txt. */
export function llmsText({ title, description, notes, sections }: LlmsIndex): string {
  const parts = [
    `# ${oneLine(title)}`,
    ...(description ? [`> ${oneLine(description)}`] : []),
    ...notes,
    ...sections.map((section) => `## ${oneLine(section.title)}\n\n${section.links.map(linkLine).join('\n')}`),
  ];
  return `${parts.join('\n\n')}\n`;
}

/**
 * The pages of a site in sections: by space, and in a space by its top groups. The function yields, as there may be
 * many pages.
 */
export async function sectionsOf(site: PublishedSite, spaces: ListedSpace[]): Promise<LlmsSection[]> {
  const all: LlmsSection[] = [];
  const eventLoop = new EventLoopYield();
  for (const { place, pages } of spaces) {
    const name = spaceName(site, place.space);
    const sections = new Map<string, LlmsSection>();
    for (const page of pages) {
      await eventLoop.yieldIfDue();
      const group = topGroup(page);
      const title = [spaces.length > 1 ? name : '', group].filter(Boolean).join(': ') || name;
      const section = sections.get(title) ?? { title, links: [] };
      sections.set(title, section);
      const { description } = page.page;
      const url = new URL(markdownHref(page.href), place.siteUrl).href;
      section.links.push({ title: page.page.title, url, ...(description ? { description } : {}) });
    }
    all.push(...sections.values());
  }
  return all;
}

/** The section and the variant, if the site has more than one. */
function spaceName(site: PublishedSite, space: PublishedSpace): string {
  const siblings = site.spaces.filter(({ section }) => section?.id === space.section?.id);
  // Translations often have equal titles.
  const isAmbiguous = siblings.some((other) => other !== space && other.title === space.title);
  const title = isAmbiguous && space.language ? `${space.title} (${space.language})` : space.title;
  const names = [space.section?.title, ...(space.section && siblings.length === 1 ? [] : [title])];
  return [...new Set(names.filter(Boolean))].join(', ');
}

function topGroup(page: ListedPage): string {
  let top: ListedPage['parent'] = page;
  while (top?.parent) top = top.parent;
  return top?.page.type === 'group' ? top.page.title : '';
}

function linkLine({ title, url, description }: LlmsSection['links'][number]): string {
  const words = oneLine(title).replace(/[\\[\]]/g, '\\$&');
  return `- [${words}](${url.replaceAll('(', '%28').replaceAll(')', '%29')})${description ? `: ${oneLine(description)}` : ''}`;
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}
