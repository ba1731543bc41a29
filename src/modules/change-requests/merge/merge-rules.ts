import {
  describeExpressionError,
  evaluateBoolean,
  ExpressionError,
  parseExpression,
  type Scope,
} from '#modules/expressions/index.js';
import type { MergeRule, MergeRules, SpaceMergeRules } from '#modules/organizations/index.js';
import type { ReviewStatus } from '../reviews/change-request-review.entity.js';

/** What the rules look at. */
export interface MergeFacts {
  /** Who merges. */
  actor: string;
  subject: string;
  /** Plain text of the description. */
  description: string;
  outdated: boolean;
  /** The last review of each reviewer, unless they were asked again since. */
  reviews: readonly { reviewer: string; status: ReviewStatus; outdated: boolean }[];
  /** Users who were asked to review. */
  requestedReviewers: readonly string[];
  /** What custom rules can name. */
  scope: Scope;
}

export type MergeVerdict = { allowed: true } | { allowed: false; reasons: string[] };

/**
 * Do the rules let this merge happen? Approvals count only for the revision they were given for: otherwise an approved
 * request could be edited and merged unseen. A request for changes stands until its reviewer says otherwise.
 */
export function judgeMerge(rules: readonly MergeRule[], facts: MergeFacts): MergeVerdict {
  const mayBypass = rules.some((rule) => rule.rule === 'allow_bypass' && rule.users.includes(facts.actor));
  if (mayBypass) return { allowed: true };
  const reasons = rules.flatMap((rule) => {
    const reason = objection(rule, facts);
    return reason === null ? [] : [`${rule.rule}: ${reason}`];
  });
  return reasons.length === 0 ? { allowed: true } : { allowed: false, reasons };
}

/** Why the rule is not met, or null. */
function objection(rule: MergeRule, facts: MergeFacts): string | null {
  const approvals = facts.reviews.filter((review) => review.status === 'approved' && !review.outdated);
  const hasApproved = (user: string) => approvals.some((review) => review.reviewer === user);
  switch (rule.rule) {
    case 'allow_bypass':
      return null;
    case 'require_specific_reviewers': {
      const missing = rule.users.filter((user) => !hasApproved(user));
      if (missing.length === 0) return null;
      return `these reviewers must approve the current revision first: ${missing.join(', ')}.`;
    }
    case 'require_one_of_specific_reviewers':
      if (rule.users.length === 0 || rule.users.some(hasApproved)) return null;
      return `one of these reviewers must approve the current revision first: ${rule.users.join(', ')}.`;
    case 'require_at_least_one_review':
      if (facts.reviews.some((review) => !review.outdated)) return null;
      return 'somebody must review the current revision first.';
    case 'require_all_reviews_approved':
      return objectionToReviews(facts, hasApproved);
    case 'require_agent_review':
      return 'this installation has no review agents, so only somebody the rules let bypass them can merge.';
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

function objectionToReviews(facts: MergeFacts, hasApproved: (user: string) => boolean): string | null {
  const reviewers = new Set([...facts.requestedReviewers, ...facts.reviews.map((review) => review.reviewer)]);
  const missing = [...reviewers].filter((user) => !hasApproved(user));
  if (missing.length === 0) return null;
  return `every reviewer must approve the current revision; not yet approved by ${missing.join(', ')}.`;
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

/** The rules that count for a space: its own, or the organization's when it inherits. */
export function effectiveRules(space: SpaceMergeRules, organization: MergeRules | null): MergeRule[] {
  const configuration = space.type === 'inherit' ? organization : space;
  return configuration?.type === 'rules' ? configuration.rules : [];
}
