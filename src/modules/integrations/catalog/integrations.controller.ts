import { Body, Controller, Delete, Get, Param, Post, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Page } from '#platform/database/pagination.js';
import { type Actor, CurrentActor } from '#platform/http/actor.js';
import { NoContent, Ok } from '#platform/http/answers.js';
import { Authenticated } from '#platform/http/authenticated.js';
import { BodyLimit } from '#platform/http/body/body-limit.js';
import { Operation } from '#platform/http/operation.js';
import { ApiPage } from '#platform/http/page.dto.js';
import { IntegrationParams, IntegrationResource, ListIntegrationsQuery } from './integration.dto.js';
import { IntegrationResources } from './integration-resources.js';
import { Integrations } from './integrations.service.js';
import { PublishIntegration } from './publish-integration.js';
import { PublishIntegrationBody } from './publish.dto.js';
import { UnpublishIntegration } from './unpublish-integration.js';

@ApiTags('integrations')
@Controller('v1/integrations')
export class IntegrationsController {
  constructor(
    private readonly integrations: Integrations,
    private readonly publishing: PublishIntegration,
    private readonly unpublishing: UnpublishIntegration,
    private readonly resources: IntegrationResources,
  ) {}

  @Get()
  @Authenticated('integration:read')
  @Operation(
    'listIntegrations',
    'Public integrations, those of your organizations, and what these have installed; by title',
  )
  @ApiPage(IntegrationResource)
  async list(
    @CurrentActor() actor: Actor,
    @Query() query: ListIntegrationsQuery,
  ): Promise<Page<IntegrationResource>> {
    return this.resources.ofPage(actor, await this.integrations.list(actor, query, query));
  }

  @Get(':integrationName')
  @Authenticated('integration:read', { integrations: true })
  @Operation('getIntegrationByName', 'One integration')
  @Ok(IntegrationResource)
  async get(
    @CurrentActor() actor: Actor,
    @Param() { integrationName }: IntegrationParams,
  ): Promise<IntegrationResource> {
    return this.resources.ofOne(
      actor,
      await this.integrations.requireIntegration(actor, integrationName, 'view'),
    );
  }

  @Post(':integrationName')
  @Authenticated('integration:write')
  @BodyLimit(16)
  @Operation(
    'publishIntegration',
    'Publish an integration; what was published before under this name is replaced as a whole',
  )
  @Ok(IntegrationResource)
  async publish(
    @CurrentActor() actor: Actor,
    @Param() { integrationName }: IntegrationParams,
    @Body() body: PublishIntegrationBody,
  ): Promise<IntegrationResource> {
    return this.resources.ofOne(actor, await this.publishing.execute(actor, integrationName, body));
  }

  @Delete(':integrationName')
  @Authenticated('integration:write')
  @Operation('unpublishIntegration', 'Take an integration away, from everybody who has installed it too')
  @NoContent('It is gone, or was not there.')
  async unpublish(
    @CurrentActor() actor: Actor,
    @Param() { integrationName }: IntegrationParams,
  ): Promise<void> {
    await this.unpublishing.execute(actor, integrationName);
  }
}
