import { documentText } from '#modules/documents/index.js';
import { Organizations } from '#modules/organizations/index.js';
import type { Actor } from '#platform/http/actor.js';
import { Conflict } from '#platform/http/errors.js';
import { Injectable } from '@nestjs/common';
import type { LockedPair } from '../change-request-access.js';
import { isOutdated } from '../change-request.presenter.js';
import { ReviewsRepository } from '../reviews/reviews.repository.js';
import { effectiveRules, judgeMerge } from './merge-rules.js';

/** Gathers what the merge rules look at. */
@Injectable()
export class MergeRuleCheck {
  constructor(
    private readonly organizations: Organizations,
    private readonly reviews: ReviewsRepository,
  ) {}

  /** @throws Conflict that names every rule which does not let the actor merge yet. */
  async require(actor: Actor, { space, changeRequest }: LockedPair): Promise<void> {
    const inherits = space.mergeRules.type === 'inherit';
    const organization = inherits ? await this.organizations.getOrganization(space.organizationId) : null;
    const rules = effectiveRules(space.mergeRules, organization?.mergeRules ?? null);
    if (rules.length === 0) return;
    const verdict = judgeMerge(rules, {
      actor: actor.userId,
      subject: changeRequest.subject,
      description: changeRequest.description === null ? '' : documentText(changeRequest.description),
      outdated: isOutdated(changeRequest, space.revisionId),
      reviews: await this.reviews.standing(changeRequest),
      requestedReviewers: await this.reviews.requestedUserIds(changeRequest),
    });
    if (verdict.allowed) return;
    throw new Conflict(`The merge rules do not allow this merge yet. ${verdict.reasons.join(' ')}`);
  }
}
