import {
  type ArgumentsHost,
  Catch,
  type ExceptionFilter,
  HttpException,
  NotFoundException,
} from '@nestjs/common';
import type { Request, Response } from 'express';
import { allowedMethods } from './allowed-methods.js';
import { currentContext } from '../logging/context.js';
import { Logger } from '../logging/logger.js';
import { DatabaseFailure, DomainError, retryAfterOf, tellable } from './errors.js';
import { errorBody, type Told } from './problem.js';

/** Of a path that is said back. */
const MAX_SHOWN = 200;

/** Turns every failure into the contract's body `{ error: { code, message } }`; unknown ones become a bare 500. */
@Catch()
export class ErrorFilter implements ExceptionFilter {
  constructor(private readonly logger: Logger) {}

  catch(error: unknown, host: ArgumentsHost): void {
    const response = host.switchToHttp().getResponse<Response>();
    if (response.headersSent) {
      this.logger.error('A response failed half way', { err: error });
      response.destroy();
      return;
    }
    if (isUnknownRoute(error) && refuseMethod(host.switchToHttp().getRequest<Request>(), response)) return;
    const told = isUnknownRoute(error)
      ? unknownAddress(host.switchToHttp().getRequest<Request>())
      : this.describe(error);
    if (told.status === 401) response.setHeader('WWW-Authenticate', 'Bearer');
    const retryAfter = retryAfterOf(told);
    if (retryAfter !== undefined) response.setHeader('Retry-After', retryAfter);
    send(response, told);
  }

  private describe(error: unknown): Told & { retryAfterSeconds?: number } {
    if (error instanceof DomainError) return error;
    // The framework wraps what Express throws, and keeps of it no more than a few words.
    const parsed = describeParserError(error instanceof HttpException ? error.cause : error);
    if (parsed) return parsed;
    if (error instanceof HttpException) return { status: error.getStatus(), message: error.message };
    const told = tellable(error);
    if (told instanceof DatabaseFailure) {
      this.logger.warn(`The database failed: ${told.fault}`, { err: error });
      return told;
    }
    this.logger.error('Unexpected error', { err: error });
    return {
      status: 500,
      message: 'Something went wrong on our side. Quote the request id when you report it.',
    };
  }
}

function send(response: Response, told: Told): void {
  const { type, body } = errorBody(response.req, told, currentContext().requestId);
  response.appendHeader('Vary', 'Accept');
  response.setHeader('Content-Type', type);
  response.status(told.status).json(body);
}

/** True for the framework's error when no route matched; a handler's own 404 is a DomainError. */
function isUnknownRoute(error: unknown): boolean {
  return error instanceof NotFoundException;
}

function unknownAddress({ method, path }: Request): Told {
  const asked = `${method} ${path.length > MAX_SHOWN ? `${path.slice(0, MAX_SHOWN)}…` : path}`;
  return {
    status: 404,
    message: `There is nothing at ${asked}. Addresses of the API begin with /v1, such as /v1/orgs; /openapi.json lists them all.`,
  };
}

/** Answers 405 when the path exists with other methods; false when it does not exist at all. */
function refuseMethod(request: Request, response: Response): boolean {
  const methods = allowedMethods(request);
  if (methods.length === 0) return false;
  response.setHeader('Allow', methods.join(', '));
  const message = `${request.method} is not possible here; the path takes ${methods.join(', ')}.`;
  send(response, { status: 405, message });
  return true;
}

/** Errors of Express' router, and of the parser of multipart bodies, have their own type. */
function describeParserError(error: unknown): Told | undefined {
  if (error instanceof URIError) return { status: 400, message: 'The path holds a broken percent escape.' };
  return undefined;
}
