import { EnumField, FREE_OBJECT, Refuse, TextField, UnionField } from '#platform/http/fields.js';
import { problemOfRuleExpression } from './merge-rule-expression.js';

/** The rules that name users. */
export const RULES_WITH_USERS = [
  'require_specific_reviewers',
  'require_one_of_specific_reviewers',
  'allow_bypass',
] as const;
const PLAIN_RULES = [
  'require_at_least_one_review',
  'require_all_reviews_approved',
  'require_agent_review',
  'require_up_to_date_change_request',
  'require_change_request_subject',
  'require_change_request_description',
] as const;
const MAX_RULES = 50;

class RuleWithUsers {
  @EnumField(RULES_WITH_USERS)
  rule: (typeof RULES_WITH_USERS)[number];

  @TextField({ array: true, unique: true })
  users: string[];
}

class PlainRule {
  @EnumField(PLAIN_RULES)
  rule: (typeof PLAIN_RULES)[number];
}

class CustomRule {
  @EnumField(['custom'])
  rule: 'custom';

  @Refuse(problemOfRuleExpression)
  @TextField()
  expression: string;
}

/** One condition that a change request must meet before it may be merged. */
export type MergeRule = RuleWithUsers | PlainRule | CustomRule;

class NoMergeRules {
  @EnumField(['none'])
  type: 'none';
}

class InheritedMergeRules {
  @EnumField(['inherit'])
  type: 'inherit';
}

const variants = (names: readonly string[], type: new () => MergeRule) =>
  names.map((name) => [name, () => type]);

class OwnMergeRules {
  @EnumField(['rules'])
  type: 'rules';

  @UnionField(
    'rule',
    Object.fromEntries([
      ...variants(RULES_WITH_USERS, RuleWithUsers),
      ...variants(PLAIN_RULES, PlainRule),
      ...variants(['custom'], CustomRule),
    ]),
    { array: { max: MAX_RULES } },
  )
  rules: MergeRule[];
}

/** The rules of an organization. */
export type MergeRules = NoMergeRules | OwnMergeRules;

/** The rules of a space, which may also take over those of its organization. */
export type SpaceMergeRules = MergeRules | InheritedMergeRules;

/** The `mergeRules` of a space, or of an organization, which may leave them out. */
export function MergeRulesField(description: string): PropertyDecorator {
  return UnionField(
    'type',
    { inherit: () => InheritedMergeRules, none: () => NoMergeRules, rules: () => OwnMergeRules },
    { optional: true, description, schema: FREE_OBJECT },
  );
}
