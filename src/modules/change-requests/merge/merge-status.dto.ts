import { ApiProperty, ApiPropertyOptional, ApiSchema } from '@nestjs/swagger';
import { type MergeStatus, sentence } from './merge-status.service.js';

@ApiSchema({ name: 'ChangeRequestMergeRuleStatus' })
export class MergeRuleStatusResource {
  @ApiProperty({ description: 'Name of the rule, as in the merge rules of the space' })
  rule: string;

  @ApiProperty({ description: 'True if it allows the merge now' })
  met: boolean;

  @ApiProperty({ description: 'The condition of the rule, as a sentence' })
  requirement: string;

  @ApiPropertyOptional({
    description: 'A sentence about what is missing, with the names of people; absent when the rule is met',
  })
  reason?: string;
}

@ApiSchema({ name: 'ChangeRequestMergeStatus' })
export class MergeStatusResource {
  @ApiProperty({ enum: ['change-request-merge-status'] })
  object: 'change-request-merge-status';

  @ApiProperty({ description: 'True if you may merge it now' })
  mergeable: boolean;

  @ApiProperty({
    type: [String],
    description: 'A sentence for each obstacle; empty when you may merge it now',
  })
  obstacles: string[];

  @ApiProperty({ type: [MergeRuleStatusResource], description: 'The merge rules that count for the space' })
  rules: MergeRuleStatusResource[];

  @ApiProperty({ description: 'True if you may merge although rules are not met' })
  bypass: boolean;

  @ApiProperty({ description: 'True if the main content has changed since it was started or last updated' })
  outdated: boolean;

  @ApiProperty({ description: 'Number of open conflicts that a merge would meet now' })
  conflicts: number;
}

/** The wire form of what decides on a merge. */
export function presentMergeStatus(status: MergeStatus): MergeStatusResource {
  const { rules, isBypassed, outdated, conflicts, obstacles } = status;
  return {
    object: 'change-request-merge-status',
    mergeable: obstacles.length === 0,
    obstacles,
    rules: rules.map(({ rule, requirement, reason }) => ({
      rule,
      met: reason === null,
      requirement,
      ...(reason === null ? {} : { reason: sentence(reason) }),
    })),
    bypass: isBypassed,
    outdated,
    conflicts,
  };
}
