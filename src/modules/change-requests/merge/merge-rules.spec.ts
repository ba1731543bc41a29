import { describe, expect, it } from 'vitest';
import type { MergeRule } from '#modules/organizations/index.js';
import { effectiveRules, judgeMerge, type MergeFacts } from './merge-rules.js';

const facts = (changes: Partial<MergeFacts> = {}): MergeFacts => ({
  actor: 'me',
  author: 'author',
  subject: 'Fix typos',
  description: 'Some typos.',
  outdated: false,
  reviews: [],
  reviewers: new Set(['ann', 'bob', 'eve', 'bot', 'author']),
  names: new Map([['bob', 'Bob Brown']]),
  scope: { changeRequest: { subject: 'Fix typos', outdated: false }, reviews: [{ status: 'approved' }] },
  ...changes,
});
const approved = (reviewer: string, outdated = false) => ({
  ...{ reviewer, outdated, isAgent: reviewer === 'bot' },
  status: 'approved' as const,
});
const refused = (reviewer: string, outdated = false) => ({
  ...{ reviewer, outdated, isAgent: reviewer === 'bot' },
  status: 'changes-requested' as const,
});
/** One reviewer may review no more. */
const without = (user: string) => new Set(['ann', 'bob', 'eve'].filter((other) => other !== user));

const CASES: { rule: MergeRule; when: string; facts: Partial<MergeFacts>; allowed: boolean }[] = [
  ...cases({ rule: 'require_specific_reviewers', users: ['ann', 'bob'] }, [
    ['nobody reviewed', {}, false],
    ['one of two approved', { reviews: [approved('ann')] }, false],
    ['both approved', { reviews: [approved('ann'), approved('bob')] }, true],
    ['one approved an older revision', { reviews: [approved('ann'), approved('bob', true)] }, false],
    ['one asked for changes', { reviews: [approved('ann'), refused('bob')] }, false],
    ['one is the author, the other approved', { author: 'ann', reviews: [approved('bob')] }, true],
    ['one is the author, who alone approved', { author: 'ann', reviews: [approved('ann')] }, false],
    [
      'one who approved may review no more',
      { reviews: [approved('ann'), approved('bob')], reviewers: without('bob') },
      false,
    ],
  ]),
  ...cases({ rule: 'require_specific_reviewers', users: ['ann'] }, [
    ['she is the author, and approved herself', { author: 'ann', reviews: [approved('ann')] }, false],
    ['she is the author, and somebody else approved', { author: 'ann', reviews: [approved('eve')] }, true],
  ]),
  ...cases({ rule: 'require_one_of_specific_reviewers', users: ['ann', 'bob'] }, [
    ['nobody reviewed', {}, false],
    ['another one approved', { reviews: [approved('eve')] }, false],
    ['one of them approved', { reviews: [approved('bob')] }, true],
    ['one of them approved an older revision', { reviews: [approved('bob', true)] }, false],
    ['only the author, one of them, approved', { author: 'bob', reviews: [approved('bob')] }, false],
  ]),
  ...cases({ rule: 'require_at_least_one_review' }, [
    ['nobody reviewed', {}, false],
    ['one approved', { reviews: [approved('eve')] }, true],
    ['one asked for changes', { reviews: [refused('eve')] }, true],
    ['only an older revision was reviewed', { reviews: [approved('eve', true)] }, false],
    ['only the author reviewed', { reviews: [approved('author')] }, false],
    ['who reviewed may do so no more', { reviews: [approved('eve')], reviewers: without('eve') }, false],
  ]),
  ...cases({ rule: 'require_all_reviews_approved' }, [
    ['nobody reviewed', {}, true],
    ['all who reviewed approved', { reviews: [approved('ann')] }, true],
    ['the author approved an older revision', { reviews: [approved('author', true)] }, true],
    ['the author asked for changes', { reviews: [refused('author')] }, false],
    [
      'who asked for changes may review no more',
      { reviews: [refused('bob')], reviewers: without('bob') },
      true,
    ],
    ['one asked for changes', { reviews: [approved('ann'), refused('bob')] }, false],
    ['one asked for changes of an older revision', { reviews: [refused('bob', true)] }, false],
    ['an approval is of an older revision', { reviews: [approved('ann', true)] }, false],
  ]),
  ...cases({ rule: 'require_agent_review' }, [
    ['a person reviewed', { reviews: [approved('ann')] }, false],
    ['an integration reviewed', { reviews: [approved('bot')] }, true],
    ['an integration reviewed an older revision', { reviews: [approved('bot', true)] }, false],
    ['an integration reviewed what it made itself', { author: 'bot', reviews: [approved('bot')] }, false],
  ]),
  ...cases({ rule: 'require_up_to_date_change_request' }, [
    ['main did not move', {}, true],
    ['main moved', { outdated: true }, false],
  ]),
  ...cases({ rule: 'require_change_request_subject' }, [
    ['there is one', {}, true],
    ['there is none', { subject: '  ' }, false],
  ]),
  ...cases({ rule: 'require_change_request_description' }, [
    ['there is one', {}, true],
    ['there is none', { description: '\n' }, false],
  ]),
  ...cases({ rule: 'custom', expression: 'changeRequest.subject.startsWith("Fix") && size(reviews) >= 1' }, [
    ['it is true', {}, true],
    ['it is false', { scope: { changeRequest: { subject: 'No' }, reviews: [] } }, false],
    ['it is neither', { scope: {} }, false],
  ]),
  ...cases({ rule: 'custom', expression: 'changeRequest.' }, [['it cannot be read', {}, false]]),
  ...cases({ rule: 'allow_bypass', users: ['eve'] }, [['it is the only rule', {}, true]]),
];

