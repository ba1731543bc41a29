import { Controller, Get, Param, Query, Req, Res } from '@nestjs/common';
import { ApiOkResponse, ApiParam, ApiResponse, ApiTags } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { ChangeRequestContent, ChangeRequestParams } from '#modules/change-requests/index.js';
import { ContentContexts } from '#modules/space-content/index.js';
import { SpaceParams } from '#modules/spaces/index.js';
import { type Actor, CurrentActor } from '#platform/http/actor.js';
import { Ok } from '#platform/http/answers.js';
import { Authenticated, Public } from '#platform/http/authenticated.js';
import { Operation } from '#platform/http/operation.js';
import { PdfLinkResource, PdfQuery } from './pdf.dto.js';
import { PdfDownloads } from './pdf-downloads.js';
import { PdfExports } from './pdf-exports.service.js';

/** PDF files of spaces and change requests. */
@Controller()
export class PdfController {
  constructor(
    private readonly exports: PdfExports,
    private readonly contexts: ContentContexts,
    private readonly changeRequests: ChangeRequestContent,
    private readonly downloads: PdfDownloads,
  ) {}

  @Get('v1/spaces/:spaceId/pdf')
  @ApiTags('space-content')
  @Authenticated('space:content:read')
  @Operation('getSpacePDF', 'An address of the content of a space as PDF')
  @Ok(PdfLinkResource)
  @ApiResponse({ status: 422, description: 'No file can be made of this content; the message says why.' })
  async space(
    @CurrentActor() actor: Actor,
    @Param() { spaceId }: SpaceParams,
    @Query() query: PdfQuery,
  ): Promise<PdfLinkResource> {
    return { url: await this.exports.link(await this.contexts.current(actor, spaceId), query) };
  }

  @Get('v1/spaces/:spaceId/change-requests/:changeRequestId/pdf')
  @ApiTags('change-requests')
  @Authenticated('space:content:read')
  @Operation('getChangeRequestPDF', 'An address of the content of a change request as PDF')
  @Ok(PdfLinkResource)
  @ApiResponse({ status: 422, description: 'No file can be made of this content; the message says why.' })
  async changeRequest(
    @CurrentActor() actor: Actor,
    @Param() { spaceId, changeRequestId }: ChangeRequestParams,
    @Query() query: PdfQuery,
  ): Promise<PdfLinkResource> {
    const context = await this.changeRequests.context(actor, spaceId, changeRequestId);
    return { url: await this.exports.link(context, query) };
  }

  @Get('~pdf/:token/:name')
  @Public()
  @ApiTags('files')
  @Operation('downloadPDF', 'Download a PDF from its signed address')
  @ApiParam({ name: 'token', type: String, description: 'Signed part of the address.' })
  @ApiParam({ name: 'name', type: String, description: 'Name of the file.' })
  @ApiOkResponse({ description: 'The bytes; a Range header gets a part of them with 206.' })
  @ApiResponse({ status: 202, description: 'Still being made; ask again after the seconds in Retry-After.' })
  @ApiResponse({ status: 403, description: 'The address was altered or has expired.' })
  @ApiResponse({ status: 404, description: 'The file is gone.' })
  async download(
    @Param('token') token: string,
    @Param('name') name: string,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    await this.downloads.send(token, name, request, response);
  }
}
