import { describe, expect, it } from 'vitest';
import { NamedMembers, withMentions, withNames } from './mentions.js';

const people = [
  { id: 'u1', displayName: 'Ann' },
  { id: 'u2', displayName: 'Ann Lee' },
  { id: 'u3', displayName: 'Zoë [Docs]' },
  { id: 'u4', displayName: 'ΝΙΚΟΣ' },
];
const members = new NamedMembers(people);

describe('withMentions', () => {
  it.each([
    ['@Ann look', '[Ann](bindery:user/u1 "mention") look'],
    [
      'Hello @ann lee, and @Ann!',
      'Hello [Ann Lee](bindery:user/u2 "mention"), and [Ann](bindery:user/u1 "mention")!',
    ],
    ['(@Zoë [Docs])', '([Zoë \\[Docs\\]](bindery:user/u3 "mention"))'],
    ['@νικος, look', '[ΝΙΚΟΣ](bindery:user/u4 "mention"), look'],
    ['Anna@Ann.example is no mention', 'Anna@Ann.example is no mention'],
    ['@Anna is somebody else', '@Anna is somebody else'],
    ['`@Ann` stays code', '`@Ann` stays code'],
    ['```\n@Ann\n```', '```\n@Ann\n```'],
  ])('writes %s as %s', (written, expected) => {
    expect(withMentions(written, members)).toBe(expected);
  });
});

describe('a text of 10,000 characters and 1,000 members', () => {
  const many = Array.from({ length: 1000 }, (_, at) => ({
    id: `m${at}`,
    displayName: `M${'m'.repeat(at % 60)}${at}`,
  }));
  const index = new NamedMembers(many);

  it.each(['@ ', '@M ', '(@', '@mmm\n', '\\[', '[', '@M960 '])('is read in one walk, of %j', (part) => {
    const mention = '[x](bindery:user/m1 "mention") ';
    const text = mention + part.repeat(10_000 / part.length);
    const isNamed = part === '@M960 ';
    // A walk for each character, or each member, would end by the limit of a test.
    for (let left = 10; left > 0; left--) {
      expect(withMentions(text, index).includes('bindery:user/m960 ')).toBe(isNamed);
      expect(withNames(text, index)).toContain(part);
    }
  });
});

describe('withNames', () => {
  it('reads a text of many brackets and many names once', () => {
    for (const part of ['[', '](bindery:user/', '[](bindery:user/', '(@Ann ', '\\[']) {
      const text = part.repeat(50_000);
      expect(withNames(text, members)).toBe(text);
      expect(withMentions(text, members).length).toBeGreaterThanOrEqual(text.length);
    }
  });

  it.each([
    ['Hello [Ann Lee](bindery:user/u2 "mention")!', 'Hello @Ann Lee!'],
    ['([Zoë \\[Docs\\]](bindery:user/u3 "mention"))', '(@Zoë [Docs])'],
    ['[Somebody](bindery:user/gone "mention") left', '[Somebody](bindery:user/gone "mention") left'],
    ['[Ann](bindery:user/u1 "mention") Lee', '[Ann](bindery:user/u1 "mention") Lee'],
    ['[Ann](bindery:user/u1 "mention")s', '[Ann](bindery:user/u1 "mention")s'],
  ])('writes %s as %s', (written, expected) => {
    expect(withNames(written, members)).toBe(expected);
  });
});
