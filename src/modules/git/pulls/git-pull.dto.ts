import { ApiProperty, ApiPropertyOptional, ApiSchema } from '@nestjs/swagger';
import { EnumField } from '#platform/http/fields.js';

export const PULL_STATES = ['open', 'merged', 'closed'] as const;

export class ListPullRequestsQuery {
  @EnumField(['open', 'all'], {
    optional: true,
    default: 'open',
    description: 'all: those that are over too',
  })
  state?: 'open' | 'all';
}

@ApiSchema({ name: 'GitPullRequest' })
export class GitPullRequestResource {
  @ApiProperty({ enum: ['git-pull-request'] })
  object: 'git-pull-request';
  @ApiProperty({ description: 'Number of the pull request, or merge request, at its host.' })
  number: number;
  @ApiProperty()
  title: string;
  @ApiProperty({ description: 'Name of its author at the host.' })
  author: string;
  @ApiProperty({ enum: PULL_STATES })
  state: (typeof PULL_STATES)[number];
  @ApiProperty({
    description: 'Its branch is in another repository; its preview shows nothing but the folder itself.',
  })
  fork: boolean;
  @ApiProperty({ format: 'uri', description: 'Address at the host.' })
  url: string;
  @ApiPropertyOptional({ description: 'The commit that was read last.' })
  commit?: string;
  @ApiPropertyOptional({
    format: 'uri',
    description: 'Address of the preview, for members. Absent where the pull request changes no content.',
  })
  preview?: string;
  @ApiPropertyOptional({ description: 'Id of the revision that the preview shows.' })
  revision?: string;
  @ApiPropertyOptional({ description: 'Id of its change request.' })
  changeRequest?: string;
  @ApiPropertyOptional({ description: 'Why there is no preview of the commit.' })
  problem?: string;
  @ApiPropertyOptional({ description: 'Why the host does not show the status or the comment.' })
  hostProblem?: string;
}

@ApiSchema({ name: 'GitPullRequests' })
export class GitPullRequestsResource {
  @ApiProperty({ type: [GitPullRequestResource] })
  items: GitPullRequestResource[];
}
