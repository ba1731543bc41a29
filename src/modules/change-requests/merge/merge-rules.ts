import {
  describeExpressionError,
  evaluateBoolean,
  ExpressionError,
  parseExpression,
  type Scope,
} from '#modules/expressions/index.js';
import type { MergeRule, MergeRules, SpaceMergeRules } from '#modules/organizations/index.js';
import type { LatestReview } from '../reviews/reviews.repository.js';

/** The facts that the rules check. */
export interface MergeFacts {
  /** Id of the user who merges. */
  actor: string;
  /** Id of the user who made the change request. */
  author: string;
  subject: string;
  /** Plain text of the description. */
  description: string;
  outdated: boolean;
  /** The last review of each reviewer. */
  reviews: readonly LatestReview[];
  /** The users who may review at this moment, among the reviewers and the users that rules name. */
  reviewers: ReadonlySet<string>;
  /** The names of users, for messages; an id stands for a user who is missing. */
  names: ReadonlyMap<string, string>;
  /** The names that custom rules can use. */
  scope: Scope;
}

export type MergeVerdict = { allowed: true } | { allowed: false; reasons: string[] };

/** One rule, and what is missing for it. */
export interface RuleVerdict {
  rule: MergeRule['rule'];
  /** The condition of the rule, as a sentence. */
  requirement: string;
  /** The reason why the rule is not met; null when it is. */
  reason: string | null;
}

/**
 * True if the rules allow this merge. Approvals count only for the revision for which they were given: otherwise an
 * approved request could be edited and merged unseen. A request for changes stands until its reviewer withdraws it.
 * Reviews of users who may not review any more do not count, as these users could not withdraw them either.
 */
export function judgeMerge(rules: readonly MergeRule[], facts: MergeFacts): MergeVerdict {
  if (mayBypass(rules, facts)) return { allowed: true };
  const reasons = judgeRules(rules, facts).flatMap(({ rule, reason }) =>
    reason === null ? [] : [`${rule}: ${reason}`],
  );
  return reasons.length === 0 ? { allowed: true } : { allowed: false, reasons };
}

/** True if a rule lets the actor merge whatever the others say. */
export function mayBypass(rules: readonly MergeRule[], { actor }: Pick<MergeFacts, 'actor'>): boolean {
  return rules.some((rule) => rule.rule === 'allow_bypass' && rule.users.includes(actor));
}

/** Each rule that wants something, in their order. */
export function judgeRules(rules: readonly MergeRule[], facts: MergeFacts): RuleVerdict[] {
  const counted = {
    ...facts,
    reviews: facts.reviews.filter(({ reviewer }) => facts.reviewers.has(reviewer)),
  };
  return rules.flatMap((rule) => {
    const requirement = requirementOf(rule, facts);
    return requirement === null ? [] : [{ rule: rule.rule, requirement, reason: objection(rule, counted) }];
  });
}

/** The condition of a rule as a sentence; null for the rule that has none. */
function requirementOf(rule: MergeRule, facts: MergeFacts): string | null {
  switch (rule.rule) {
    case 'allow_bypass':
      return null;
    case 'require_specific_reviewers':
      return `These reviewers approve: ${namesOf(rule.users, facts)}.`;
    case 'require_one_of_specific_reviewers':
      return `One of these reviewers approves: ${namesOf(rule.users, facts)}.`;
    case 'require_at_least_one_review':
      return 'Somebody other than the author reviews it.';
    case 'require_all_reviews_approved':
      return 'Everybody who reviews it approves.';
    case 'require_agent_review':
      return 'An integration reviews it.';
    case 'require_up_to_date_change_request':
      return 'It is up to date with the main content.';
    case 'require_change_request_subject':
      return 'It has a subject.';
    case 'require_change_request_description':
      return 'It has a description.';
    case 'custom':
      return `The expression "${rule.expression}" is true.`;
  }
}

