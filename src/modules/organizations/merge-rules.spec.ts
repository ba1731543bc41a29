import { expect, it } from 'vitest';
import { DtoPipe } from '#platform/http/validation.pipe.js';
import { usersInMergeRules, withoutUser } from './merge-rules.js';
import type { SpaceMergeRules } from './merge-rules.dto.js';
import { UpdateOrganizationBody } from './organization.dto.js';

async function read(mergeRules: object): Promise<SpaceMergeRules> {
  const metadata = { type: 'body', metatype: UpdateOrganizationBody } as const;
  const body = (await new DtoPipe().transform({ mergeRules }, metadata)) as UpdateOrganizationBody;
  return body.mergeRules as SpaceMergeRules;
}

it('merge rules keep their known members and lose the rest', async () => {
  const rules = [
    { rule: 'require_specific_reviewers', users: ['a', 'b', 'a'], note: 'x' },
    { rule: 'require_at_least_one_review', users: ['c'] },
    { rule: 'custom', expression: 'true' },
  ];
  const parsed = await read({ type: 'rules', rules, more: 1 });
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

it.each([{ type: 'none' }, { type: 'inherit' }])('merge rules may be %j', async (input) => {
  const rules = await read(input);
  expect(rules).toEqual(input);
  expect(usersInMergeRules(rules)).toEqual([]);
});

it.each([
  [{}, 'mergeRules must be an object whose type is one of inherit, none, rules'],
  [{ type: 'all' }, 'mergeRules must be an object whose type is one of'],
  [{ type: 'rules' }, 'mergeRules.rules'],
  [{ type: 'rules', rules: [null] }, 'mergeRules.rules[0] must be an object'],
  [
    { type: 'rules', rules: [{ rule: 'x' }] },
    'each item of mergeRules.rules must be an object whose rule is one of require_',
  ],
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
])('merge rules must not be %j', (input, member) => expect(read(input)).rejects.toThrow(member));

it.each([
  [['a', 'b'], { rule: 'require_specific_reviewers', users: ['b'] }],
  [['a'], { rule: 'require_at_least_one_review' }],
  [['b'], { rule: 'require_specific_reviewers', users: ['b'] }],
])('a rule for the reviewers %j can be met after one of them leaves', async (users, left) => {
  const rules = await read({ type: 'rules', rules: [{ rule: 'require_specific_reviewers', users }] });
  expect(withoutUser(rules, 'a')).toEqual({ type: 'rules', rules: [left] });
  expect(withoutUser({ type: 'inherit' }, 'a')).toEqual({ type: 'inherit' });
});
