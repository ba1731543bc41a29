import type { Language } from '#modules/spaces/index.js';

/** A language as those who speak it call it: `français`, `العربية`. */
export function languageName(language: Language): string {
  return new Intl.DisplayNames([language], { type: 'language' }).of(language) ?? language;
}
