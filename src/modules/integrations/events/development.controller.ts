import { Body, Controller, Delete, HttpCode, Param, Post, Put } from '@nestjs/common';
import { ApiNoContentResponse, ApiOperation, ApiResponse, ApiTags } from '@nestjs/swagger';
import { type Actor, CurrentActor } from '#platform/http/actor.js';
import { Authenticated } from '#platform/http/authenticated.js';
import { IntegrationParams } from '../catalog/integration.dto.js';
import { Development } from './development.service.js';
import { DevelopmentBody, TaskBody } from './event.dto.js';

@ApiTags('integrations')
@Controller('v1/integrations/:integrationName')
export class IntegrationDevelopmentController {
  constructor(private readonly development: Development) {}

  @Put('dev')
  @HttpCode(204)
  @Authenticated('integration:write')
  @ApiOperation({
    operationId: 'setIntegrationDevelopmentMode',
    summary: 'Send events of an integration to where you work on it',
  })
  @ApiNoContentResponse({ description: 'From now on.' })
  start(
    @CurrentActor() actor: Actor,
    @Param() { integrationName }: IntegrationParams,
    @Body() { tunnelUrl, all }: DevelopmentBody,
  ): Promise<void> {
    return this.development.setTunnel(actor, integrationName, tunnelUrl, all ?? false);
  }

  @Delete('dev')
  @HttpCode(205)
  @Authenticated('integration:write')
  @ApiOperation({
    operationId: 'disableIntegrationDevelopmentMode',
    summary: 'Send events to the published script again',
  })
  @ApiResponse({ status: 205, description: 'From now on.' })
  end(@CurrentActor() actor: Actor, @Param() { integrationName }: IntegrationParams): Promise<void> {
    return this.development.setTunnel(actor, integrationName, null, false);
  }

  @Post('tasks')
  @HttpCode(204)
  @Authenticated('integration:write', { integrations: true })
  @ApiOperation({
    operationId: 'queueIntegrationTask',
    summary: 'Have your own script told something later, as an event of type task',
  })
  @ApiNoContentResponse({ description: 'It waits for its time.' })
  addTask(
    @CurrentActor() actor: Actor,
    @Param() { integrationName }: IntegrationParams,
    @Body() { task, schedule }: TaskBody,
  ): Promise<void> {
    return this.development.addTask(actor, integrationName, task, schedule ?? 0);
  }
}
