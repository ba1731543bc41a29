import { words as de } from './de.js';
import { words as en } from './en.js';
import { words as es } from './es.js';
import { words as fr } from './fr.js';
import type { Words } from './words.types.js';

/** By language. */
export const WORDS: Readonly<Record<string, Words>> = { en, de, es, fr };

/** The language among those of the interface that a tag such as `de`, `fr-CA` or `pt-BR` asks for; English where there is none. */
export function wordsLanguage(tag: string | undefined): string {
  const whole = (tag ?? 'en').toLowerCase();
  return [whole, whole.split('-')[0] ?? ''].find((one) => Object.hasOwn(WORDS, one)) ?? 'en';
}

/** The words in the language of a tag; English where there are none. */
export function wordsOf(tag: string | undefined): Words {
  return WORDS[wordsLanguage(tag)] ?? en;
}

/** `template` with its `{name}` places filled. */
export function fill(template: string, values: Record<string, string | number>): string {
  return template.replace(/\{(\w+)\}/g, (place, name: string) => String(values[name] ?? place));
}
