import { expect, it } from 'vitest';
import { csvLine } from './csv.js';

it('quotes what would end a cell', () => {
  expect(csvLine(['a', 'b,c', 'd"e', 'f\ng', ''])).toBe('a,"b,c","d""e","f\ng",\r\n');
});

it.each(['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1', '=HYPERLINK("http://x","y")'])(
  'keeps %j a text in spreadsheets',
  (cell) => expect(csvLine([cell])).toBe(`"'${cell.replaceAll('"', '""')}"\r\n`),
);
