import { Controller, Get, Param, Req, Res } from '@nestjs/common';
import { ApiOkResponse, ApiParam, ApiResponse, ApiTags } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { Downloads } from '#modules/storage/index.js';
import { Public } from '#platform/http/authenticated.js';
import { NotFound } from '#platform/http/errors.js';
import { Operation } from '#platform/http/operation.js';
import { IntegrationPictures } from './integration-pictures.js';
import { PICTURES } from './integration-urls.js';

/** Addresses contain the hash of what is there. */
const FOR_EVER = 31_536_000;

/** Icons and previews, for everybody who was given the address. */
@ApiTags('files')
@Controller(PICTURES)
export class IntegrationPicturesController {
  constructor(
    private readonly pictures: IntegrationPictures,
    private readonly downloads: Downloads,
  ) {}

  @Get(':integrationName/:picture')
  @Public()
  @Operation('getIntegrationPicture', 'The icon or a preview of an integration')
  @ApiParam({ name: 'integrationName', type: String, description: 'Name of the integration.' })
  @ApiParam({ name: 'picture', type: String, description: 'Hash and format of the picture.' })
  @ApiOkResponse({ description: 'The bytes.' })
  @ApiResponse({ status: 404, description: 'The integration has no such picture.' })
  async get(
    @Param('integrationName') name: string,
    @Param('picture') picture: string,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    const file = await this.pictures.find(name, picture);
    if (!file) throw new NotFound('picture');
    await this.downloads.send({ ...file, secondsLeft: FOR_EVER }, request, response);
  }
}
