import type { Mark } from '#modules/search/index.js';
import type { SiteHit } from './site-search.js';

/** A text in pieces: every second one, beginning with the second, is what was looked for. */
export type MarkedText = string[];

/** A page that was found, as the dialog and the page of hits show it. */
export interface SearchHitView {
  title: MarkedText;
  href: string;
  /** Where it is: section, space and the pages above it, from the top down. */
  trail: string[];
  emoji?: string;
  icon?: string;
  sections: { title: MarkedText; href: string; excerpt: MarkedText }[];
}

/** What readers see of a hit. */
export function hitView(hit: SiteHit): SearchHitView {
  const { page, href } = hit.entry;
  const marked = (text: string): MarkedText => piecesOf(text, hit.marksIn(text));
  const ancestors: string[] = [];
  for (let above = hit.entry.parent; above; above = above.parent) ancestors.unshift(above.page.title);
  const { section } = hit.space;
  return {
    title: marked(page.title),
    href,
    trail: [...new Set([...(section ? [section.title] : []), ...ancestors])],
    ...(page.emoji ? { emoji: page.emoji } : {}),
    ...(page.icon ? { icon: page.icon } : {}),
    sections: hit.sections.map(({ id, title, excerpt }) => ({
      title: id === null ? [] : marked(title),
      href: id === null ? href : `${href}#${encodeURIComponent(id)}`,
      excerpt: marked(excerpt),
    })),
  };
}

function piecesOf(text: string, marks: readonly Mark[]): MarkedText {
  const pieces: string[] = [];
  let at = 0;
  for (const [from, to] of marks) {
    pieces.push(text.slice(at, from), text.slice(from, to));
    at = to;
  }
  return at < text.length || pieces.length === 0 ? [...pieces, text.slice(at)] : pieces;
}