/** The reason why the rule is not met, or null. */
function objection(rule: MergeRule, facts: MergeFacts): string | null {
  switch (rule.rule) {
    case 'allow_bypass':
      return null;
    case 'require_specific_reviewers':
    case 'require_one_of_specific_reviewers':
      return objectionToNamed(rule.rule === 'require_specific_reviewers', rule.users, facts);
    case 'require_at_least_one_review':
      if (ofOthers(facts).length > 0) return null;
      return `somebody must review the current revision first.${aboutAuthor(facts)}`;
    case 'require_all_reviews_approved':
      return objectionToReviews(facts);
    case 'require_agent_review':
      if (ofOthers(facts).some((review) => review.isAgent)) return null;
      return 'an integration must review the current revision first.';
    case 'require_up_to_date_change_request':
      return facts.outdated ? 'update the change request from the main content first.' : null;
    case 'require_change_request_subject':
      return facts.subject.trim() === '' ? 'give the change request a subject first.' : null;
    case 'require_change_request_description':
      return facts.description.trim() === '' ? 'give the change request a description first.' : null;
    case 'custom':
      return objectionOfExpression(rule.expression, facts.scope);
  }
}

/** Reviews of the current revision by others than the author, who cannot approve their own work. */
function ofOthers({ reviews, author }: MergeFacts): LatestReview[] {
  return reviews.filter((review) => !review.outdated && review.reviewer !== author);
}

/**
 * When a rule names only the author, any other reviewer will do: otherwise the rule could never be fulfilled, and
 * without any rule guarded content would be open.
 */
function objectionToNamed(isAll: boolean, users: readonly string[], facts: MergeFacts): string | null {
  if (users.length === 0) return null;
  const approvals = ofOthers(facts).filter((review) => review.status === 'approved');
  const named = users.filter((user) => user !== facts.author);
  if (named.length === 0) {
    if (approvals.length > 0) return null;
    return 'its only reviewer is the author, so somebody else must approve the current revision first.';
  }
  const missing = named.filter((user) => !approvals.some((review) => review.reviewer === user));
  if (missing.length === 0 || (!isAll && missing.length < named.length)) return null;
  const unable = missing.filter((user) => !facts.reviewers.has(user));
  const hint =
    unable.length === 0 ? '' : ` They may not review here at the moment: ${namesOf(unable, facts)}.`;
  const who = isAll ? 'these reviewers' : 'one of these reviewers';
  return `${who} must approve the current revision first: ${namesOf(missing, facts)}.${hint}${aboutAuthor(facts)}`;
}

/** Explains why a review by the author does not help; empty without such a review. */
function aboutAuthor({ reviews, author }: MergeFacts): string {
  return reviews.some(({ reviewer }) => reviewer === author)
    ? ' A review by the author of the change request does not count.'
    : '';
}

/**
 * The merge does not wait for users who were asked and have not reviewed. It does wait for users who asked for
 * changes, also after they were asked again.
 */
function objectionToReviews(facts: MergeFacts): string | null {
  const { reviews, author } = facts;
  const missing = reviews.filter(({ reviewer, status, outdated }) =>
    reviewer === author ? status !== 'approved' : status !== 'approved' || outdated,
  );
  if (missing.length === 0) return null;
  const reviewers = namesOf(
    missing.map(({ reviewer }) => reviewer),
    facts,
  );
  return `everybody who reviewed must approve the current revision; not yet approved by ${reviewers}.`;
}

function namesOf(users: readonly string[], { names }: MergeFacts): string {
  return users.map((user) => names.get(user) ?? user).join(', ');
}

function objectionOfExpression(source: string, scope: Scope): string | null {
  try {
    return evaluateBoolean(parseExpression(source), scope) ? null : `"${source}" is not true.`;
  } catch (error) {
    if (error instanceof ExpressionError)
      return `"${source}" cannot be decided: ${describeExpressionError(error)}`;
    throw error;
  }
}

/** The rules that count for a space: its own, or those of the organization when it inherits them. */
export function effectiveRules(space: SpaceMergeRules, organization: MergeRules | null): MergeRule[] {
  const configuration = space.type === 'inherit' ? organization : space;
  return configuration?.type === 'rules' ? configuration.rules : [];
}
