import { ApiProperty, ApiSchema } from '@nestjs/swagger';
import { OrganizationParams } from '#modules/organizations/index.js';
import { EnumField, TextField } from '#platform/http/fields.js';
import { PageQuery } from '#platform/http/page.dto.js';
import { CLUSTER_ORDERS, CLUSTER_STATUSES } from '../records/clusters.repository.js';

export class ClusterParams extends OrganizationParams {
  @TextField({ max: 64, description: 'Id of the cluster' })
  clusterId: string;
}

export class ClusterChangeRequestParams extends ClusterParams {
  @TextField({ max: 64, description: 'Id of the change request' })
  changeRequestId: string;
}

export class ListClustersQuery extends PageQuery {
  @EnumField(['asc', 'desc'], { optional: true, default: 'desc', description: 'Least or most first.' })
  order?: 'asc' | 'desc';

  @EnumField(CLUSTER_ORDERS, {
    optional: true,
    default: 'updatedAt',
    description: 'Order of clusters: by a time, or by a number of theirs.',
  })
  orderBy?: (typeof CLUSTER_ORDERS)[number];

  @EnumField(CLUSTER_STATUSES, {
    optional: true,
    description: '`pending`: no change request was made for it; `analysing`: one is a draft or open',
  })
  status?: (typeof CLUSTER_STATUSES)[number];
}

@ApiSchema({ name: 'ConversationsIssuesClusterStats' })
export class ClusterStatsResource {
  @ApiProperty()
  issues: number;

  @ApiProperty()
  conversations: number;

  @ApiProperty({ description: 'Change requests made for it' })
  tasksTotal: number;

  @ApiProperty({ description: 'Of these, drafts' })
  tasksBacklog: number;

  @ApiProperty({ description: 'Of these, open ones' })
  tasksStarted: number;

  @ApiProperty({ description: 'Of these, merged ones' })
  tasksCompleted: number;

  @ApiProperty({ description: 'Of these, archived ones' })
  tasksCancelled: number;
}

@ApiSchema({ name: 'ConversationsIssuesClusterUrls' })
export class ClusterUrlsResource {
  @ApiProperty({ format: 'uri' })
  location: string;

  @ApiProperty({ format: 'uri' })
  app: string;
}

@ApiSchema({ name: 'ConversationsIssuesCluster' })
export class ClusterResource {
  @ApiProperty({ enum: ['issues-cluster'] })
  object: 'issues-cluster';

  @ApiProperty()
  id: string;

  @ApiProperty({ description: 'The question of a member that says best what all ask' })
  label: string;

  @ApiProperty({ format: 'date-time' })
  createdAt: string;

  @ApiProperty({ format: 'date-time' })
  updatedAt: string;

  @ApiProperty({ maxLength: 50, description: 'Name of an icon' })
  icon: string;

  @ApiProperty()
  summary: string;

  @ApiProperty({
    type: [Number],
    minItems: 13,
    maxItems: 13,
    description: 'Issues by week, the present one last',
  })
  weeklyPulse: number[];

  @ApiProperty({
    type: 'object',
    additionalProperties: { type: 'number' },
    description: 'Number of issues by source',
  })
  sources: Record<string, number>;

  @ApiProperty({ type: ClusterStatsResource })
  stats: ClusterStatsResource;

  @ApiProperty({ type: ClusterUrlsResource })
  urls: ClusterUrlsResource;
}
