import { Body, Controller, Delete, Get, Param, Patch, Post, Put, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { OrganizationParams } from '#modules/organizations/index.js';
import { mapPage, type Page } from '#platform/database/pagination.js';
import { type Actor, CurrentActor } from '#platform/http/actor.js';
import { CreatedWithLocation, NoContent, Ok } from '#platform/http/answers.js';
import { Authenticated } from '#platform/http/authenticated.js';
import { Operation } from '#platform/http/operation.js';
import { ApiPage, PageQuery } from '#platform/http/page.dto.js';
import { Urls } from '#platform/http/urls.js';
import { CreateTranslation } from './create-translation.js';
import {
  CreateTranslationBody,
  PatchTranslationBody,
  PutTranslationBody,
  TranslationParams,
  TranslationResource,
  TranslationRunResource,
} from './translation.dto.js';
import { presentRun, presentTranslation } from './translation.presenter.js';
import { Translations } from './translations.service.js';

/** Spaces in other languages. */
@ApiTags('translations')
@Controller('v1/orgs/:organizationId/translations')
export class TranslationsController {
  constructor(
    private readonly translations: Translations,
    private readonly createTranslation: CreateTranslation,
    private readonly urls: Urls,
  ) {}

  @Get()
  @Authenticated('space:metadata:read')
  @Operation('listTranslations', 'Translations of spaces that you may see')
  @ApiPage(TranslationResource)
  async list(
    @CurrentActor() actor: Actor,
    @Param() { organizationId }: OrganizationParams,
    @Query() query: PageQuery,
  ): Promise<Page<TranslationResource>> {
    const found = await this.translations.list(actor, organizationId, query);
    return mapPage(found, (view) => presentTranslation(view, this.urls));
  }

  @Post()
  @Authenticated('space:metadata:write')
  @Operation('createTranslation', 'Translate a space; the first run makes the translated one')
  @CreatedWithLocation(TranslationResource)
  async create(
    @CurrentActor() actor: Actor,
    @Param() { organizationId }: OrganizationParams,
    @Body() body: CreateTranslationBody,
  ): Promise<TranslationResource> {
    const view = await this.createTranslation.execute(actor, organizationId, body);
    return presentTranslation(view, this.urls);
  }

  @Get(':translationId')
  @Authenticated('space:metadata:read')
  @Operation('getTranslation', 'A translation, and how it is getting on')
  @Ok(TranslationResource)
  async get(
    @CurrentActor() actor: Actor,
    @Param() { organizationId, translationId }: TranslationParams,
  ): Promise<TranslationResource> {
    return presentTranslation(
      await this.translations.requireTranslation(actor, organizationId, translationId, 'view'),
      this.urls,
    );
  }

  @Put(':translationId')
  @Authenticated('space:metadata:write')
  @Operation(
    'updateTranslation',
    'Tell translators what to mind; it is run again when that is something else',
  )
  @Ok(TranslationResource)
  put(
    @CurrentActor() actor: Actor,
    @Param() params: TranslationParams,
    @Body() body: PutTranslationBody,
  ): Promise<TranslationResource> {
    return this.patch(actor, params, body);
  }

  @Patch(':translationId')
  @Authenticated('space:metadata:write')
  @Operation('patchTranslation', 'Change what a translation does; what is left out stays')
  @Ok(TranslationResource)
  async patch(
    @CurrentActor() actor: Actor,
    @Param() { organizationId, translationId }: TranslationParams,
    @Body() body: PatchTranslationBody,
  ): Promise<TranslationResource> {
    return presentTranslation(
      await this.translations.update(actor, organizationId, translationId, body),
      this.urls,
    );
  }

  @Delete(':translationId')
  @Authenticated('space:metadata:write')
  @Operation('deleteTranslation', 'End a translation; the translated space stays')
  @NoContent('The translation does not exist any more.')
  delete(
    @CurrentActor() actor: Actor,
    @Param() { organizationId, translationId }: TranslationParams,
  ): Promise<void> {
    return this.translations.delete(actor, organizationId, translationId);
  }

  @Post(':translationId/run')
  @Authenticated('space:content:write')
  @Operation('runTranslation', 'Bring a translation up to date; while it runs, one more run waits')
  @NoContent('It waits or runs.')
  run(
    @CurrentActor() actor: Actor,
    @Param() { organizationId, translationId }: TranslationParams,
  ): Promise<void> {
    return this.translations.run(actor, organizationId, translationId);
  }

  @Get(':translationId/runs')
  @Authenticated('space:content:read')
  @Operation('listTranslationRuns', 'Runs of a translation with what they did, newest first')
  @ApiPage(TranslationRunResource)
  async listRuns(
    @CurrentActor() actor: Actor,
    @Param() { organizationId, translationId }: TranslationParams,
    @Query() query: PageQuery,
  ): Promise<Page<TranslationRunResource>> {
    return mapPage(await this.translations.listRuns(actor, organizationId, translationId, query), presentRun);
  }
}
