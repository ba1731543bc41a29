import { Controller, HttpCode, Param, Put, Req } from '@nestjs/common';
import { ApiBody, ApiOkResponse, ApiParam, ApiResponse, ApiTags } from '@nestjs/swagger';
import type { Request } from 'express';
import { Public } from '#platform/http/authenticated.js';
import { Operation } from '#platform/http/operation.js';
import { Uploads } from './uploads.service.js';

/** Takes announced files under their signed addresses. */
@ApiTags('files')
@Controller('~uploads')
export class UploadsController {
  constructor(private readonly uploads: Uploads) {}

  @Put(':organizationId/:key/:token')
  @Public()
  @HttpCode(200)
  @Operation('uploadFile', 'Send the bytes of an announced file, once')
  @ApiParam({ name: 'organizationId', type: String, description: 'Id of the organization.' })
  @ApiParam({ name: 'key', type: String, description: 'Key of the upload.' })
  @ApiParam({ name: 'token', type: String, description: 'Signature of the address.' })
  @ApiBody({ schema: { type: 'string', format: 'binary' } })
  @ApiOkResponse({ description: 'The file is here.' })
  @ApiResponse({ status: 403, description: 'The address was altered or has expired.' })
  @ApiResponse({ status: 409, description: 'The address was used before.' })
  @ApiResponse({ status: 413, description: 'More bytes than were announced.' })
  async upload(
    @Param('organizationId') organizationId: string,
    @Param('key') key: string,
    @Param('token') signature: string,
    @Req() request: Request,
  ): Promise<void> {
    const length = request.headers['content-length'];
    await this.uploads.receive({ organizationId, key, signature }, request, {
      contentType: request.headers['content-type'] ?? '',
      ...(length === undefined ? {} : { contentLength: Number(length) }),
    });
  }
}
