import { BadRequest } from '#platform/http/errors.js';
import { requireRuleExpression } from './merge-rule-expression.js';

const RULES_WITH_USERS = [
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

/** One condition that a change request must meet before it may be merged. */
export type MergeRule =
  | { rule: (typeof RULES_WITH_USERS)[number]; users: string[] }
  | { rule: (typeof PLAIN_RULES)[number] }
  | { rule: 'custom'; expression: string };

/** The rules of an organization. */
export type MergeRules = { type: 'none' } | { type: 'rules'; rules: MergeRule[] };

/** The rules of a space, which may also take over those of its organization. */
export type SpaceMergeRules = MergeRules | { type: 'inherit' };

/**
 * Reads the `mergeRules` member of a body; unknown members of a rule are dropped.
 * @throws BadRequest with a sentence that names the wrong member.
 */
export function parseMergeRules(input: object): SpaceMergeRules {
  const { type, rules } = input as { type?: unknown; rules?: unknown };
  if (type === 'none' || type === 'inherit') return { type };
  if (type !== 'rules') throw new BadRequest('mergeRules.type must be one of inherit, none, rules.');
  if (!Array.isArray(rules) || rules.length > MAX_RULES)
    throw new BadRequest(`mergeRules.rules must be an array of at most ${MAX_RULES} rules.`);
  return { type, rules: rules.map((rule, index) => parseRule(rule, `mergeRules.rules[${index}]`)) };
}

/** Ids of all users whom the rules name; the caller checks that they are members. */
export function usersInMergeRules(rules: SpaceMergeRules): string[] {
  if (rules.type !== 'rules') return [];
  return [...new Set(rules.rules.flatMap((rule) => ('users' in rule ? rule.users : [])))];
}

/**
 * The rules after the user left: they name the others only. A rule that nobody is left for asks for a review by anybody
 * instead; without it content that was guarded would be open, and with it as it was nothing could be merged any more.
 */
export function withoutUser<Rules extends SpaceMergeRules>(rules: Rules, userId: string): Rules {
  if (rules.type !== 'rules') return rules;
  const left = rules.rules.map((rule): MergeRule => {
    if (!('users' in rule) || !rule.users.includes(userId)) return rule;
    const users = rule.users.filter((id) => id !== userId);
    const isOpen = users.length === 0 && rule.rule !== 'allow_bypass';
    return isOpen ? { rule: 'require_at_least_one_review' } : { ...rule, users };
  });
  return { ...rules, rules: left };
}

function parseRule(input: unknown, at: string): MergeRule {
  const { rule, users, expression } = (input ?? {}) as Record<string, unknown>;
  const plain = PLAIN_RULES.find((name) => name === rule);
  if (plain) return { rule: plain };
  const withUsers = RULES_WITH_USERS.find((name) => name === rule);
  if (withUsers) return { rule: withUsers, users: parseUsers(users, at) };
  if (rule !== 'custom') {
    const names = [...RULES_WITH_USERS, ...PLAIN_RULES, 'custom'].join(', ');
    throw new BadRequest(`${at}.rule must be one of ${names}.`);
  }
  if (typeof expression !== 'string' || expression.includes('\0'))
    throw new BadRequest(`${at}.expression must be a text: an expression that is true or false.`);
  requireRuleExpression(expression, at);
  return { rule, expression };
}

function parseUsers(users: unknown, at: string): string[] {
  const isText = (user: unknown): user is string => typeof user === 'string' && !user.includes('\0');
  if (!Array.isArray(users) || !users.every(isText))
    throw new BadRequest(`${at}.users must be an array of user ids.`);
  return [...new Set(users)];
}
