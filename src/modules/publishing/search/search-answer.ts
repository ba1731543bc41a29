import type { Mark } from '#modules/search/index.js';
import type { SiteHit } from './site-search.js';

/** A text in parts: the second and every other part after it matched the search. */
export type MarkedText = string[];

/** A page that was found, for the dialog and the page of hits. */
export interface SearchHitView {
  title: MarkedText;
  href: string;
  /** Titles of the section, the space and the ancestors of the page, from the top down. */
  trail: string[];
  emoji?: string;
  icon?: string;
  sections: { title: MarkedText; href: string; excerpt: MarkedText }[];
}

/** A hit as readers see it. */
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
