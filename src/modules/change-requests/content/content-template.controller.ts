import { LiveContent } from '#modules/space-content/index.js';
import { TemplateBody } from '#modules/templates/index.js';
import { type Actor, CurrentActor } from '#platform/http/actor.js';
import { Authenticated } from '#platform/http/authenticated.js';
import { TextField } from '#platform/http/fields.js';
import { Operation } from '#platform/http/operation.js';
import { Body, Controller, Param, Post } from '@nestjs/common';
import { ApiCreatedResponse, ApiTags } from '@nestjs/swagger';
import { SpaceChangeRequestsParams } from '../change-request.dto.js';
import { ChangeRequestContent } from './change-request-content.service.js';

class ApplyTemplateBody extends TemplateBody {
  @TextField({
    optional: true,
    max: 64,
    description: 'Change request to add the pages to; the main content, which must be live, when left out',
  })
  changeRequestId?: string;
}

/** The endpoint is in this module, because a template can go into a change request too. */
@ApiTags('space-content')
@Controller('v1/spaces/:spaceId/content/template')
export class ContentTemplateController {
  constructor(
    private readonly live: LiveContent,
    private readonly content: ChangeRequestContent,
  ) {}

  @Post()
  @Authenticated('space:content:write')
  @Operation('applyTemplateToSpace', 'Add the pages of a template')
  @ApiCreatedResponse({ description: 'The pages are there.' })
  apply(
    @CurrentActor() actor: Actor,
    @Param() { spaceId }: SpaceChangeRequestsParams,
    @Body() { changeRequestId, ...choice }: ApplyTemplateBody,
  ): Promise<void> {
    return changeRequestId === undefined
      ? this.live.applyTemplate(actor, spaceId, choice)
      : this.content.applyTemplate(actor, spaceId, changeRequestId, choice);
  }
}
