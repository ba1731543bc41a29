import { pipeline } from 'node:stream/promises';
import { Controller, Get, Param, Req, Res } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiParam, ApiResponse, ApiTags } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { Public } from '#platform/http/authenticated.js';
import { DomainError, Forbidden, NotFound } from '#platform/http/errors.js';
import { downloadHeaders, parseRange } from './download-headers.js';
import { type SignedFile, SignedUrls } from './signed-urls.js';
import { Storage } from './storage.js';

/** Stored files under their signed addresses. */
@ApiTags('files')
@Controller('~files')
export class FilesController {
  constructor(
    private readonly signedUrls: SignedUrls,
    private readonly storage: Storage,
  ) {}

  @Get(':token/:name')
  @Public()
  @ApiOperation({ operationId: 'downloadFile', summary: 'Download a file from its signed address' })
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
    const headers = downloadHeaders(file);
    if (isFresh(request, headers.ETag)) response.status(304).set(headers).end();
    else await this.send(file, headers, request, response);
  }

  private async send(
    file: SignedFile,
    headers: Record<string, string>,
    request: Request,
    response: Response,
  ) {
    const size = await this.storage.stat(file.organizationId, file.blob);
    if (size === null) throw new NotFound('file');
    const wantsPart =
      request.headers['if-range'] === undefined || request.headers['if-range'] === headers.ETag;
    const range = wantsPart ? parseRange(request.headers.range, size) : undefined;
    if (range === null) {
      response.setHeader('Content-Range', `bytes */${size}`);
      throw new DomainError(416, `The range lies outside of the file's ${size} bytes.`);
    }
    const opened =
      request.method === 'HEAD' ? null : await this.storage.open(file.organizationId, file.blob, range);
    if (request.method !== 'HEAD' && !opened) throw new NotFound('file');
    response.set(headers).setHeader('Content-Length', range ? range.end - range.start + 1 : size);
    if (range) response.status(206).setHeader('Content-Range', `bytes ${range.start}-${range.end}/${size}`);
    if (opened) await pipeline(opened.stream, response).catch(ignoreClosedConnection);
    else response.end();
  }
}

function isFresh(request: Request, etag: string): boolean {
  const seen = request.headers['if-none-match'];
  return seen !== undefined && seen.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag);
}

/** A reader who leaves half way is no failure of ours. */
function ignoreClosedConnection(error: unknown): void {
  const { code } = error as NodeJS.ErrnoException;
  if (code !== 'ERR_STREAM_PREMATURE_CLOSE' && code !== 'ECONNRESET' && code !== 'EPIPE') throw error;
}
