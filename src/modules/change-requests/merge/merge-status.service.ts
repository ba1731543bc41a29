import type { Actor } from '#platform/http/actor.js';
import { Injectable } from '@nestjs/common';
import { ChangeRequestAccess } from '../change-request-access.js';
import { isOutdated } from '../change-request.presenter.js';
import { refusalOf } from '../change-request-rights.js';
import { MergeRuleCheck } from './merge-rule-check.js';
import type { RuleVerdict } from './merge-rules.js';
import { ThreeWayMerge } from './three-way-merge.js';

/** All that decides on a merge, for whoever wants to know before they try. */
export interface MergeStatus {
  rules: RuleVerdict[];
  /** True if a rule lets the actor merge while others are not met. */
  isBypassed: boolean;
  outdated: boolean;
  /** Number of open conflicts that a merge would meet now. */
  conflicts: number;
  /** A sentence for each obstacle; empty when the actor may merge now. */
  obstacles: string[];
}

/** Says whether a change request can be merged, and what is missing. */
@Injectable()
export class MergeStatuses {
  constructor(
    private readonly access: ChangeRequestAccess,
    private readonly rules: MergeRuleCheck,
    private readonly threeWay: ThreeWayMerge,
  ) {}

  /** @throws NotFound; Conflict or Busy when the merge takes too long to try. */
  async get(actor: Actor, spaceId: string, key: string): Promise<MergeStatus> {
    const found = await this.access.requireChangeRequest(actor, spaceId, key, 'view');
    const { changeRequest, view } = found;
    const pair = { space: view.space, changeRequest };
    const refusal = refusalOf(found, 'merge');
    const { rules, isBypassed } = await this.rules.judge(actor, found, pair);
    const outdated = isOutdated(changeRequest, view.space.revisionId);
    // Nothing can be in conflict with content that has not changed since.
    const isInWork = changeRequest.status === 'draft' || changeRequest.status === 'open';
    const conflicts = outdated && isInWork ? await this.threeWay.countOpen(pair) : 0;
    const unmet = isBypassed
      ? []
      : rules.flatMap(({ reason }) => (reason === null ? [] : [sentence(reason)]));
    const obstacles = [
      ...(refusal === null ? [] : [refusal]),
      ...unmet,
      ...(conflicts === 0 ? [] : [inConflict(conflicts)]),
    ];
    return { rules, isBypassed, outdated, conflicts, obstacles };
  }
}

function inConflict(conflicts: number): string {
  const is =
    conflicts === 1
      ? 'One conflict with the main content is'
      : `${conflicts} conflicts with the main content are`;
  return `${is} not resolved.`;
}

/** Begins with a capital letter. */
export function sentence(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
