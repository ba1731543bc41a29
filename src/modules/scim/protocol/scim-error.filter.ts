import { type ArgumentsHost, Catch, type ExceptionFilter, HttpException } from '@nestjs/common';
import type { Response } from 'express';
import { BadRequest, retryAfterOf, tellable } from '#platform/http/errors.js';
import { Logger } from '#platform/logging/logger.js';
import { SCIM, SCIM_CONTENT_TYPE } from './scim-names.js';
import { ScimError, type ScimType } from './scim.errors.js';

/** Answers failures in the form of SCIM: the status as a text, and a word for programs. */
@Catch()
export class ScimErrorFilter implements ExceptionFilter {
  constructor(private readonly logger: Logger) {}

  catch(error: unknown, host: ArgumentsHost): void {
    const response = host.switchToHttp().getResponse<Response>();
    const { status, detail, scimType } = this.describe(error);
    if (status === 401) response.setHeader('WWW-Authenticate', 'Bearer');
    const retryAfter = retryAfterOf(tellable(error));
    if (retryAfter !== undefined) response.setHeader('Retry-After', retryAfter);
    response.setHeader('Content-Type', SCIM_CONTENT_TYPE);
    response.status(status).json({ schemas: [SCIM.error], status: String(status), scimType, detail });
  }

  private describe(error: unknown): { status: number; detail: string; scimType?: ScimType } {
    const told = tellable(error);
    if (told instanceof ScimError)
      return { status: told.status, detail: told.message, scimType: told.scimType };
    if (told instanceof BadRequest) return { status: 400, detail: told.message, scimType: 'invalidValue' };
    if (told) return { status: told.status, detail: told.message };
    if (error instanceof HttpException) return { status: error.getStatus(), detail: error.message };
    this.logger.error('Unexpected error', { err: error });
    return { status: 500, detail: 'Something went wrong on our side.' };
  }
}
