import { Body, Controller, Delete, Get, Param, Post, Put, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { paginateArray } from '#platform/database/pagination.js';
import { type Actor, CurrentActor } from '#platform/http/actor.js';
import { Created, NoContent, Ok } from '#platform/http/answers.js';
import { Authenticated } from '#platform/http/authenticated.js';
import { Operation } from '#platform/http/operation.js';
import { ApiPage, PageQuery } from '#platform/http/page.dto.js';
import { Urls } from '#platform/http/urls.js';
import { OrganizationSitesParams } from '../site/site.dto.js';
import {
  CreateCustomFontBody,
  CustomFontParams,
  CustomFontResource,
  UpdateCustomFontBody,
} from './custom-font.dto.js';
import { CustomFonts, type FontView } from './custom-fonts.service.js';
import { fontDefinition } from './font-definitions.js';

@ApiTags('sites')
@Controller('v1/orgs/:organizationId/fonts')
export class CustomFontsController {
  constructor(
    private readonly fonts: CustomFonts,
    private readonly urls: Urls,
  ) {}

  @Get()
  @Authenticated('site:metadata:read')
  @Operation('listCustomFonts', 'Fonts of an organization')
  @ApiPage(CustomFontResource)
  async list(
    @CurrentActor() actor: Actor,
    @Param() params: OrganizationSitesParams,
    @Query() query: PageQuery,
  ) {
    const views = await this.fonts.list(actor, params.organizationId);
    return paginateArray(
      views.map((view) => this.present(view)),
      query,
      ({ id }) => id,
    );
  }

  @Put()
  @Authenticated('site:metadata:write')
  @Operation('createCustomFont', 'Add a font from uploaded files')
  @Created(CustomFontResource)
  async create(
    @CurrentActor() actor: Actor,
    @Param() params: OrganizationSitesParams,
    @Body() body: CreateCustomFontBody,
  ): Promise<CustomFontResource> {
    return this.present(await this.fonts.create(actor, params.organizationId, body));
  }

  @Get(':fontId')
  @Authenticated('site:metadata:read')
  @Operation('getCustomFont', 'One font')
  @Ok(CustomFontResource)
  async get(@CurrentActor() actor: Actor, @Param() params: CustomFontParams): Promise<CustomFontResource> {
    return this.present(await this.fonts.get(actor, params.organizationId, params.fontId));
  }

  @Post(':fontId')
  @Authenticated('site:metadata:write')
  @Operation('updateCustomFont', 'Change the name or the files of a font')
  @Created(CustomFontResource)
  async update(
    @CurrentActor() actor: Actor,
    @Param() params: CustomFontParams,
    @Body() body: UpdateCustomFontBody,
  ): Promise<CustomFontResource> {
    return this.present(await this.fonts.update(actor, params.organizationId, params.fontId, body));
  }

  @Delete(':fontId')
  @Authenticated('site:metadata:write')
  @Operation('deleteCustomFont', 'Delete a font that no site uses')
  @NoContent('It is gone, or never was.')
  async delete(@CurrentActor() actor: Actor, @Param() params: CustomFontParams): Promise<void> {
    await this.fonts.delete(actor, params.organizationId, params.fontId);
  }

  private present({ font, canEdit }: FontView): CustomFontResource {
    return { ...fontDefinition(font.organizationId, font, this.urls), permissions: { edit: canEdit } };
  }
}
