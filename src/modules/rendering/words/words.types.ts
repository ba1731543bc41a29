import type { words as en } from './en.js';

/** The words that pages add around what writers wrote, in one language: a file for each. */
export type Words = {
  readonly [Part in keyof typeof en]: Readonly<Record<keyof (typeof en)[Part], string>>;
};
/** Words around the content, on pages and in PDFs. */
export type PageWords = Words['page'];
/** Words of what readers do on pages: search, navigation, blocks that act. */
export type InteractionWords = Words['interaction'];
