import { Controller, Get, Param, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { mapPage, type Page, paginateArray } from '#platform/database/pagination.js';
import { Ok } from '#platform/http/answers.js';
import { Authenticated } from '#platform/http/authenticated.js';
import { Operation } from '#platform/http/operation.js';
import { ApiPage, PageQuery } from '#platform/http/page.dto.js';
import { TemplateParams, TemplateResource } from './template.dto.js';
import { presentTemplate } from './template.presenter.js';
import { Templates } from './templates.service.js';

/** An own operation: the contract applies templates and lists none. */
@ApiTags('templates')
@Controller('v1/templates')
export class TemplatesController {
  constructor(private readonly templates: Templates) {}

  @Get()
  @Authenticated('space:content:read')
  @Operation('listTemplates', 'The templates that pages can start from')
  @ApiPage(TemplateResource)
  list(@Query() query: PageQuery): Page<TemplateResource> {
    return mapPage(
      paginateArray(this.templates.list(), query, (template) => template.id),
      presentTemplate,
    );
  }

  @Get(':templateId')
  @Authenticated('space:content:read')
  @Operation('getTemplate', 'One template')
  @Ok(TemplateResource)
  get(@Param() { templateId }: TemplateParams): TemplateResource {
    return presentTemplate(this.templates.get(templateId));
  }
}
