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
])('%j means %j', (body, changes) => expect(parseReactions(body)).toEqual(changes));

it('names the member that is wrong', () => {
  expect(() => parseReactions({ addedReactions: ['x'] })).toThrow(/addedReactions/);
  expect(() => parseReactions({ removedReactions: ['x'] })).toThrow(/removedReactions/);
});
