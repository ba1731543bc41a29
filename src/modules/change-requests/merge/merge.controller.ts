import { type Actor, CurrentActor } from '#platform/http/actor.js';
import { Ok } from '#platform/http/answers.js';
import { Authenticated } from '#platform/http/authenticated.js';
import { Operation } from '#platform/http/operation.js';
import { ApiPage, PageQuery } from '#platform/http/page.dto.js';
import { Urls } from '#platform/http/urls.js';
import { Body, Controller, Get, Param, Post, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { ChangeRequestParams, MergeResultResource, UpdateResultResource } from '../change-request.dto.js';
import { ConflictResource, ResolveConflictsBody, ResolvedConflictsResource } from './conflict.dto.js';
import { presentConflict } from './conflict.presenter.js';
import { ChangeRequestConflicts } from './conflicts.service.js';
import { MergeStatusResource, presentMergeStatus } from './merge-status.dto.js';
import { MergeStatuses } from './merge-status.service.js';
import { MergeChangeRequest } from './merge-change-request.js';
import { UpdateChangeRequest } from './update-change-request.js';

@ApiTags('change-requests')
@Controller('v1/spaces/:spaceId/change-requests/:changeRequestId')
export class MergeController {
  constructor(
    private readonly mergeChangeRequest: MergeChangeRequest,
    private readonly updateChangeRequest: UpdateChangeRequest,
    private readonly conflicts: ChangeRequestConflicts,
    private readonly statuses: MergeStatuses,
    private readonly urls: Urls,
  ) {}

  @Post('merge')
  @Authenticated('space:content:write')
  @Operation(
    'mergeChangeRequest',
    'Bring a change request into the main content',
    'With open conflicts nothing changes; list and resolve them, then merge again.',
  )
  @Ok(MergeResultResource)
  merge(@CurrentActor() actor: Actor, @Param() params: ChangeRequestParams): Promise<MergeResultResource> {
    return this.mergeChangeRequest.execute(actor, params.spaceId, params.changeRequestId);
  }

  @Post('update')
  @Authenticated('space:content:write')
  @Operation(
    'updateChangeRequest',
    'Bring the main content into a change request',
    'With open conflicts nothing changes; list and resolve them, then update again.',
  )
  @Ok(UpdateResultResource)
  update(@CurrentActor() actor: Actor, @Param() params: ChangeRequestParams): Promise<UpdateResultResource> {
    return this.updateChangeRequest.execute(actor, params.spaceId, params.changeRequestId);
  }

  @Get('merge-status')
  @Authenticated('space:content:read')
  @Operation(
    'getChangeRequestMergeStatus',
    'Tell if you may merge a change request, and what is missing',
    'Each merge rule with what it wants and why it is not met, and the number of conflicts that a merge would meet.',
  )
  @Ok(MergeStatusResource)
  async status(
    @CurrentActor() actor: Actor,
    @Param() { spaceId, changeRequestId }: ChangeRequestParams,
  ): Promise<MergeStatusResource> {
    return presentMergeStatus(await this.statuses.get(actor, spaceId, changeRequestId));
  }

  @Get('conflicts')
  @Authenticated('space:content:read')
  @Operation('listChangeRequestConflicts', 'List the conflicts of the last merge or update')
  @ApiPage(ConflictResource)
  async list(@CurrentActor() actor: Actor, @Param() params: ChangeRequestParams, @Query() query: PageQuery) {
    const page = await this.conflicts.list(actor, params.spaceId, params.changeRequestId, query);
    return { ...page, items: page.items.map((row) => presentConflict(row, this.urls)) };
  }

  @Post('conflicts/resolve')
  @Authenticated('space:content:write')
  @Operation(
    'resolveChangeRequestConflicts',
    'Resolve conflicts; the next merge or update uses the resolutions',
  )
  @Ok(ResolvedConflictsResource)
  async resolve(
    @CurrentActor() actor: Actor,
    @Param() params: ChangeRequestParams,
    @Body() body: ResolveConflictsBody,
  ): Promise<ResolvedConflictsResource> {
    const { spaceId, changeRequestId } = params;
    const rows = await this.conflicts.resolve(actor, spaceId, changeRequestId, body.resolutions);
    return { items: rows.map((row) => presentConflict(row, this.urls)) };
  }
}
