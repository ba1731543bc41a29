import { Controller, Get, Param, Req, Res } from '@nestjs/common';
import { ApiOkResponse, ApiParam, ApiResponse, ApiTags } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { Downloads } from '#modules/storage/index.js';
import { Public } from '#platform/http/authenticated.js';
import { NotFound } from '#platform/http/errors.js';
import { Operation } from '#platform/http/operation.js';
import { CustomFonts } from './custom-fonts.service.js';
import { CustomizationImages } from './customization-images.js';

/** Addresses contain the hash of what is there. */
const FOR_EVER = 31_536_000;

/** Fonts and pictures that the settings of sites name, for every reader and for renderers elsewhere. */
@ApiTags('files')
@Controller()
export class SiteMediaController {
  constructor(
    private readonly fonts: CustomFonts,
    private readonly images: CustomizationImages,
    private readonly downloads: Downloads,
  ) {}

  @Get('~fonts/:organizationId/:fontId/:file')
  @Public()
  @Operation('getFontFile', 'A file of an uploaded font')
  @ApiParam({ name: 'organizationId', type: String, description: 'Id of the organization.' })
  @ApiParam({ name: 'fontId', type: String, description: 'Id of the font.' })
  @ApiParam({ name: 'file', type: String, description: 'Hash and format of the file.' })
  @ApiOkResponse({ description: 'The bytes.' })
  @ApiResponse({ status: 404, description: 'The font has no such file.' })
  async font(
    @Param('organizationId') organizationId: string,
    @Param('fontId') fontId: string,
    @Param('file') file: string,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    const face = await this.fonts.findFile(organizationId, fontId, file);
    if (!face) throw new NotFound('font');
    const sent = { organizationId, blob: face.blob, contentType: `font/${face.format}`, name: file };
    response.setHeader('Access-Control-Allow-Origin', '*');
    await this.downloads.send({ ...sent, secondsLeft: FOR_EVER }, request, response);
  }

  @Get('~images/:organizationId/:blob/:name')
  @Public()
  @Operation('getSiteImage', 'A logo or icon of a site')
  @ApiParam({ name: 'organizationId', type: String, description: 'Id of the organization.' })
  @ApiParam({ name: 'blob', type: String, description: 'Hash of the picture.' })
  @ApiParam({ name: 'name', type: String, description: 'Name of the picture.' })
  @ApiOkResponse({ description: 'The bytes.' })
  @ApiResponse({ status: 404, description: 'No site shows such a picture.' })
  async image(
    @Param('organizationId') organizationId: string,
    @Param('blob') blob: string,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    const image = await this.images.find(organizationId, blob);
    if (!image) throw new NotFound('image');
    await this.downloads.send({ ...image, secondsLeft: FOR_EVER }, request, response);
  }
}
