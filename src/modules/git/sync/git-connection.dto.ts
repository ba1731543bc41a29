import { ApiProperty, ApiPropertyOptional, ApiSchema, IntersectionType } from '@nestjs/swagger';
import { BooleanField, EnumField, TextField } from '#platform/http/fields.js';
import { GIT_PROVIDERS, type GitProvider } from '../remote/provider-credentials.js';
import { PULL_REQUEST_USES, type PullRequestUse } from './git-connection.entity.js';

const BRANCH = {
  min: 1,
  max: 255,
  pattern: /^(?!.*\.\.)[^\s~^:?*[\\]+$/,
  patternMeaning: 'the name of a branch, such as main',
};

class PullRequestSettings {
  @EnumField(PULL_REQUEST_USES, {
    optional: true,
    description:
      'Use of pull requests of the repository: as a preview for members (when left out), as a change request too, or not at all. Pull requests of forks are never change requests.',
  })
  pullRequests?: PullRequestUse;

  @BooleanField({
    optional: true,
    description:
      'True to have comments on a pull request and on its change request in both places. Whoever sees the pull request reads them then.',
  })
  pullRequestComments?: boolean;
}

class RepositoryAccess {
  @EnumField(GIT_PROVIDERS, {
    optional: true,
    description: 'Product that serves the repository; told from its address when left out.',
  })
  provider?: GitProvider;

  @TextField({
    optional: true,
    max: 4096,
    description:
      'Token that may read from and write to the repository. It is stored encrypted and never shown.',
  })
  token?: string;

  @TextField({
    optional: true,
    max: 255,
    description: 'User name that goes with the token, where the host wants one.',
  })
  username?: string;
}

@ApiSchema({ name: 'CheckRepository' })
export class CheckRepositoryBody extends RepositoryAccess {
  @TextField({
    min: 1,
    max: 2048,
    description: 'Address over HTTPS.',
    example: '{repositoryUrl}',
  })
  url: string;
}

@ApiSchema({ name: 'ConnectRepository' })
export class ConnectRepositoryBody extends IntersectionType(RepositoryAccess, PullRequestSettings) {
  @TextField({
    min: 1,
    max: 2048,
    description: 'Address over HTTPS or SSH. A key is made for one over SSH.',
    example: '{repositoryUrl}',
  })
  url: string;

  @TextField({ ...BRANCH, optional: true, description: 'The default branch when left out.' })
  branch?: string;

  @TextField({ optional: true, max: 1024, description: 'Folder in the repository; all of it when left out.' })
  folder?: string;

  @EnumField(['git', 'bindery'], {
    optional: true,
    description:
      'Whose pages count where both sides have some at first: those of the repository (`git`, when left out), or those of the space.',
  })
  priority?: 'git' | 'bindery';

  @TextField({
    optional: true,
    max: 500,
    description:
      'Subject of commits; `{change_request_number}` and `{change_request_subject}` are filled in.',
  })
  commitMessage?: string;
}

@ApiSchema({ name: 'UpdateGitConnection' })
export class UpdateConnectionBody extends PullRequestSettings {
  @TextField({ optional: true, min: 1, max: 2048, description: 'New address of the same repository.' })
  url?: string;

  @TextField({ ...BRANCH, optional: true, description: 'Branch to go on with.', example: 'docs' })
  branch?: string;

  @TextField({ optional: true, max: 1024, description: 'Folder in the repository.' })
  folder?: string;

  @TextField({ optional: true, min: 1, max: 4096, description: 'New token.' })
  token?: string;

  @TextField({ optional: true, max: 255, description: 'User name that goes with the new token.' })
  username?: string;

  @TextField({ optional: true, max: 500, description: 'Subject of commits; empty for the usual one.' })
  commitMessage?: string;

  @BooleanField({ optional: true, description: 'True while the connection rests.' })
  paused?: boolean;
}

@ApiSchema({ name: 'RepositoryCheck' })
export class RepositoryCheckResource {
  @ApiProperty({ enum: GIT_PROVIDERS })
  provider: GitProvider;
  @ApiPropertyOptional({ description: 'Absent for an empty repository.' })
  defaultBranch?: string;
  @ApiProperty({ type: [String] })
  branches: string[];
}

export class ConnectionProblemResource {
  @ApiProperty({ description: 'Kind of problem, such as `no-access` or `no-branch`.' })
  code: string;
  @ApiProperty({ description: 'A sentence that says what to do.' })
  message: string;
  @ApiProperty({ format: 'date-time' })
  since: string;
}

class ConnectionConflictsResource {
  @ApiProperty({ description: 'Id of the change request in which people decide.' })
  changeRequest: string;
  @ApiProperty({ type: [String], description: 'Paths of the files that wait.' })
  files: string[];
}

export class ConnectionWebhookResource {
  @ApiProperty({ description: 'Address that the host is to tell of pushes.' })
  url: string;
  @ApiProperty({ description: 'Secret with which the host signs.' })
  secret: string;
  @ApiPropertyOptional({ format: 'date-time', description: 'When the host told of a push last.' })
  lastSeenAt?: string;
}

@ApiSchema({ name: 'GitConnection' })
export class GitConnectionResource {
  @ApiProperty({ enum: ['git-connection'] })
  object: 'git-connection';
  @ApiProperty()
  id: string;
  @ApiProperty({ description: 'Id of the space.' })
  space: string;
  @ApiPropertyOptional({
    description: 'Id of the connection of the site that it belongs to, where everything about it is changed.',
  })
  parent?: string;
  @ApiProperty({ enum: GIT_PROVIDERS })
  provider: GitProvider;
  @ApiProperty({ description: 'Address of the repository, without credentials.' })
  url: string;
  @ApiProperty()
  branch: string;
  @ApiProperty({ description: 'Empty for the whole repository.' })
  folder: string;
  @ApiProperty({ enum: ['git', 'bindery'] })
  priority: 'git' | 'bindery';
  @ApiPropertyOptional()
  commitMessage?: string;
  @ApiProperty({ enum: PULL_REQUEST_USES, description: 'Use of pull requests of the repository.' })
  pullRequests: PullRequestUse;
  @ApiProperty({ description: 'True if comments on pull requests and change requests are in both places.' })
  pullRequestComments: boolean;
  @ApiProperty({
    enum: ['pending', 'active', 'conflicts', 'failing', 'paused'],
    description:
      'pending: the first run has not ended; conflicts: people have to decide about some files, the others go on; failing: see problem.',
  })
  status: 'pending' | 'active' | 'conflicts' | 'failing' | 'paused';
  @ApiPropertyOptional({ type: ConnectionProblemResource })
  problem?: ConnectionProblemResource;
  @ApiPropertyOptional({ type: ConnectionConflictsResource })
  conflicts?: ConnectionConflictsResource;
  @ApiPropertyOptional({ description: 'Public key that the host has to let in, with the right to write.' })
  publicKey?: string;
  @ApiPropertyOptional({ description: 'Fingerprint of the key that the host showed.' })
  hostKeyFingerprint?: string;
  @ApiPropertyOptional({ description: 'The commit that both sides had in common last.' })
  commit?: string;
  @ApiPropertyOptional({ format: 'date-time', description: 'When both sides were the same last.' })
  syncedAt?: string;
  @ApiProperty({ type: ConnectionWebhookResource })
  webhook: ConnectionWebhookResource;
  @ApiProperty({ description: 'Id of the user who made it, and with whose rights it works.' })
  createdBy: string;
  @ApiProperty({ format: 'date-time' })
  createdAt: string;
  @ApiProperty({ format: 'date-time' })
  updatedAt: string;
}
