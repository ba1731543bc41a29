import type { IncomingHttpHeaders } from 'node:http';
import { wordsOf } from '#modules/words/index.js';
import { body, type BodyAnswer, html, renderNotice } from '#modules/publishing/index.js';

/** Browsers ask again by themselves after so many seconds, and so should others. */
const AGAIN_SECONDS = 3;
/** Somebody looks at a page after so many milliseconds. Most files of one page are there by then. */
const PAGE_AFTER_MS = 2_000;

/** Tells browsers, which show a waiting page, from other clients. */
export function isForPage({ accept = '' }: IncomingHttpHeaders): boolean {
  return accept.includes('text/html');
}

/**
 * Time for which a request waits for a file.
 * @param longest in milliseconds, for programs: they cannot show progress meanwhile.
 */
export function patienceOf(headers: IncomingHttpHeaders, longest: number): number {
  return isForPage(headers) ? PAGE_AFTER_MS : longest;
}

/**
 * Says that a file is still being made: on a page that asks again by itself, without a script, to browsers, else as text.
 * @param href where the reader came from, if that is known.
 */
export function notYet(
  headers: IncomingHttpHeaders,
  { language, assetsBase, href }: { language?: string; assetsBase: string; href?: string },
): BodyAnswer {
  const again = { 'Retry-After': String(AGAIN_SECONDS), 'Cache-Control': 'no-store' };
  if (!isForPage(headers)) {
    const text = 'The PDF is still being made; please ask again in a moment.\n';
    return body(202, text, { 'Content-Type': 'text/plain; charset=utf-8', ...again });
  }
  const { page } = wordsOf(language);
  const action = href === undefined ? undefined : { title: page.backToText, href };
  const notice = { title: page.makingPdf, message: page.makingPdfHint, language, action, assetsBase };
  const answer = html(202, renderNotice(notice));
  return { ...answer, headers: { ...answer.headers, ...again, Refresh: String(AGAIN_SECONDS) } };
}
