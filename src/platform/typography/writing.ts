/** Letters written from right to left. */
const BACKWARDS = /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u;
const LETTER = /\p{Letter}/u;

/** Language to set a text in that begins with a letter written from right to left; null for all other text. */
export function backwardsLanguage(text: string): 'ar' | 'he' | null {
  const first = LETTER.exec(text)?.[0];
  if (first === undefined || !BACKWARDS.test(first)) return null;
  return /\p{Script=Hebrew}/u.test(first) ? 'he' : 'ar';
}

/** True for a language that is written from right to left. */
export function isBackwards(language: string): boolean {
  return ['ar', 'he', 'fa', 'ur', 'ps', 'sd', 'ug', 'yi', 'dv', 'ckb', 'syr'].includes(primary(language));
}

const CHINESE = 'Noto Sans S Chinese';
const TAIWAN = 'Noto Sans T Chinese';
const JAPANESE = 'Noto Sans Japanese';
const KOREAN = 'Noto Sans Korean';

/**
 * Fonts in the order they are tried. The same characters look different in Chinese, Japanese and Korean, so the
 * language of the space says whose form comes first.
 */
export function fontsFor(language: string): string[] {
  const first = { ja: JAPANESE, ko: KOREAN, zh: /-(hant|tw|hk|mo)/i.test(language) ? TAIWAN : CHINESE }[
    primary(language)
  ];
  const asian = [...new Set([...(first ? [first] : []), CHINESE, JAPANESE, KOREAN, TAIWAN])];
  return [
    'Noto Sans',
    'Noto Naskh Arabic',
    'Noto Sans Hebrew',
    'Noto Sans Thai',
    ...asian,
    'Noto Sans Symbols 2',
    'Noto Color Emoji',
  ];
}

/** Language and region as the typesetter takes them: two or three letters, two letters. */
export function languageParts(language: string | undefined): { language: string; region: string | null } {
  const [name = '', ...rest] = (language ?? 'en').split('-');
  const region = rest.find((part) => /^[a-z]{2}$/i.test(part));
  return {
    language: /^[a-z]{2,3}$/i.test(name) ? name.toLowerCase() : 'en',
    region: region?.toLowerCase() ?? null,
  };
}

function primary(language: string): string {
  return language.toLowerCase().split('-')[0] ?? '';
}
