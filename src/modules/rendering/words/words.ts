import { words as ar } from './ar.js';
import { words as bg } from './bg.js';
import { words as cs } from './cs.js';
import { words as da } from './da.js';
import { words as de } from './de.js';
import { words as el } from './el.js';
import { words as en } from './en.js';
import { words as es } from './es.js';
import { words as et } from './et.js';
import { words as fi } from './fi.js';
import { words as fr } from './fr.js';
import { words as he } from './he.js';
import { words as hi } from './hi.js';
import { words as hr } from './hr.js';
import { words as hu } from './hu.js';
import { words as id } from './id.js';
import { words as it } from './it.js';
import { words as ja } from './ja.js';
import { words as ko } from './ko.js';
import { words as lt } from './lt.js';
import { words as lv } from './lv.js';
import { words as ms } from './ms.js';
import { words as nl } from './nl.js';
import { words as no } from './no.js';
import { words as pl } from './pl.js';
import { words as pt } from './pt.js';
import { words as ptBr } from './pt-br.js';
import { words as ro } from './ro.js';
import { words as ru } from './ru.js';
import { words as sk } from './sk.js';
import { words as sl } from './sl.js';
import { words as sv } from './sv.js';
import { words as th } from './th.js';
import { words as tr } from './tr.js';
import { words as uk } from './uk.js';
import { words as vi } from './vi.js';
import { words as yue } from './yue.js';
import { words as zh } from './zh.js';
import type { Words } from './words.types.js';

/** By language: all that a space can be in. */
export const WORDS: Readonly<Record<string, Words>> = {
  ...{ ar, bg, cs, da, de, el, en, es, et, fi, fr, he, hi, hr, hu, id, it, ja, ko },
  ...{ lt, lv, ms, nl, no, pl, pt, 'pt-br': ptBr, ro, ru, sk, sl, sv, th, tr, uk, vi, yue, zh },
};
/** Other names of languages. */
const ALIASES: Readonly<Record<string, string>> = { nb: 'no', nn: 'no', iw: 'he', in: 'id' };

/** The language among those of the interface that a tag such as `de`, `fr-CA` or `pt-BR` asks for; English where there is none. */
export function wordsLanguage(tag: string | undefined): string {
  const whole = (tag ?? 'en').toLowerCase();
  const [first = ''] = whole.split('-');
  return [whole, first, ALIASES[first] ?? ''].find((one) => Object.hasOwn(WORDS, one)) ?? 'en';
}

/** The words in the language of a tag; English where there are none. */
export function wordsOf(tag: string | undefined): Words {
  return WORDS[wordsLanguage(tag)] ?? en;
}

/** `template` with its `{name}` places filled. */
export function fill(template: string, values: Record<string, string | number>): string {
  return template.replace(/\{(\w+)\}/g, (place, name: string) => String(values[name] ?? place));
}
