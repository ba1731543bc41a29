import type { MergeRule, MergeRules, SpaceMergeRules } from './merge-rules.dto.js';

/** Ids of all users whom the rules name; the caller checks that they are members. */
export function usersInMergeRules(rules: SpaceMergeRules): string[] {
  if (rules.type !== 'rules') return [];
  return [...new Set(rules.rules.flatMap((rule) => ('users' in rule ? rule.users : [])))];
}

/**
 * The rules after the user left: they name the others only. A rule that nobody is left for asks for a review by anybody
 * instead; without it content that was guarded would be open, and with it as it was nothing could be merged any more.
 */
export function withoutUser(rules: MergeRules, userId: string): MergeRules;
export function withoutUser(rules: SpaceMergeRules, userId: string): SpaceMergeRules;
export function withoutUser(rules: SpaceMergeRules, userId: string): SpaceMergeRules {
  if (rules.type !== 'rules') return rules;
  const left = rules.rules.map((rule): MergeRule => {
    if (!('users' in rule) || !rule.users.includes(userId)) return rule;
    const users = rule.users.filter((id) => id !== userId);
    const isOpen = users.length === 0 && rule.rule !== 'allow_bypass';
    return isOpen ? { rule: 'require_at_least_one_review' } : { rule: rule.rule, users };
  });
  return { type: 'rules', rules: left };
}