function cases(rule: MergeRule, rows: [string, Partial<MergeFacts>, boolean][]) {
  return rows.map(([when, changes, allowed]) => ({ rule, when, facts: changes, allowed }));
}

describe('merge rules of a space', () => {
  it.each(CASES.filter((row) => row.allowed))('$rule.rule is met when $when', ({ rule, facts: changes }) => {
    expect(judgeMerge([rule], facts(changes))).toEqual({ allowed: true });
  });

  it.each(CASES.filter((row) => !row.allowed))(
    '$rule.rule is not met when $when',
    ({ rule, facts: changes }) => {
      const reasons = [expect.stringContaining(`${rule.rule}: `)];
      expect(judgeMerge([rule], facts(changes))).toEqual({ allowed: false, reasons });
    },
  );

  it('do not count the reviews of the author, and the reason says so only where there is one', () => {
    const rules: MergeRule[] = [
      { rule: 'require_at_least_one_review' },
      { rule: 'require_one_of_specific_reviewers', users: ['ann', 'author'] },
    ];
    const words = (reviews: MergeFacts['reviews']) => JSON.stringify(judgeMerge(rules, facts({ reviews })));
    expect(words([approved('author')]).match(/by the author of the change request does not/g)).toHaveLength(
      2,
    );
    expect(words([])).not.toContain('author of');
  });

  it('give users by name in their reasons', () => {
    const verdict = judgeMerge(
      [
        { rule: 'require_all_reviews_approved' },
        { rule: 'require_specific_reviewers', users: ['bob', 'ann'] },
      ],
      facts({ reviews: [refused('bob')] }),
    );
    expect(JSON.stringify(verdict)).toContain('not yet approved by Bob Brown.');
    expect(JSON.stringify(verdict)).toContain('first: Bob Brown, ann.');
  });

  it('name the required reviewers who may not review', () => {
    const rule: MergeRule = { rule: 'require_specific_reviewers', users: ['ann', 'bob'] };
    const verdict = judgeMerge([rule], facts({ reviewers: without('bob') }));
    expect(JSON.stringify(verdict)).toContain('They may not review here at the moment: Bob Brown.');
  });

  it('give a reason for every rule that is not met', () => {
    const rules: MergeRule[] = [{ rule: 'require_agent_review' }, { rule: 'require_at_least_one_review' }];
    const verdict = judgeMerge(rules, facts());
    expect(verdict).toEqual({ allowed: false, reasons: [expect.any(String), expect.any(String)] });
  });

  it.each(['require_agent_review', 'require_at_least_one_review'] as const)(
    'let a user with allow_bypass ignore %s',
    (rule) => {
      const rules: MergeRule[] = [{ rule }, { rule: 'allow_bypass', users: ['me'] }];
      expect(judgeMerge(rules, facts())).toEqual({ allowed: true });
      expect(judgeMerge(rules, facts({ actor: 'you' })).allowed).toBe(false);
    },
  );

  it('come from the organization only where the space inherits them', () => {
    const organization = { type: 'rules' as const, rules: [{ rule: 'require_agent_review' as const }] };
    expect(effectiveRules({ type: 'inherit' }, organization)).toEqual(organization.rules);
    expect(effectiveRules({ type: 'inherit' }, null)).toEqual([]);
    expect(effectiveRules({ type: 'none' }, organization)).toEqual([]);
    expect(effectiveRules({ type: 'rules', rules: [] }, organization)).toEqual([]);
  });
});
