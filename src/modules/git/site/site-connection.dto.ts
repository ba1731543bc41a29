import { ApiProperty, ApiPropertyOptional, ApiSchema, PickType } from '@nestjs/swagger';
import { TextField } from '#platform/http/fields.js';
import { ImportWarningResource } from '../git.dto.js';
import { GitConnectionResource } from '../sync/git-connection.dto.js';

export class GitSiteParams {
  @TextField({ max: 64, description: 'Id of the organization.' })
  organizationId: string;

  @TextField({ max: 64, description: 'Id of the site.' })
  siteId: string;
}

export class SiteRunParams extends GitSiteParams {
  @TextField({ max: 64, description: 'Id of the run.' })
  runId: string;
}

class SiteChildResource {
  @ApiProperty({ description: 'Id of the connection of the space.' })
  id: string;
  @ApiProperty({ description: 'Id of the space.' })
  space: string;
  @ApiProperty({ description: 'Empty for the whole repository.' })
  folder: string;
  @ApiProperty({ enum: ['pending', 'active', 'conflicts', 'failing', 'paused'] })
  status: GitConnectionResource['status'];
}

@ApiSchema({ name: 'GitSiteConnection' })
export class SiteConnectionResource extends PickType(GitConnectionResource, [
  ...['id', 'provider', 'url', 'branch', 'folder', 'priority', 'commitMessage', 'pullRequests'],
  ...['pullRequestComments', 'problem', 'publicKey', 'hostKeyFingerprint', 'commit', 'syncedAt', 'webhook'],
  ...['createdBy', 'createdAt', 'updatedAt'],
] as readonly Exclude<
  keyof GitConnectionResource,
  'object' | 'space' | 'parent' | 'status' | 'conflicts'
>[]) {
  @ApiProperty({ enum: ['git-site-connection'] })
  object: 'git-site-connection';
  @ApiProperty({ description: 'Id of the site.' })
  site: string;
  @ApiProperty({
    enum: ['pending', 'active', 'failing', 'paused'],
    description: 'pending: the first run has not ended; failing: see problem. Each space has its own status.',
  })
  status: 'pending' | 'active' | 'failing' | 'paused';
  @ApiProperty({ type: [SiteChildResource], description: 'The connections of its spaces.' })
  spaces: SiteChildResource[];
}

class SiteReportResource {
  @ApiPropertyOptional({ description: 'Id of the commit whose structure came in.' })
  imported?: string;
  @ApiPropertyOptional({ description: 'Id of the commit that was pushed.' })
  exported?: string;
  @ApiProperty({ type: [String], description: 'A sentence for each space that came or went.' })
  changes: string[];
  @ApiProperty({ type: [ImportWarningResource], description: 'Rules that the file breaks, and conflicts.' })
  warnings: ImportWarningResource[];
}

@ApiSchema({ name: 'GitSiteRun' })
export class SiteRunResource {
  @ApiProperty({ enum: ['git-site-run'] })
  object: 'git-site-run';
  @ApiProperty()
  id: string;
  @ApiProperty({ description: 'Address of the repository.' })
  source: string;
  @ApiProperty({ enum: ['running', 'success', 'failure'] })
  state: 'running' | 'success' | 'failure';
  @ApiProperty({ enum: ['repo_fetch', 'config_check', 'content_process', 'finalize'] })
  stage: 'repo_fetch' | 'config_check' | 'content_process' | 'finalize';
  @ApiProperty({ format: 'date-time' })
  createdAt: string;
  @ApiProperty({ format: 'date-time' })
  updatedAt: string;
  @ApiPropertyOptional({ format: 'date-time' })
  completedAt?: string;
  @ApiPropertyOptional({ description: 'Why it failed.' })
  error?: string;
  @ApiPropertyOptional({ type: SiteReportResource, description: 'Also when the file broke a rule.' })
  report?: SiteReportResource;
}

@ApiSchema({ name: 'GitSiteRuns' })
export class SiteRunsResource {
  @ApiProperty({ type: [SiteRunResource] })
  items: SiteRunResource[];
}
