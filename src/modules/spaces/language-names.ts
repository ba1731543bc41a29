/** The name of a language in the language of the reader; by default in the language itself: `français`, `العربية`. */
export function languageName(language: string, reader = language): string {
  return new Intl.DisplayNames([reader], { type: 'language' }).of(language) ?? language;
}
