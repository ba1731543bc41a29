import { Body, Controller, Delete, Get, Param, Patch, Put, Query } from '@nestjs/common';
import { ApiBody, type ApiBodyOptions, ApiOkResponse, ApiTags } from '@nestjs/swagger';
import { type Actor, CurrentActor } from '#platform/http/actor.js';
import { NoContent, Ok } from '#platform/http/answers.js';
import { Authenticated } from '#platform/http/authenticated.js';
import { Operation } from '#platform/http/operation.js';
import { TextField } from '#platform/http/fields.js';
import { SitePreviewResource } from '../audience/site-preview.controller.js';
import { SiteParams } from '../site/site.dto.js';
import { SiteSpaceParams } from '../structure/structure.dto.js';
import { presentCustomization } from './customization.presenter.js';
import { DEFAULT_CUSTOMIZATION } from './customization-defaults.js';
import { CUSTOMIZATION_SCHEMA, OVERRIDES_SCHEMA } from './customization-schema.js';
import { LookDrafts } from './look-drafts.js';
import { Customizations, type CustomizationView } from './customizations.service.js';

type SchemaObject = Extract<ApiBodyOptions, { schema: unknown }>['schema'];

const ALL = CUSTOMIZATION_SCHEMA as SchemaObject;
const SOME = OVERRIDES_SCHEMA as SchemaObject;
const EXAMPLE = {
  ...DEFAULT_CUSTOMIZATION,
  styling: { ...DEFAULT_CUSTOMIZATION.styling, theme: 'muted' },
};

class LookDraftQuery {
  @TextField({ optional: true, max: 64, description: 'Id of the site space that the settings are for.' })
  siteSpace?: string;
}

@ApiTags('sites')
@Controller('v1/orgs/:organizationId/sites/:siteId')
export class CustomizationsController {
  constructor(
    private readonly customizations: Customizations,
    private readonly drafts: LookDrafts,
  ) {}

  @Get('customization')
  @Authenticated('site:metadata:read')
  @Operation('getSiteCustomizationById', 'Get the customization of a site')
  @ApiOkResponse({ schema: ALL })
  async get(@CurrentActor() actor: Actor, @Param() params: SiteParams): Promise<object> {
    return present(await this.customizations.get(actor, params.organizationId, params.siteId));
  }

  @Put('customization')
  @Authenticated('site:metadata:write')
  @Operation('updateSiteCustomizationById', 'Replace all settings of how a site looks')
  @ApiBody({ schema: { ...ALL, example: EXAMPLE } })
  @ApiOkResponse({ schema: ALL })
  async put(
    @CurrentActor() actor: Actor,
    @Param() params: SiteParams,
    @Body() body: object,
  ): Promise<object> {
    return present(await this.customizations.put(actor, params.organizationId, params.siteId, body));
  }

  @Put('customization/draft')
  @Authenticated('space:content:read')
  @Operation('draftSiteCustomization', 'Keep settings for a preview of yours, without changing the site')
  @ApiBody({ schema: { ...ALL, example: EXAMPLE } })
  @Ok(SitePreviewResource)
  async draft(
    @CurrentActor() actor: Actor,
    @Param() { organizationId, siteId }: SiteParams,
    @Query() { siteSpace }: LookDraftQuery,
    @Body() body: object,
  ): Promise<SitePreviewResource> {
    return { url: await this.drafts.save(actor, organizationId, siteId, body, siteSpace) };
  }

  @Get('site-spaces/:siteSpaceId/customization')
  @Authenticated('site:metadata:read')
  @Operation('getSiteSpaceCustomizationById', 'Get the customization of a space on a site')
  @ApiOkResponse({ schema: ALL })
  async getOfSpace(@CurrentActor() actor: Actor, @Param() params: SiteSpaceParams): Promise<object> {
    const { organizationId, siteId, siteSpaceId } = params;
    return present(await this.customizations.getOfSpace(actor, organizationId, siteId, siteSpaceId));
  }

  @Patch('site-spaces/:siteSpaceId/customization')
  @Authenticated('site:metadata:write')
  @Operation(
    'overrideSiteSpaceCustomizationById',
    'Override settings of the site for a space on it; null goes back to that of the site',
  )
  @ApiBody({ schema: { ...SOME, example: { styling: { theme: 'bold' } } } })
  @ApiOkResponse({ schema: ALL })
  async changeOfSpace(
    @CurrentActor() actor: Actor,
    @Param() params: SiteSpaceParams,
    @Body() body: object,
  ): Promise<object> {
    const { organizationId, siteId, siteSpaceId } = params;
    return present(await this.customizations.changeOfSpace(actor, organizationId, siteId, siteSpaceId, body));
  }

  @Delete('site-spaces/:siteSpaceId/customization')
  @Authenticated('site:metadata:write')
  @Operation('deleteSiteSpaceCustomizationById', 'Give a space on a site the settings of the site again')
  @NoContent('The space follows the settings of the site.')
  async resetSpace(@CurrentActor() actor: Actor, @Param() params: SiteSpaceParams): Promise<void> {
    const { organizationId, siteId, siteSpaceId } = params;
    await this.customizations.resetSpace(actor, organizationId, siteId, siteSpaceId);
  }
}

function present({ customization, ...more }: CustomizationView): object {
  return presentCustomization(customization, more);
}
