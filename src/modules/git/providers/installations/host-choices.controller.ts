import { Controller, Get, Param, Query } from '@nestjs/common';
import { ApiResponse, ApiTags } from '@nestjs/swagger';
import { type Actor, CurrentActor } from '#platform/http/actor.js';
import { Ok } from '#platform/http/answers.js';
import { Authenticated } from '#platform/http/authenticated.js';
import { Operation } from '#platform/http/operation.js';
import {
  GitBranchesResource,
  GitHubRepositoryParams,
  GitInstallationParams,
  GitLabProjectParams,
  GitRepositoriesResource,
  GitRepositoryFileResource,
  RepositoryFileQuery,
} from './git-installation.dto.js';
import { InstallationChoices } from './installation-choices.js';

/** Repositories, branches and files from which an installation of Git Sync is chosen. */
@ApiTags('git-installations')
@ApiResponse({ status: 502, description: 'The host does not answer, or does not let us look.' })
@Controller('v1/git/installations/:installationId')
export class HostChoicesController {
  constructor(private readonly choices: InstallationChoices) {}

  @Get('github/repos')
  @Authenticated('space:git:sync')
  @Operation('listGitHubRepositoriesForGitSyncInstallation', 'Repositories of GitHub to choose from')
  @Ok(GitRepositoriesResource)
  repositories(
    @CurrentActor() actor: Actor,
    @Param() { installationId }: GitInstallationParams,
  ): Promise<GitRepositoriesResource> {
    return this.choices.repositories(actor, installationId, 'github');
  }

  @Get('github/repos/:accountName/:repositoryName/branches')
  @Authenticated('space:git:sync')
  @Operation('listGitHubRepoBranchesForGitSyncInstallation', 'Branches of a repository of GitHub')
  @Ok(GitBranchesResource)
  branches(
    @CurrentActor() actor: Actor,
    @Param() { installationId, accountName: owner, repositoryName: name }: GitHubRepositoryParams,
  ): Promise<GitBranchesResource> {
    return this.choices.branches(actor, installationId, 'github', { owner, name });
  }

  @Get('github/repos/:accountName/:repositoryName/file')
  @Authenticated('space:git:sync')
  @Operation('getGitHubRepoFileForGitSyncInstallation', 'A file of a repository of GitHub')
  @Ok(GitRepositoryFileResource)
  file(
    @CurrentActor() actor: Actor,
    @Param() { installationId, accountName: owner, repositoryName: name }: GitHubRepositoryParams,
    @Query() query: RepositoryFileQuery,
  ): Promise<GitRepositoryFileResource> {
    return this.choices.file(actor, installationId, 'github', { owner, name }, query);
  }

  @Get('gitlab/projects')
  @Authenticated('space:git:sync')
  @Operation('listGitLabProjectsForGitSyncInstallation', 'Projects of GitLab to choose from')
  @Ok(GitRepositoriesResource)
  projects(
    @CurrentActor() actor: Actor,
    @Param() { installationId }: GitInstallationParams,
  ): Promise<GitRepositoriesResource> {
    return this.choices.repositories(actor, installationId, 'gitlab');
  }

  @Get('gitlab/projects/:projectId/branches')
  @Authenticated('space:git:sync')
  @Operation('listGitLabProjectBranchesForGitSyncInstallation', 'Branches of a project of GitLab')
  @Ok(GitBranchesResource)
  projectBranches(
    @CurrentActor() actor: Actor,
    @Param() { installationId, projectId: id }: GitLabProjectParams,
  ): Promise<GitBranchesResource> {
    return this.choices.branches(actor, installationId, 'gitlab', { id });
  }

  @Get('gitlab/projects/:projectId/file')
  @Authenticated('space:git:sync')
  @Operation('getGitLabProjectFileForGitSyncInstallation', 'A file of a project of GitLab')
  @Ok(GitRepositoryFileResource)
  projectFile(
    @CurrentActor() actor: Actor,
    @Param() { installationId, projectId: id }: GitLabProjectParams,
    @Query() query: RepositoryFileQuery,
  ): Promise<GitRepositoryFileResource> {
    return this.choices.file(actor, installationId, 'gitlab', { id }, query);
  }
}
