import { describe, expect, it } from 'vitest';
import { decodeHtml, decodeText } from './text-encoding.js';

/** Latin-1 signs as bytes. */
const bytes = (text: string): Buffer => Buffer.from(text, 'latin1');
const swapped = (text: string): Buffer => Buffer.from(text, 'utf16le').swap16();

describe('decodeHtml', () => {
  it.each([
    ['a meta element', '<meta charset=windows-1252><p>\x93caf\xe9\x94', '', '“café”'],
    ['a pragma', '<meta http-equiv="Content-Type" content="text/html; charset=koi8-r"><p>\xe1', '', 'А'],
    ['a multi-byte encoding', '<meta charset="Shift_JIS"><p>\x82\xa0', '', 'あ'],
    [
      'the header before the meta element',
      '<meta charset="koi8-r"><p>\xe9',
      'text/html; charset="ISO-8859-1"',
      'é',
    ],
    [
      'a header that names nothing known',
      '<meta charset="koi8-r"><p>\xe1',
      'text/html; charset=nonsense',
      'А',
    ],
    ['the mark before the header', '\xef\xbb\xbf<p>\xc3\xa9', 'text/html; charset=koi8-r', 'é'],
    ['no meta element in a comment', '<!-- <meta charset="koi8-r"> --><p>\xc3\xa9', '', 'é'],
    ['the declaration of XHTML', '<?xml version="1.0" encoding="iso-8859-2"?><p>\xb1', '', 'ą'],
    ['UTF-16 that a meta element names and is not', '<meta charset="utf-16"><p>\xc3\xa9', '', 'é'],
    ['a pragma that breaks off', '<meta http-equiv="content-type" content="charset"><p>\xc3\xa9', '', 'é'],
    ['UTF-8 that nothing names', '<p>\xc3\xa9', '', 'é'],
  ])('follows %s', (_name, page, contentType, expected) => {
    const { text, isGuess } = decodeHtml(bytes(page), contentType);
    expect(text.slice(text.indexOf('<p>') + 3)).toBe(expected);
    expect(text).not.toContain('\ufeff');
    expect(isGuess).toBe(false);
  });

  it('guesses only when nothing names the encoding', () => {
    expect(decodeHtml(bytes('<p>\x93caf\xe9\x94'))).toEqual({ text: '<p>“café”', isGuess: true });
  });
});

describe('text in UTF-16', () => {
  const text = '<p>Grüße, “Welt”, Привет</p>';
  it.each([
    ['little-endian', Buffer.from(text, 'utf16le')],
    ['big-endian', swapped(text)],
    ['little-endian with a mark', Buffer.from(`\ufeff${text}`, 'utf16le')],
    ['big-endian with a mark', swapped(`\ufeff${text}`)],
  ])('is read when it is %s', (_name, wide) => {
    expect(decodeText(wide)).toEqual({ text, isGuess: false });
    expect(decodeHtml(wide).text).toBe(text);
  });
});
