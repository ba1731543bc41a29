import { Grants } from '#modules/access/index.js';
import { documentText } from '#modules/documents/index.js';
import type { Scope } from '#modules/expressions/index.js';
import { type MergeRule, Organizations } from '#modules/organizations/index.js';
import { presentSpace, type SpaceRecord, verdictOn } from '#modules/spaces/index.js';
import { presentUser, Users } from '#modules/users/index.js';
import type { Actor, Role } from '#platform/http/actor.js';
import { Conflict } from '#platform/http/errors.js';
import { Urls } from '#platform/http/urls.js';
import { Injectable } from '@nestjs/common';
import type { FoundChangeRequest, LockedChangeRequest } from '../change-request-access.js';
import { isOutdated, presentChangeRequest } from '../change-request.presenter.js';
import { presentReview } from '../reviews/review.presenter.js';
import { ReviewsRepository } from '../reviews/reviews.repository.js';
import {
  effectiveRules,
  judgeMerge,
  judgeRules,
  mayBypass,
  type MergeFacts,
  type RuleVerdict,
} from './merge-rules.js';

/** Collects the facts for the merge rules. */
@Injectable()
export class MergeRuleCheck {
  constructor(
    private readonly organizations: Organizations,
    private readonly users: Users,
    private readonly grants: Grants,
    private readonly reviews: ReviewsRepository,
    private readonly urls: Urls,
  ) {}

  /** @throws Conflict that names every rule which forbids the merge. */
  async requireMergeable(actor: Actor, found: FoundChangeRequest, pair: LockedChangeRequest): Promise<void> {
    const collected = await this.collect(actor, found, pair);
    if (!collected) return;
    const verdict = judgeMerge(collected.rules, collected.facts);
    if (verdict.allowed) return;
    throw new Conflict(`The merge rules do not allow this merge yet. ${verdict.reasons.join(' ')}`);
  }

  /** Each rule, met or not, and whether the actor may merge all the same. */
  async judge(
    actor: Actor,
    found: FoundChangeRequest,
    pair: LockedChangeRequest,
  ): Promise<{ rules: RuleVerdict[]; isBypassed: boolean }> {
    const collected = await this.collect(actor, found, pair);
    if (!collected) return { rules: [], isBypassed: false };
    const { rules, facts } = collected;
    return { rules: judgeRules(rules, facts), isBypassed: mayBypass(rules, facts) };
  }

  /** The rules of the space with the facts that they check; null without rules. */
  private async collect(
    actor: Actor,
    found: FoundChangeRequest,
    pair: LockedChangeRequest,
  ): Promise<{ rules: MergeRule[]; facts: MergeFacts } | null> {
    const { space, changeRequest } = pair;
    const inherits = space.mergeRules.type === 'inherit';
    const organization = inherits ? await this.organizations.getOrganization(space.organizationId) : null;
    const rules = effectiveRules(space.mergeRules, organization?.mergeRules ?? null);
    if (rules.length === 0) return null;
    const reviews = await this.reviews.listLatest(changeRequest);
    const namedUserIds = rules.flatMap((rule) => ('users' in rule ? rule.users : []));
    const possibleReviewerIds = [...namedUserIds, ...reviews.map(({ reviewer }) => reviewer)];
    const reviewers = await this.findReviewers(space, possibleReviewerIds);
    const users = await this.users.findUsersByIds(possibleReviewerIds);
    const isCustom = rules.some(({ rule }) => rule === 'custom');
    const facts = {
      actor: actor.userId,
      author: changeRequest.createdBy,
      subject: changeRequest.subject,
      description: descriptionOf(pair),
      outdated: isOutdated(changeRequest, space.revisionId),
      reviews,
      reviewers,
      names: new Map([...users].map(([id, { displayName }]) => [id, displayName])),
      scope: isCustom ? await this.loadRuleScope(actor, found, pair, reviewers) : {},
    };
    return { rules, facts };
  }

  /** The users among `users` who may review at this moment. */
  private async findReviewers(space: SpaceRecord, users: readonly string[]): Promise<Set<string>> {
    const { organizationId, id } = space;
    const roles = await this.grants.findRoles({ organizationId, type: 'space', id }, users);
    const mayReview = (role: Role): boolean => verdictOn({ space, role }, 'review').allowed;
    return new Set([...roles].flatMap(([user, role]) => (mayReview(role) ? [user] : [])));
  }

  /** The resources that custom rules can name, in the form in which the API shows them to the actor. */
  private async loadRuleScope(
    actor: Actor,
    found: FoundChangeRequest,
    pair: LockedChangeRequest,
    reviewers: ReadonlySet<string>,
  ): Promise<Scope> {
    const { space, changeRequest } = pair;
    const row = { ...found, changeRequest, mainRevisionId: space.revisionId };
    const allReviews = await this.reviews.listAll(changeRequest);
    const reviews = allReviews.filter(({ reviewerId }) => reviewers.has(reviewerId));
    const user = (await this.users.findUsersByIds([actor.userId])).get(actor.userId);
    return {
      space: presentSpace({ ...found.view, space }, this.urls),
      changeRequest: Object.assign(presentChangeRequest(row, this.urls), {
        description: descriptionOf(pair),
      }),
      reviews: reviews.map((review) => presentReview({ changeRequest, review }, this.urls)),
      actor: user && presentUser(user, this.urls),
    };
  }
}

function descriptionOf({ changeRequest: { description } }: LockedChangeRequest): string {
  return description === null ? '' : documentText(description);
}
