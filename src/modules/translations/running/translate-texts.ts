import type {
  ContentEdit,
  ContentRedirect,
  ContentTag,
  PageChanges,
  PageNode,
  ReusableContent,
} from '#modules/content/index.js';
import type { JSONDocument } from '#modules/documents/index.js';
import { pointInside, refInside } from '../segments/point-inside.js';
import { translateDocument } from '../segments/translate-document.js';
import { type Lookup, translatePlain } from '../segments/translate-line.js';
import { beginningOf } from './cut-text.js';

/** Words of a page apart from its text, and how long they may be. */
const WORDS = { title: 300, linkTitle: 100, description: 1000 } as const;

export interface Texts {
  /** Id of the space that the texts are of: references that name it lead into the translation. */
  spaceId: string;
  lookup: Lookup;
}

/**
 * The edit that makes a page its translation; null without changes. A computed page keeps its computed text. The
 * translation does not take over the source's place in a Git repository.
 */
export function translatePage(
  page: PageNode,
  document: JSONDocument | undefined,
  texts: Texts,
): ContentEdit | null {
  const fields: PageChanges = page.git ? { git: null } : {};
  for (const name of Object.keys(WORDS) as (keyof typeof WORDS)[]) {
    const words = page[name];
    if (words === undefined) continue;
    const translated = cut(translatePlain(words, texts.lookup), WORDS[name]);
    if (translated !== words) fields[name] = translated;
  }
  // It says the title once more.
  if (fields.title !== undefined && page.titleMarkdown !== undefined) fields.titleMarkdown = null;
  if (page.target) {
    const target = refInside(page.target, texts.spaceId);
    if (target !== page.target) fields.target = target;
  }
  const text = document && page.computed === undefined ? translateText(document, texts) : document;
  if (Object.keys(fields).length === 0 && text === document) return null;
  return { type: 'updatePage', page: page.id, fields, ...(text === document ? {} : { document: text }) };
}

/** The edit that makes a reusable content its translation; null without changes. */
export function translateReusable(
  { id, title, git }: ReusableContent,
  document: JSONDocument | undefined,
  texts: Texts,
): ContentEdit | null {
  const translated = translatePlain(title, texts.lookup);
  const text = document && translateText(document, texts);
  if (translated === title && text === document && !git) return null;
  return {
    type: 'putReusableContent',
    reusableContent: {
      id,
      title: translated,
      ...(text === document ? {} : { document: text }),
      ...(git ? { git: null } : {}),
    },
  };
}

/** Tags with their labels translated. */
export function translateTags(tags: readonly ContentTag[], { lookup }: Texts): ContentTag[] {
  return tags.map((tag) => ({ ...tag, label: translatePlain(tag.label, lookup) }));
}

/** Redirects that lead into the translation where they led into the source. */
export function translateRedirects(
  redirects: readonly ContentRedirect[],
  { spaceId }: Texts,
): ContentRedirect[] {
  return redirects.map((redirect) => ({ ...redirect, target: refInside(redirect.target, spaceId) }));
}

function translateText(document: JSONDocument, { spaceId, lookup }: Texts): JSONDocument {
  return pointInside(translateDocument(document, lookup), spaceId);
}

function cut(text: string, most: number): string {
  return text.length <= most ? text : `${beginningOf(text, most - 1)}…`;
}
