import type { MergeRule } from '#modules/organizations/index.js';

interface RuleWords {
  title: string;
  /** The condition in a sentence. */
  meaning: string;
}

/** The merge rules in words, in the order in which a form offers them. */
export const RULE_WORDS: Record<MergeRule['rule'], RuleWords> = {
  require_at_least_one_review: {
    title: 'Somebody reviewed',
    meaning: 'One person other than the author reviewed the newest version, whatever they said.',
  },
  require_all_reviews_approved: {
    title: 'All reviewers approved',
    meaning:
      'Everybody who reviewed approved the newest version. Whoever was asked and said nothing is not waited for; whoever asked for changes is.',
  },
  require_specific_reviewers: {
    title: 'Certain people approved, all of them',
    meaning: 'Each of these people approved the newest version.',
  },
  require_one_of_specific_reviewers: {
    title: 'Certain people approved, one of them',
    meaning: 'One of these people approved the newest version. The rule may be there several times.',
  },
  require_up_to_date_change_request: {
    title: 'Up to date',
    meaning: 'The change request has everything that was merged since it was made.',
  },
  require_change_request_subject: {
    title: 'A subject',
    meaning: 'The change request has a subject.',
  },
  require_change_request_description: {
    title: 'A description',
    meaning: 'The change request says what it is about.',
  },
  require_agent_review: {
    title: 'An integration reviewed',
    meaning:
      'An installed integration reviewed the newest version. Where none is installed that reviews, only those who may bypass the rules can merge.',
  },
  allow_bypass: {
    title: 'Certain people may merge without the rules',
    meaning: 'These people merge whatever the other rules say.',
  },
  custom: {
    title: 'A condition of your own',
    meaning: 'The expression is true. It can use changeRequest, reviews, space and actor.',
  },
};

/** True for rules of which a change request can have only one: twice would say the same. */
export function isOnce({ rule }: MergeRule): boolean {
  return rule !== 'custom' && rule !== 'require_one_of_specific_reviewers';
}
