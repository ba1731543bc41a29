import type { IncomingMessage } from 'node:http';
import type { NextFunction, Request, Response } from 'express';
import { currentContext, runWithContext } from '../logging/context.js';
import { newId } from '../ids/ids.js';
import type { Logger } from '../logging/logger.js';
import type { Metrics } from '../metrics/metrics.js';
import { nameRequestSpan, requestSpan } from '../telemetry/telemetry.js';
import type { ClientAddress } from './client-address.js';
import { clientSignal } from './client-signal.js';
import { BadRequest, UnsupportedMediaType } from './errors.js';

const REQUEST_ID = /^[\w.-]{8,64}$/;

/** Gives each request an id (the proxy's, when it sent a sensible one), a log context, a log line and a metric. */
export function requestContext(logger: Logger, metrics: Metrics, clients: ClientAddress) {
  return (request: Request, response: Response, next: NextFunction): void => {
    const given = request.headers['x-request-id'];
    const requestId = typeof given === 'string' && REQUEST_ID.test(given) ? given : newId();
    response.setHeader('X-Request-Id', requestId);
    response.setHeader('X-Content-Type-Options', 'nosniff');
    const start = process.hrtime.bigint();
    const isRead = request.method === 'GET' || request.method === 'HEAD';
    const reading = isRead ? { clientSignal: clientSignal(response) } : {};
    const { source } = currentContext();
    const span = requestSpan();
    runWithContext({ requestId, address: clients.of(request), source, ...reading }, () => {
      response.once('finish', () => {
        const seconds = Number(process.hrtime.bigint() - start) / 1e9;
        const route = (request as { route?: { path?: string } }).route?.path ?? 'other';
        nameRequestSpan(span, request.method, route);
        metrics.observeRequest(request.method, route, response.statusCode, seconds);
        logger.debug('request', {
          method: request.method,
          route,
          status: response.statusCode,
          ms: Math.round(seconds * 1000),
        });
      });
      next();
    });
  };
}

/** Refuses paths that no id, slug or page can have: the database does not take NUL characters. */
export function refuseNulInPath(request: Request, _response: Response, next: NextFunction): void {
  next(request.path.includes('%00') ? new BadRequest('The path must not hold NUL characters.') : undefined);
}

const JSON_TYPE = /^application\/(?:[\w.+-]+\+)?json\b/i;
const UPLOAD_TYPE = /^multipart\/form-data\b/i;

/** The one route that takes a compressed archive, which it reads as it comes. */
const ARCHIVE_TYPE = /^application\/(?:x-)?gzip\b/i;
const ARCHIVE_PATH = /\/content\/import\/?$/;

/** The address that takes files of any type, which it stores as they come. */
const UPLOADS_PATH = '/~uploads/';

/** True for a JSON body, which is parsed before the route sees the request. */
export function hasJsonBody(request: IncomingMessage): boolean {
  return !isUpload(request.url) && hasBody(request) && JSON_TYPE.test(request.headers['content-type'] ?? '');
}

/** True where a body follows the headers. */
export function hasBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}

function isUpload(url: string | undefined): boolean {
  return url?.startsWith(UPLOADS_PATH) ?? false;
}

/** Refuses bodies that are neither JSON nor an upload before anybody parses them. */
export function refuseOtherContentTypes(request: Request, _response: Response, next: NextFunction): void {
  const type = request.headers['content-type'] ?? '';
  if (!hasBody(request) || isUpload(request.url) || JSON_TYPE.test(type) || UPLOAD_TYPE.test(type))
    return next();
  if (ARCHIVE_TYPE.test(type) && ARCHIVE_PATH.test(request.path)) next();
  else
    next(new UnsupportedMediaType('Send the body as JSON with the header "Content-Type: application/json".'));
}
