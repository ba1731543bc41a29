export {
  fill,
  type InteractionWords,
  type PageWords,
  type ReferenceWords,
  referenceWords,
  WORD_LANGUAGES,
  wordsLanguage,
  wordsOf,
} from './words.js';
