import { Controller, Get, Param, Req, Res } from '@nestjs/common';
import { ApiOkResponse, ApiParam, ApiResponse, ApiTags } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { Public } from '#platform/http/authenticated.js';
import { Forbidden } from '#platform/http/errors.js';
import { Operation } from '#platform/http/operation.js';
import { Downloads } from './downloads.js';
import { SignedUrls } from './signed-urls.js';

/** Stored files under their signed addresses. */
@ApiTags('files')
@Controller('~files')
export class FilesController {
  constructor(
    private readonly signedUrls: SignedUrls,
    private readonly downloads: Downloads,
  ) {}

  @Get(':token/:name')
  @Public()
  @Operation('downloadFile', 'Download a file from its signed address')
  @ApiParam({ name: 'token', type: String, description: 'Signed part of a download address.' })
  @ApiParam({ name: 'name', type: String, description: 'Name of the file.' })
  @ApiOkResponse({ description: 'The bytes; a Range header gets a part of them with 206.' })
  @ApiResponse({ status: 403, description: 'The address was altered or has expired.' })
  @ApiResponse({ status: 404, description: 'The file is gone.' })
  async download(
    @Param('token') token: string,
    @Param('name') name: string,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    const file = this.signedUrls.verify(token, name);
    if (!file)
      throw new Forbidden('This download address is not valid or has expired; ask for the file again.');
    await this.downloads.send(file, request, response);
  }
}
