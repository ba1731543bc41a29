import { expect, it } from 'vitest';
import { parseMergeRules, usersInMergeRules, withoutUser } from './merge-rules.js';

it('keeps what a rule has and drops the rest', () => {
  const rules = [
    { rule: 'require_specific_reviewers', users: ['a', 'b', 'a'], note: 'x' },
    { rule: 'require_at_least_one_review', users: ['c'] },
    { rule: 'custom', expression: 'true' },
  ];
  const parsed = parseMergeRules({ type: 'rules', rules, more: 1 });
  expect(parsed).toEqual({
    type: 'rules',
    rules: [
      { rule: 'require_specific_reviewers', users: ['a', 'b'] },
      { rule: 'require_at_least_one_review' },
      { rule: 'custom', expression: 'true' },
    ],
  });
  expect(usersInMergeRules(parsed)).toEqual(['a', 'b']);
});

it.each([{ type: 'none' }, { type: 'inherit' }])('takes %j', (input) => {
  expect(parseMergeRules(input)).toEqual(input);
  expect(usersInMergeRules(parseMergeRules(input))).toEqual([]);
});

it.each([
  [{}, 'mergeRules.type'],
  [{ type: 'all' }, 'mergeRules.type'],
  [{ type: 'rules' }, 'mergeRules.rules'],
  [{ type: 'rules', rules: [null] }, 'mergeRules.rules[0].rule'],
  [{ type: 'rules', rules: [{ rule: 'x' }] }, 'mergeRules.rules[0].rule'],
  [{ type: 'rules', rules: [{ rule: 'allow_bypass' }] }, 'mergeRules.rules[0].users'],
  [{ type: 'rules', rules: [{ rule: 'allow_bypass', users: [1] }] }, 'mergeRules.rules[0].users'],
  [{ type: 'rules', rules: [{ rule: 'custom' }] }, 'mergeRules.rules[0].expression'],
  [
    { type: 'rules', rules: [{ rule: 'custom', expression: 'x'.repeat(1025) }] },
    'mergeRules.rules[0].expression: an expression has at most 1024 characters',
  ],
  [{ type: 'rules', rules: [{ rule: 'custom', expression: 'actor. ==' }] }, 'at character'],
  [{ type: 'rules', rules: [{ rule: 'custom', expression: 'changeRequest.subject' }] }, 'true or false'],
  [{ type: 'rules', rules: [{ rule: 'custom', expression: 'page.vars.beta' }] }, 'there is no "page" here'],
])('refuses %j', (input, member) => expect(() => parseMergeRules(input)).toThrow(member));

it.each([
  [['a', 'b'], { rule: 'require_specific_reviewers', users: ['b'] }],
  [['a'], { rule: 'require_at_least_one_review' }],
  [['b'], { rule: 'require_specific_reviewers', users: ['b'] }],
])('of the reviewers %j, one who leaves leaves a rule that can be met', (users, left) => {
  const rules = parseMergeRules({ type: 'rules', rules: [{ rule: 'require_specific_reviewers', users }] });
  expect(withoutUser(rules, 'a')).toEqual({ type: 'rules', rules: [left] });
  expect(withoutUser({ type: 'inherit' }, 'a')).toEqual({ type: 'inherit' });
});
