import { Controller, Get, Param, Post, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { mapPage, type Page } from '#platform/database/pagination.js';
import { type Actor, CurrentActor } from '#platform/http/actor.js';
import { NoContent, Ok } from '#platform/http/answers.js';
import { Authenticated } from '#platform/http/authenticated.js';
import { Operation } from '#platform/http/operation.js';
import { ApiPage, PageQuery } from '#platform/http/page.dto.js';
import { IntegrationParams } from '../catalog/integration.dto.js';
import { EventParams, IntegrationEventResource, TracedEventResource } from './event.dto.js';
import { EventLog } from './event-log.service.js';
import { presentEvent, presentTracedEvent } from './event.presenter.js';

@ApiTags('integrations')
@Controller('v1/integrations/:integrationName')
export class IntegrationEventsController {
  constructor(private readonly log: EventLog) {}

  @Get('events')
  @Authenticated('integration:read', { integrations: true })
  @Operation('listIntegrationEvents', 'List the events of an integration of the last 30 days, newest first')
  @ApiPage(IntegrationEventResource)
  async list(
    @CurrentActor() actor: Actor,
    @Param() { integrationName }: IntegrationParams,
    @Query() query: PageQuery,
  ): Promise<Page<IntegrationEventResource>> {
    return mapPage(await this.log.list(actor, 'events', integrationName, query), presentEvent);
  }

  @Get('events/:eventId')
  @Authenticated('integration:read', { integrations: true })
  @Operation('getIntegrationEvent', 'One event, with what the script logged')
  @Ok(TracedEventResource)
  async get(
    @CurrentActor() actor: Actor,
    @Param() { integrationName, eventId }: EventParams,
  ): Promise<TracedEventResource> {
    return presentTracedEvent(await this.log.get(actor, integrationName, eventId));
  }

  @Post('events/:eventId/redeliver')
  @Authenticated('integration:write')
  @Operation('redeliverIntegrationEvent', 'Deliver an event again, with the same id')
  @NoContent('It is delivered in the background.')
  redeliver(@CurrentActor() actor: Actor, @Param() { integrationName, eventId }: EventParams): Promise<void> {
    return this.log.redeliver(actor, integrationName, eventId);
  }

  @Get('tasks')
  @Authenticated('integration:read', { integrations: true })
  @Operation(
    'listIntegrationTasks',
    'Tasks of an integration, newest first, those that wait for their time too; of the last 30 days',
  )
  @ApiPage(IntegrationEventResource)
  async listTasks(
    @CurrentActor() actor: Actor,
    @Param() { integrationName }: IntegrationParams,
    @Query() query: PageQuery,
  ): Promise<Page<IntegrationEventResource>> {
    return mapPage(await this.log.list(actor, 'tasks', integrationName, query), presentEvent);
  }
}
