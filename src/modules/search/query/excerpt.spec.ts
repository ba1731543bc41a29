import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { languageOf } from '../text/languages.js';
import { foundSections, marksOf } from './excerpt.js';
import { parseQuery } from './parse-query.js';

const english = await languageOf('en');

function excerpts(text: string, query: string, title = 'Title') {
  const section = { id: 'x', title, text };
  return foundSections([section], parseQuery(query, [english]).terms, 3).map(({ excerpt }) => excerpt);
}

const filler = 'Nothing of note. '.repeat(60);

describe('the excerpt of a result', () => {
  it('is the whole of a short text', () => {
    expect(excerpts('Two  words\nhere.', 'words')).toEqual(['Two words here.']);
  });

  it('contains the words with their diacritics, anywhere in the text', () => {
    const [excerpt] = excerpts(`${filler}Größe der Schlüssel. ${filler}`, 'schlussel');
    expect(excerpt).toContain('Größe der Schlüssel.');
    expect(excerpt).toMatch(/^….*…$/);
  });

  it('comes from the place with most of the words', () => {
    const [excerpt] = excerpts(`apple ${filler} banana ${filler} apple banana ${filler}`, 'apple banana');
    expect(excerpt).toContain('apple banana');
  });

  it('finds other forms of a word, and words in scripts without spaces', () => {
    expect(excerpts('It was configured.', 'configuring')).toHaveLength(1);
    expect(excerpts('请先备份数据库。', '数据库')).toEqual(['请先备份数据库。']);
    expect(excerpts('Misconfigured.', 'configured')).toEqual([]);
  });

  it('finds words with and without their hyphens', () => {
    expect(excerpts('Send an e-mail.', 'email')).toHaveLength(1);
    expect(excerpts('Send an email.', 'e-mail')).toHaveLength(1);
    expect(excerpts('Send e- mail.', 'email')).toEqual([]);
  });

  it('for a name in camel case prefers the whole name to its words', () => {
    const sections = ['Save a template', 'onSave', 'saveTemplate'].map((title) => ({
      id: title,
      title,
      text: '',
    }));
    const { terms } = parseQuery('saveTemplate', [english]);
    expect(foundSections(sections, terms, 3).map(({ title }) => title)).toEqual([
      'saveTemplate',
      'Save a template',
    ]);
  });

  it('is short and splits no character', () => {
    const text = fc.string({ unit: 'grapheme', maxLength: 600 });
    fc.assert(
      fc.property(text, text, (before, after) => {
        for (const excerpt of excerpts(`${before} needle ${after}`, 'needle')) {
          expect(excerpt.length).toBeLessThan(300);
          expect(/\p{Surrogate}/u.test(excerpt)).toBe(false);
        }
      }),
    );
  });
});

describe('a highlight in an excerpt', () => {
  const marked = (text: string, query: string) =>
    marksOf(text, parseQuery(query, [english]).terms).map(([from, to]) => text.slice(from, to));

  it('covers whole words in every form', () => {
    expect(marked('Die Größe: configured, misconfigured.', 'grosse configuring')).toEqual([
      'Größe',
      'configured',
    ]);
    expect(marked('请先备份数据库。', '数据库')).toEqual(['数据库']);
    expect(marked('Save a template', 'saveTemplate')).toEqual(['Save', 'template']);
    expect(marked('E-Mail, email', 'email')).toEqual(['E-Mail', 'email']);
    expect(marked('Nothing', 'else')).toEqual([]);
  });

  it('overlaps no other', () => {
    expect(marked('install installs', 'install installs')).toEqual(['install', 'installs']);
  });
});
