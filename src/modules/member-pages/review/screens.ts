import type { ChangedPage } from '../preview/changed-pages.js';

/** Pages on one screen. */
const PAGES_A_SCREEN = 10;

/** The changed pages of one screen, of all that are listed. */
export interface Screen {
  pages: readonly ChangedPage[];
  /** Number of the screen, from 1. */
  screen: number;
  screens: number;
  /** Number of the screen on which a page is. */
  screenOf: (pageId: string) => number;
}

/** @param wanted number of a screen; the last one in place of those that are not there. */
export function pagesOnScreen(pages: readonly ChangedPage[], wanted: number): Screen {
  const screens = Math.max(1, Math.ceil(pages.length / PAGES_A_SCREEN));
  const screen = Math.min(wanted, screens);
  const places = new Map(pages.map(({ id }, at) => [id, Math.floor(at / PAGES_A_SCREEN) + 1]));
  return {
    pages: pages.slice((screen - 1) * PAGES_A_SCREEN, screen * PAGES_A_SCREEN),
    ...{ screen, screens },
    screenOf: (pageId) => places.get(pageId) ?? 1,
  };
}
