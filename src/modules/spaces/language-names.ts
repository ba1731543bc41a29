/** What a language is called in the one of the reader; unless told, in itself: `français`, `العربية`. */
export function languageName(language: string, reader = language): string {
  return new Intl.DisplayNames([reader], { type: 'language' }).of(language) ?? language;
}
