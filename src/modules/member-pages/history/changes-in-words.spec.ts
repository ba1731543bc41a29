import { expect, it } from 'vitest';
import { changesInWords } from './changes-in-words.js';

it('the changes of a revision are said in words, by what was done', () => {
  const page = (type: string, title: string) => ({ type, page: { title } });
  const changes = [
    ...[page('page_edited', 'Travel'), page('page_moved', 'Travel'), page('page_edited', 'Hotels')],
    ...[{ type: 'file_created', file: { name: 'map.png' } }, { type: 'variables_edited' }],
  ];
  expect(changesInWords(changes, 2)).toEqual([
    ...['edited Travel, Hotels', 'moved Travel', 'added the file map.png', 'changed variables', 'and 2 more'],
  ]);
});
