import { Body, Controller, Delete, HttpCode, Param, Post, Put } from '@nestjs/common';
import { ApiResponse, ApiTags } from '@nestjs/swagger';
import { type Actor, CurrentActor } from '#platform/http/actor.js';
import { NoContent } from '#platform/http/answers.js';
import { Authenticated } from '#platform/http/authenticated.js';
import { Operation } from '#platform/http/operation.js';
import { IntegrationParams } from '../catalog/integration.dto.js';
import { Development } from './development.service.js';
import { DevelopmentBody, TaskBody } from './event.dto.js';

@ApiTags('integrations')
@Controller('v1/integrations/:integrationName')
export class IntegrationDevelopmentController {
  constructor(private readonly development: Development) {}

  @Put('dev')
  @Authenticated('integration:write')
  @Operation('setIntegrationDevelopmentMode', 'Send events of an integration to where you work on it')
  @NoContent('From now on.')
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
  @Operation('disableIntegrationDevelopmentMode', 'Send events to the published script again')
  @ApiResponse({ status: 205, description: 'From now on.' })
  end(@CurrentActor() actor: Actor, @Param() { integrationName }: IntegrationParams): Promise<void> {
    return this.development.setTunnel(actor, integrationName, null, false);
  }

  @Post('tasks')
  @Authenticated('integration:write', { integrations: true })
  @Operation('queueIntegrationTask', 'Have your own script told something later, as an event of type task')
  @NoContent('It waits for its time.')
  addTask(
    @CurrentActor() actor: Actor,
    @Param() { integrationName }: IntegrationParams,
    @Body() { task, schedule }: TaskBody,
  ): Promise<void> {
    return this.development.addTask(actor, integrationName, task, schedule ?? 0);
  }
}
