import { ApiProperty, ApiPropertyOptional, ApiSchema, PartialType } from '@nestjs/swagger';
import { SpaceGitSyncResource } from '#modules/spaces/index.js';
import { BooleanField, EnumField, FREE_OBJECT, ObjectField, TextField } from '#platform/http/fields.js';

export class GitSpaceParams {
  @TextField({ max: 64, description: 'Id of the space.' })
  spaceId: string;
}

export class ImportRunParams extends GitSpaceParams {
  @TextField({ max: 64, description: 'Id of the import.' })
  runId: string;
}

export class ExportQuery {
  @TextField({
    optional: true,
    max: 64,
    description: 'Id of a revision of the space; the current one when absent.',
  })
  revision?: string;
}

export class GitInfoBody {
  @EnumField(['github', 'gitlab'], { optional: true, description: 'Host of the repository.' })
  provider?: 'github' | 'gitlab';

  @TextField({ optional: true, max: 2048, description: 'Address of the tree, for people.' })
  url?: string;
}

/** Common members of imports and exports. */
class GitRepositoryBody {
  @TextField({
    min: 1,
    max: 2048,
    description: 'Address of the repository; it may carry a user name and password.',
    example: 'https://git.example.com/docs.git',
  })
  url: string;

  @TextField({
    min: 1,
    max: 255,
    pattern: /^(?!.*\.\.)[^\s~^:?*[\\]+$/,
    patternMeaning: 'the name of a Git ref, such as refs/heads/main',
    description: 'Branch or tag, such as `refs/heads/main`.',
    example: 'refs/heads/main',
  })
  ref: string;

  @TextField({ optional: true, max: 2048, description: 'Address that files of the repository are seen at.' })
  repoTreeURL?: string;

  @TextField({
    optional: true,
    max: 2048,
    description: 'Address that commits of the repository are seen at.',
  })
  repoCommitURL?: string;

  @BooleanField({ optional: true, description: 'For an export: replace what the branch has.' })
  force?: boolean;

  @ObjectField(() => GitInfoBody, {
    optional: true,
    description: 'Details of the repository that the space shows.',
    schema: FREE_OBJECT,
  })
  gitInfo?: GitInfoBody;
}

@ApiSchema({ name: 'ImportGitRepository' })
export class ImportGitRepositoryBody extends GitRepositoryBody {}

@ApiSchema({ name: 'ExportToGitRepository' })
export class ExportToGitRepositoryBody extends GitRepositoryBody {
  @TextField({ min: 1, max: 10_000, description: 'Message of the commit.', example: 'Update the docs' })
  commitMessage: string;
}

export class ImportWarningResource {
  @ApiProperty({ description: 'Path in the folder.' })
  file: string;
  @ApiProperty({ description: 'Starting at 1.' })
  line: number;
  @ApiProperty({ description: 'Kind of problem, such as `broken-link` or `missing-file`.' })
  kind: string;
  @ApiProperty({ description: 'A sentence.' })
  message: string;
}

export class SyncReportResource {
  @ApiPropertyOptional({ description: 'Id of the commit that came in.' })
  imported?: string;
  @ApiPropertyOptional({ description: 'Id of the commit that was pushed.' })
  exported?: string;
  @ApiPropertyOptional({ description: 'Id of the change request in which people decide about conflicts.' })
  changeRequest?: string;
}

export class ImportReportResource {
  @ApiProperty({ description: 'Id of the space.' })
  space: string;
  @ApiProperty({ description: 'Revision that the space shows: the same as before when nothing differs.' })
  revision: string;
  @ApiProperty()
  pages: number;
  @ApiProperty()
  files: number;
  @ApiProperty({ type: [ImportWarningResource] })
  warnings: ImportWarningResource[];
  @ApiPropertyOptional({ type: SyncReportResource, description: 'Of a sync.' })
  sync?: SyncReportResource;
}

@ApiSchema({ name: 'ImportRun' })
export class ImportRunResource {
  @ApiProperty({ enum: ['import-run'] })
  object: 'import-run';
  @ApiProperty()
  id: string;
  @ApiProperty({ enum: ['upload', 'git-import', 'git-export', 'git-sync'] })
  kind: 'upload' | 'git-import' | 'git-export' | 'git-sync';
  @ApiProperty({ description: 'The address of the repository, or `upload`.' })
  source: string;
  @ApiProperty({ enum: ['running', 'success', 'failure'] })
  state: 'running' | 'success' | 'failure';
  @ApiProperty({ enum: ['repo_fetch', 'config_check', 'content_process', 'finalize'] })
  stage: 'repo_fetch' | 'config_check' | 'content_process' | 'finalize';
  @ApiProperty({ description: 'Pages done in this stage.' })
  done: number;
  @ApiProperty({ description: 'Pages there are in this stage.' })
  total: number;
  @ApiProperty({ format: 'date-time' })
  createdAt: string;
  @ApiProperty({ format: 'date-time' })
  updatedAt: string;
  @ApiPropertyOptional({ format: 'date-time' })
  completedAt?: string;
  @ApiPropertyOptional({ description: 'Why it failed.' })
  error?: string;
  @ApiPropertyOptional({ type: ImportReportResource, description: 'When it succeeded.' })
  report?: ImportReportResource;
}

@ApiSchema({ name: 'ImportRuns' })
export class ImportRunsResource {
  @ApiProperty({ type: [ImportRunResource] })
  items: ImportRunResource[];
}

@ApiSchema({ name: 'GitSyncOperation' })
export class GitSyncOperationResource {
  @ApiProperty({ enum: ['running', 'success', 'failure'] })
  state: 'running' | 'success' | 'failure';
  @ApiProperty({ enum: ['import', 'export'] })
  direction: 'import' | 'export';
  @ApiProperty({ enum: ['repo_fetch', 'config_check', 'content_process', 'finalize'] })
  stage: 'repo_fetch' | 'config_check' | 'content_process' | 'finalize';
  @ApiProperty()
  dispatchedTasks: number;
  @ApiProperty()
  completedTasks: number;
  @ApiProperty({ format: 'date-time' })
  startedAt: string;
  @ApiProperty({ format: 'date-time' })
  updatedAt: string;
  @ApiPropertyOptional({ format: 'date-time' })
  completedAt?: string;
  @ApiPropertyOptional({ format: 'date-time', description: 'When it ended, however it did.' })
  endedAt?: string;
  @ApiPropertyOptional()
  error?: string;
}

@ApiSchema({ name: 'GitSyncState' })
export class GitSyncStateResource extends PartialType(SpaceGitSyncResource) {
  @ApiPropertyOptional({
    type: GitSyncOperationResource,
    description: 'The newest import, export or sync.',
  })
  operation?: GitSyncOperationResource;
}
