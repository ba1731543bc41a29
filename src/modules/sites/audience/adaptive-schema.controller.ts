import { Body, Controller, Get, Param, Put } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { type Actor, CurrentActor } from '#platform/http/actor.js';
import { Ok } from '#platform/http/answers.js';
import { Authenticated } from '#platform/http/authenticated.js';
import { Operation } from '#platform/http/operation.js';
import { SiteParams } from '../site/site.dto.js';
import {
  AdaptiveSchemaResource,
  TemplateConditionsResource,
  UpdateAdaptiveSchemaBody,
} from './adaptive-schema.dto.js';
import { AdaptiveSchemas } from './adaptive-schema.service.js';

@ApiTags('sites')
@Controller('v1/orgs/:organizationId/sites/:siteId/adaptive-schema')
export class AdaptiveSchemaController {
  constructor(private readonly schemas: AdaptiveSchemas) {}

  @Get()
  @Authenticated('site:adaptive:read')
  @Operation('getSiteAdaptiveSchema', 'Get the schema of visitor claims')
  @Ok(AdaptiveSchemaResource)
  async get(
    @CurrentActor() actor: Actor,
    @Param() { organizationId, siteId }: SiteParams,
  ): Promise<AdaptiveSchemaResource> {
    return present(await this.schemas.get(actor, organizationId, siteId));
  }

  @Put()
  @Authenticated('site:adaptive:write')
  @Operation('updateSiteAdaptiveSchema', 'Say what visitors may claim to be')
  @Ok(AdaptiveSchemaResource)
  async put(
    @CurrentActor() actor: Actor,
    @Param() { organizationId, siteId }: SiteParams,
    @Body() { jsonSchema }: UpdateAdaptiveSchemaBody,
  ): Promise<AdaptiveSchemaResource> {
    return present(await this.schemas.put(actor, organizationId, siteId, jsonSchema));
  }

  @Get('template-conditions')
  @Authenticated('site:adaptive:read')
  @Operation('listSiteAdaptiveTemplateConditions', 'Conditions to choose from, made of the schema')
  @Ok(TemplateConditionsResource)
  async conditions(
    @CurrentActor() actor: Actor,
    @Param() { organizationId, siteId }: SiteParams,
  ): Promise<TemplateConditionsResource> {
    return { items: await this.schemas.conditions(actor, organizationId, siteId) };
  }
}

function present({ jsonSchema, updatedAt }: { jsonSchema: object; updatedAt: Date }): AdaptiveSchemaResource {
  return { object: 'site-adaptive-schema', jsonSchema, updatedAt: updatedAt.toISOString() };
}
