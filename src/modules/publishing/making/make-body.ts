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

/** What a page shows of its document. */
export interface PageBody {
  html: string;
  needs?: PageNeeds;
  outline: OutlineEntry[];
  /** Whether it has updates that can be followed. */
  hasUpdates: boolean;
  /** Seconds that the body may be cached; until the site changes when absent. */
  seconds?: number;
}

export interface BodyLook {
  iconStyle: IconStyle;
  /** Of what specifications say. */
  language?: string;
}

/** A table of contents with more entries helps nobody find something. */
const MAX_OUTLINE_ENTRIES = 500;

/** After which the code of a page is coloured that there was no time for. */
const UNFINISHED_SECONDS = 30;

/** Makes the body of a page of its document as the reader may see it. */
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

/** The words of a document alone, for one that costs too much to be drawn. */
export function makePlainBody(stored: JSONDocument): PageBody {
  const text = documentText(stored);
  const content = {
    type: 'root' as const,
    children: [note(TOO_LARGE), h('pre', { class: 'plain-text' }, text)],
  };
  return { html: toHtml(content), outline: [], hasUpdates: false };
}

/** For a document of which not even the words can be shown. */
export function noBody(): PageBody {
  const text = 'This page is too large to be shown. Its authors can split it into several pages.';
  return { html: toHtml(note(text)), outline: [], hasUpdates: false };
}

function note(text: string) {
  return h('div', { class: 'hint hint-warning', lang: 'en', role: 'note' }, [h('p', text)]);
}
