import { expect, it } from 'vitest';
import { parseReactions } from './reactions.service.js';

it.each([
  [{}, null],
  [{ addedReactions: [] }, null],
  [{ addedReactions: ['👍', '1f44d'] }, { added: ['1f44d'], removed: [] }],
  [{ removedReactions: ['👍'] }, { added: [], removed: ['1f44d'] }],
  [
    { addedReactions: ['👍', '🎉'], removedReactions: ['1f44d'] },
    { added: ['1f389'], removed: ['1f44d'] },
  ],
])('the reactions %j mean the changes %j', (body, changes) => expect(parseReactions(body)).toEqual(changes));

it('a refused emoji is reported with the member of the body it is in', () => {
  expect(() => parseReactions({ addedReactions: ['x'] })).toThrow(/addedReactions/);
  expect(() => parseReactions({ removedReactions: ['x'] })).toThrow(/removedReactions/);
});
