import { describe, expect, it } from 'vitest';
import { fold, foldWithOrigin } from './fold.js';
import { chunksOf } from './tokenize.js';

/** Words, and pairs of characters, in order. */
function lexemes(text: string): string[] {
  return [...chunksOf(text)].flatMap(({ parts }) =>
    parts.flatMap((part) => (part.kind === 'word' ? [part.text] : part.grams)),
  );
}

const wholes = (text: string) => [...chunksOf(text)].flatMap(({ whole }) => whole ?? []);

describe('the tokenizer', () => {
  it.each([
    ['Hello, world!', ['hello', 'world']],
    ['  ', []],
    ['?! -- …', []],
    ['settings.json', ['settings', 'json']],
    ['foo_bar()', ['foo', 'bar']],
    ['v1.2.3', ['v1', '2', '3']],
    ["don't", ['don', 't']],
    ['C++ and C#.', ['c++', 'and', 'c#']],
    ['Crème Brûlée', ['creme', 'brulee']],
    ['数据库', ['数据', '据库']],
    ['字', ['字']],
    ['iPhone用ケース', ['iphone', '用ケ', 'ケー', 'ース']],
    ['ｆｕｌｌ', ['full']],
    ['한국어', ['한국', '국어']],
    ['👍 fine', ['fine']],
    ['𠮷野家', ['𠮷野', '野家']],
    ['हिंदी में', ['हिंदी', 'में']],
    ['É\u202e\u0301', ['e']],
    ['\u0301', []],
  ])('splits %s', (text, expected) => {
    expect(lexemes(text)).toEqual(expected);
  });

  it('reads long rows of signs in linear time', () => {
    // Takes hours where each sign is tried as the beginning of the last ones.
    expect(lexemes(`Chapter${'.'.repeat(1_000_000)}12`)).toEqual(['chapter', '12']);
  });

  it('also keeps a name with punctuation inside as a whole', () => {
    expect(wholes('See `settings.json`, --no-cache and foo_bar(); a@b.example!')).toEqual([
      'settings.json',
      'no-cache',
      'foo_bar',
      'a@b.example',
    ]);
    expect(wholes('well 用-用')).toEqual([]);
    expect(wholes('a.'.repeat(100))).toEqual([]);
  });

  it('also joins words with hyphens between them', () => {
    const joined = (text: string) => [...chunksOf(text)].flatMap((chunk) => chunk.joined?.text ?? []);
    expect(joined('An E-Mail, (sign\u2011in) up-to-date.')).toEqual(['email', 'signin', 'uptodate']);
    expect(joined('one-two-three-four 2-3 a- -b snake_case word')).toEqual([]);
  });

  it('also splits names in camel case', () => {
    const humps = (text: string) => [...chunksOf(text)].flatMap((chunk) => chunk.humps);
    expect(humps('beePluginConfig')).toEqual(['bee', 'plugin', 'config']);
    expect(humps('parseHTMLDocument2')).toEqual(['parse', 'html', 'document', '2']);
    expect(humps('Word WORD word')).toEqual([]);
  });

  it('cuts very long words between characters', () => {
    expect(lexemes('x'.repeat(1000))).toEqual(['x'.repeat(64)]);
    expect(lexemes(`${'x'.repeat(63)}𝒳${'x'.repeat(9)}`)[0]).toMatch(/^x{63}/);
    for (const word of lexemes('𐐷'.repeat(100))) expect(/\p{Surrogate}/u.test(word)).toBe(false);
  });
});

describe('the folding of a text', () => {
  it.each([
    ['ÄÖÜß', 'aouss'],
    ['Øresund Łódź Þór', 'oresund lodz thor'],
    ['İstanbul ISPARTA ışık', 'istanbul isparta isik'],
    ['отчёт йод', 'отчет йод'],
    ['Ειδοποιήσεις', 'ειδοποιησεισ'],
    ['تُرسَلُ أَحْمَد', 'ترسل احمد'],
    ['שָׁלוֹם', 'שלום'],
    ['が ガ', 'が ガ'],
    ['हिंदी', 'हिंदी'],
    ['tiếng Việt', 'tieng viet'],
  ])('folds %s', (text, expected) => {
    expect(fold(text)).toBe(expected);
    expect(fold(fold(text))).toBe(fold(text));
  });

  it('maps each part to its origin', () => {
    const street = foldWithOrigin('Straße É x');
    expect(street.folded).toBe('strasse e x');
    expect(street.origin(street.folded.indexOf('x'))).toBe('Straße É x'.indexOf('x'));
    const combined = foldWithOrigin('e\u0301e\u0301 x');
    expect(combined.origin(combined.folded.indexOf('x'))).toBe(5);
  });
});
