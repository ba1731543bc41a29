import { Controller, Get, Param, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { type Actor, CurrentActor } from '#platform/http/actor.js';
import { Ok } from '#platform/http/answers.js';
import { Authenticated } from '#platform/http/authenticated.js';
import { Operation } from '#platform/http/operation.js';
import { GitSpaceParams } from '../git.dto.js';
import { GitPullRequestsResource, ListPullRequestsQuery } from './git-pull.dto.js';
import { presentPull } from './git-pull.presenter.js';
import { PullNotes } from './pull-notes.js';
import { PullRequests } from './pull-requests.service.js';

/** Pull requests of the repository that a space is connected with. */
@ApiTags('space-git')
@Controller('v1/spaces/:spaceId/git')
export class GitPullsController {
  constructor(
    private readonly pulls: PullRequests,
    private readonly notes: PullNotes,
  ) {}

  @Get('pull-requests')
  @Authenticated('space:content:read')
  @Operation('listGitPullRequests', 'Pull requests of the repository of a space, with their previews')
  @Ok(GitPullRequestsResource)
  async list(
    @CurrentActor() actor: Actor,
    @Param() { spaceId }: GitSpaceParams,
    @Query() { state }: ListPullRequestsQuery,
  ): Promise<GitPullRequestsResource> {
    const found = await this.pulls.list(actor, spaceId, state !== 'all');
    return { items: found.map((view) => presentPull(view, this.notes.addressOf(view.pull))) };
  }
}
