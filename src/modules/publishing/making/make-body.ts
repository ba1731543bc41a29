import {
  anchorAliases,
  documentOutline,
  documentReferences,
  documentText,
  type JSONDocument,
  type OutlineEntry,
  withAnchors,
} from '#modules/documents/index.js';
import { toHtml } from 'hast-util-to-html';
import { h } from 'hastscript';
import type { PageNeeds } from '../content-security-policy.js';
import { hasUpdates } from '../machines/feeds/has-updates.js';
import { type IconStyle, renderBody, withIconStyle } from '#modules/rendering/index.js';
import { fillDocument } from './fill-document.js';
import type { PageSource } from './page-source.js';

/** The body of a page and data that follow from its document. */
export interface PageBody {
  html: string;
  needs?: PageNeeds;
  outline: OutlineEntry[];
  /** True if the page has updates that a feed can follow. */
  hasUpdates: boolean;
  /** Seconds for which the body may be cached; until the site changes if absent. */
  seconds?: number;
}

export interface BodyLook {
  iconStyle: IconStyle;
  /** Language of texts from specifications. */
  language?: string;
}

/** A table of contents with more entries does not help readers. */
const MAX_OUTLINE_ENTRIES = 500;

/** Seconds after which a page is made again, because some of its code got no colours in time. */
const UNFINISHED_SECONDS = 30;

/** Makes the body of a page from its document as the reader may see it. */
export async function makeBody(
  stored: JSONDocument,
  { iconStyle, language }: BodyLook,
  source: PageSource,
): Promise<PageBody> {
  const document = withAnchors(await fillDocument(stored, source, language));
  const context = await source.context(documentReferences(document).map(({ ref }) => ref));
  const { html, needs, isUnfinished } = await withIconStyle(iconStyle, () =>
    renderBody(document, { ...context, anchorAliases: anchorAliases(document) }),
  );
  return {
    html,
    ...(needs ? { needs } : {}),
    ...(isUnfinished ? { seconds: UNFINISHED_SECONDS } : {}),
    outline: documentOutline(document).slice(0, MAX_OUTLINE_ENTRIES),
    hasUpdates: hasUpdates(document),
  };
}

const TOO_LARGE = 'This page is too large to be shown in full. This is its text.';

/** The words of a document alone, for one that takes too long to render. */
export function makePlainBody(stored: JSONDocument): PageBody {
  const text = documentText(stored);
  const content = {
    type: 'root' as const,
    children: [note(TOO_LARGE), h('pre', { class: 'plain-text' }, text)],
  };
  return { html: toHtml(content), outline: [], hasUpdates: false };
}

/** A sentence for a document whose words take too long as well. */
export function noBody(): PageBody {
  const text = 'This page is too large to be shown. Its authors can split it into several pages.';
  return { html: toHtml(note(text)), outline: [], hasUpdates: false };
}

function note(text: string) {
  return h('div', { class: 'hint hint-warning', lang: 'en', role: 'note' }, [h('p', text)]);
}
