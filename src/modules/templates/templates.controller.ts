import { Controller, Get, Param, Query } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { mapPage, type Page, paginateArray } from '#platform/database/pagination.js';
import { Authenticated } from '#platform/http/authenticated.js';
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
  @ApiOperation({ operationId: 'listTemplates', summary: 'The templates that pages can start from' })
  @ApiPage(TemplateResource)
  list(@Query() query: PageQuery): Page<TemplateResource> {
    return mapPage(
      paginateArray(this.templates.list(), query, (template) => template.id),
      presentTemplate,
    );
  }

  @Get(':templateId')
  @Authenticated('space:content:read')
  @ApiOperation({ operationId: 'getTemplate', summary: 'One template' })
  @ApiOkResponse({ type: TemplateResource })
  get(@Param() { templateId }: TemplateParams): TemplateResource {
    return presentTemplate(this.templates.get(templateId));
  }
}
