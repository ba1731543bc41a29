import { ApiProperty, ApiPropertyOptional, ApiSchema } from '@nestjs/swagger';
import {
  BooleanField,
  EnumField,
  JsonField,
  NumberField,
  ObjectField,
  Refuse,
  TextField,
} from '#platform/http/fields.js';

const PROVIDERS = ['github', 'gitlab'] as const;
const REF = {
  max: 266,
  pattern: /^refs\/heads\/(?!.*\.\.)[^\s~^:?*[\\]+$/,
  patternMeaning: 'the full name of a branch, such as refs/heads/main',
};

export class GitInstallationParams {
  @TextField({ max: 64, description: 'Id of the installation.' })
  installationId: string;
}

export class GitHubRepositoryParams extends GitInstallationParams {
  @TextField({ max: 255, description: 'Account that the repository belongs to.' })
  accountName: string;

  @TextField({ max: 255, description: 'Name of the repository.' })
  repositoryName: string;
}

export class GitLabProjectParams extends GitInstallationParams {
  @TextField({ max: 20, pattern: /^\d+$/, patternMeaning: 'a number', description: 'Id of the project.' })
  projectId: string;
}

export class RepositoryFileQuery {
  @TextField({ min: 1, max: 1024, description: 'Path of the file in the repository.' })
  path: string;

  @TextField({ min: 1, max: 266, description: 'Branch, tag or commit.' })
  ref: string;
}

class GitInstallationTargetBody {
  @EnumField(['space', 'site'], { description: 'Kind of target.' })
  type: 'space' | 'site';

  @TextField({ optional: true, max: 64, description: 'Id of the space.' })
  spaceId?: string;

  @TextField({ optional: true, max: 64, description: 'Id of the site; none with a space.' })
  siteId?: string;
}

@ApiSchema({ name: 'InstallGitSync' })
export class InstallGitSyncBody {
  @EnumField(PROVIDERS, { description: 'Host of the repository.', example: 'gitlab' })
  provider: 'github' | 'gitlab';

  @ObjectField(() => GitInstallationTargetBody, {
    description: 'The space or site to install on.',
    example: { type: 'space', spaceId: '{spaceId}' },
  })
  target: GitInstallationTargetBody;
}

class ProviderConfigurationBody {
  @NumberField({ optional: true, min: 1, integer: true, description: 'Id of the repository at GitHub.' })
  repositoryId?: number;

  @NumberField({ optional: true, min: 1, integer: true, description: 'Id of the project at GitLab.' })
  projectId?: number;

  @TextField({ ...REF, optional: true, description: 'Full name of the branch.' })
  branch?: string;

  @TextField({
    optional: true,
    min: 1,
    max: 4096,
    description: 'Token for GitLab; stored encrypted, never shown.',
  })
  accessToken?: string;

  @TextField({ optional: true, nullable: true, max: 2048, description: 'Address of your own GitLab.' })
  customInstanceURL?: string | null;
}

@ApiSchema({ name: 'UpdateGitSyncInstallation' })
export class UpdateGitInstallationBody {
  @EnumField(PROVIDERS, { description: 'Host of the repository; it stays as it is.', example: 'gitlab' })
  provider: 'github' | 'gitlab';

  @ObjectField(() => ProviderConfigurationBody, {
    description: 'Repository and branch; what is left out stays.',
    example: { branch: 'refs/heads/main' },
  })
  providerConfiguration: ProviderConfigurationBody;

  @TextField({ optional: true, max: 1024, description: 'Folder in the repository.', example: 'docs' })
  projectDirectory?: string;

  @TextField({ optional: true, max: 500, description: 'Template of the subject of commits.' })
  commitMessageTemplate?: string;

  @BooleanField({ optional: true, description: 'Only false: previews belong to pull requests here.' })
  @Refuse((value) =>
    value === true ? '$property must be false: pull requests have previews, other branches have none' : null,
  )
  previewExternalBranches?: boolean;

  @TextField({
    optional: true,
    array: { max: 2 },
    description: 'Only an empty list: no such files are exported.',
  })
  @Refuse((value) =>
    Array.isArray(value) && value.length > 0
      ? '$property must be empty: no files for agents are exported'
      : null,
  )
  agentInstructions?: string[];

  @EnumField(['git', 'gitbook'], {
    optional: true,
    description: 'Whose pages count where both have some at first.',
  })
  priority?: 'git' | 'gitbook';

  @JsonField({
    optional: true,
    description: 'Of a site: folders of its spaces, by the ids of their installations.',
  })
  childInstallationProjectDirectories?: object;
}

class GitInstallationTargetResource {
  @ApiProperty({ enum: ['space', 'site'] })
  type: 'space' | 'site';
  @ApiPropertyOptional({ description: 'Of an installation on a space.' })
  spaceId?: string;
  @ApiPropertyOptional({ description: 'Of an installation on a site.' })
  siteId?: string;
}

class InstallationUrlsResource {
  @ApiProperty({ format: 'uri' })
  location: string;
}

@ApiSchema({ name: 'GitSyncInstallation' })
export class GitInstallationResource {
  @ApiProperty({ enum: ['git-sync-installation'] })
  object: 'git-sync-installation';
  @ApiProperty({ description: 'That of the connection, once there is one.' })
  id: string;
  @ApiPropertyOptional({ description: 'Id of the installation on the site with which the space is synced.' })
  parentInstallationId?: string;
  @ApiProperty({ enum: PROVIDERS })
  provider: 'github' | 'gitlab';
  @ApiProperty({ type: 'object', additionalProperties: true })
  providerConfiguration: {
    repositoryId?: number;
    projectId?: number;
    branch?: string;
    customInstanceURL?: string;
  };
  @ApiPropertyOptional()
  projectDirectory?: string;
  @ApiPropertyOptional()
  commitMessageTemplate?: string;
  @ApiPropertyOptional({ enum: ['git', 'gitbook'] })
  priority?: 'git' | 'gitbook';
  @ApiProperty({ type: GitInstallationTargetResource })
  target: GitInstallationTargetResource;
  @ApiProperty({
    enum: ['unauthenticated', 'active', 'pending'],
    description:
      'unauthenticated: nothing opens the repository, or not any more; pending: no repository is chosen yet.',
  })
  status: 'unauthenticated' | 'active' | 'pending';
  @ApiProperty({ format: 'date-time' })
  createdAt: string;
  @ApiProperty({ description: 'Id of the user who made it.' })
  createdBy: string;
  @ApiProperty({ format: 'date-time' })
  updatedAt: string;
  @ApiProperty({ type: InstallationUrlsResource })
  urls: InstallationUrlsResource;
}

@ApiSchema({ name: 'GitSyncInstallations' })
export class GitInstallationsResource {
  @ApiProperty({ type: [GitInstallationResource] })
  items: GitInstallationResource[];
}

@ApiSchema({ name: 'GitSyncRepository' })
export class GitRepositoryResource {
  @ApiProperty()
  id: number;
  @ApiProperty()
  accountName: string;
  @ApiProperty()
  repositoryName: string;
  @ApiProperty()
  fullName: string;
  @ApiProperty({ nullable: true, type: String })
  defaultBranch: string | null;
}

@ApiSchema({ name: 'GitSyncRepositories' })
export class GitRepositoriesResource {
  @ApiProperty({ type: [GitRepositoryResource] })
  items: GitRepositoryResource[];
}

@ApiSchema({ name: 'GitSyncBranch' })
export class GitBranchResource {
  @ApiProperty()
  name: string;
  @ApiProperty({ description: 'Full name.' })
  ref: string;
}

@ApiSchema({ name: 'GitSyncBranches' })
export class GitBranchesResource {
  @ApiProperty({ type: [GitBranchResource] })
  items: GitBranchResource[];
}

@ApiSchema({ name: 'GitSyncRepositoryFile' })
export class GitRepositoryFileResource {
  @ApiProperty()
  name: string;
  @ApiProperty()
  path: string;
  @ApiProperty()
  sha: string;
  @ApiProperty({ description: 'In bytes.' })
  size: number;
}
