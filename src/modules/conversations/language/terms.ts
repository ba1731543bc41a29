import * as stopwords from '@orama/stopwords/english';
import { stemmer } from '@orama/stemmers/english';
import { stemmer as dutchStems } from '@orama/stemmers/dutch';
import { stemmer as frenchStems } from '@orama/stemmers/french';
import { stemmer as germanStems } from '@orama/stemmers/german';
import { stemmer as italianStems } from '@orama/stemmers/italian';
import { stemmer as portugueseStems } from '@orama/stemmers/portuguese';
import { stemmer as spanishStems } from '@orama/stemmers/spanish';
import { stemmer as swedishStems } from '@orama/stemmers/swedish';
import { stopwords as dutch } from '@orama/stopwords/dutch';
import { stopwords as french } from '@orama/stopwords/french';
import { stopwords as german } from '@orama/stopwords/german';
import { stopwords as italian } from '@orama/stopwords/italian';
import { stopwords as portuguese } from '@orama/stopwords/portuguese';
import { stopwords as spanish } from '@orama/stopwords/spanish';
import { stopwords as swedish } from '@orama/stopwords/swedish';

/** Words that every question may have, whatever it is about, beside the small words of the language. */
const ASKING: Record<string, string> = {
  de: 'funktioniert funktionieren geht gehen gibt möchte kann können könnte wie bitte problem fehler lässt warum klappt',
  es: 'cómo como funciona funcionan puedo puede quiero problema error hay dónde cuándo olvidé',
  fr: 'comment fonctionne fonctionnent marche peux peut puis voudrais problème erreur pourquoi faire existe',
  it: 'come funziona funzionano posso puoi vorrei problema errore perché esiste fare',
  nl: 'werkt werken kan kun wil probleem fout waarom hoe graag',
  pt: 'como funciona funcionam posso pode quero problema erro porque existe fazer',
  sv: 'fungerar kan vill problem fel varför hur gör',
};
const language = (name: string, small: string[], stem: (word: string) => string) => ({
  small: new Set<string>(small),
  silent: new Set<string>([...small, ...(ASKING[name] ?? '').split(' ')]),
  stem,
});
const ENGLISH = new Set<string>(stopwords.stopwords);
const OTHERS = [
  language('nl', dutch, dutchStems),
  language('fr', french, frenchStems),
  language('de', german, germanStems),
  language('it', italian, italianStems),
  language('pt', portuguese, portugueseStems),
  language('es', spanish, spanishStems),
  language('sv', swedish, swedishStems),
];
const MAX_TERMS = 40;
/** Scripts without spaces between words: a dictionary tells them apart. */
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u;
const WORDS = new Intl.Segmenter('ja', { granularity: 'word' });
/** Of these scripts: endings and particles, and words that every question may have. */
const SILENT =
  /^(?:\p{Script=Hiragana}+|方法|場合|可能|問題|教え|使い|使|私|自分|何|如何|怎么|怎样|怎么样|什么|为什么|可以|能|我|我的|你|的|吗|呢|是|了|在|有|不|没有|没|请|请问|和|把|想|要|无法|不能)$/u;
/** Letters that English words do not have. */
const NOT_ENGLISH = /[äöüßñáíóúìòùîôûãõåæø¿¡]/iu;

/** Lower-case words of a text, in their order. */
export function wordsOf(text: string): string[] {
  return (
    text
      .toLowerCase()
      .normalize('NFKC')
      .match(/[\p{L}\p{N}][\p{L}\p{M}\p{N}'’]*/gu) ?? []
  );
}

/** Stems of the words of a text that mean something, each once. */
export function termsOf(text: string): string[] {
  return [...tellingWordsOf(text).keys()];
}

/** The words of a text that mean something, by their stems. */
export function tellingWordsOf(text: string): Map<string, string> {
  const words = wordsOf(text);
  const other = isEnglish(text) ? null : likeliestOf(words);
  const telling = new Map<string, string>();
  const note = (term: string, word: string) => {
    if (term !== '' && !telling.has(term) && telling.size < MAX_TERMS) telling.set(term, word);
  };
  for (const word of words) {
    if (UNSPACED.test(word)) for (const segment of segmentsOf(word)) note(segment, segment);
    else if (ENGLISH.has(word) || other?.silent.has(word)) continue;
    else if (other) note(other.stem(word), word);
    else note(/^[\x21-\x7e]+$/.test(word) ? stemmer(word) : word, word);
  }
  return telling;
}

/**
 * True when the model for English sentences fits a text. Short questions have few words to tell by: a text is English
 * unless it has other letters, or more small words of another language.
 */
export function isEnglish(text: string): boolean {
  const letters = text.match(/\p{L}/gu) ?? [];
  const foreign = letters.filter((letter) => !/\p{Script=Latin}/u.test(letter)).length;
  if (foreign * 4 > letters.length) return false;
  const words = wordsOf(text);
  const count = (known: ReadonlySet<string>) => words.filter((word) => known.has(word)).length;
  const english = count(ENGLISH);
  if (english === 0 && NOT_ENGLISH.test(text)) return false;
  return OTHERS.every(
    ({ small, silent }) => count(small) <= english || count(silent) <= Math.max(english, 1),
  );
}

/** The language that has most of these among its small words; null where none has any. */
function likeliestOf(words: readonly string[]): (typeof OTHERS)[number] | null {
  let best: (typeof OTHERS)[number] | null = null;
  let most = 0;
  for (const other of OTHERS) {
    const known = words.filter((word) => other.silent.has(word)).length;
    if (known > most) [best, most] = [other, known];
  }
  return best;
}

function segmentsOf(word: string): string[] {
  return [...WORDS.segment(word)]
    .filter(({ segment, isWordLike }) => isWordLike && !SILENT.test(segment))
    .map(({ segment }) => segment);
}
