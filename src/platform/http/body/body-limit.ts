import { applyDecorators, SetMetadata } from '@nestjs/common';
import type { Reflector } from '@nestjs/core';
import { ApiExtension, type OpenAPIObject } from '@nestjs/swagger';
import { IS_PUBLIC } from '../authenticated.js';

const BODY_LIMIT = 'bindery:body-limit';
const LIMIT_EXTENSION = 'x-body-limit';
const KB = 1024;
const MB = 1024 * KB;

/** Default limit of a JSON body in bytes, for public and for other routes. */
const PUBLIC_LIMIT = 64 * KB;
const USUAL_LIMIT = MB;

/** The route takes more JSON than others do, up to so many megabytes. */
export function BodyLimit(megabytes: number): MethodDecorator {
  const bytes = megabytes * MB;
  return applyDecorators(SetMetadata(BODY_LIMIT, bytes), ApiExtension(LIMIT_EXTENSION, bytes));
}

/** Limit of the JSON body of the handler's route in bytes; public routes accept little. */
export function bodyLimitOf(reflector: Reflector, handler: Function): number {
  const own = reflector.get<number | undefined>(BODY_LIMIT, handler);
  return own ?? (reflector.get<boolean | undefined>(IS_PUBLIC, handler) ? PUBLIC_LIMIT : USUAL_LIMIT);
}

/** A number of bytes as people say it: `64 KB`, `1 MB`. */
export function bytesInWords(bytes: number): string {
  return bytes < MB ? `${Math.floor(bytes / KB)} KB` : `${Math.floor(bytes / MB)} MB`;
}

/** Says of every operation with a JSON body how large it may be. */
export function describeBodyLimits(document: OpenAPIObject): OpenAPIObject {
  for (const operation of Object.values(document.paths).flatMap((path) => Object.values(path) as unknown[])) {
    const described = operation as {
      requestBody?: { content?: Record<string, unknown> };
      security?: unknown[];
      responses: Record<string, unknown>;
      [LIMIT_EXTENSION]?: number;
    };
    if (!described.requestBody?.content?.['application/json']) continue;
    const limit = (described[LIMIT_EXTENSION] ??= described.security ? USUAL_LIMIT : PUBLIC_LIMIT);
    described.responses['413'] ??= { description: `The body is larger than ${bytesInWords(limit)}.` };
  }
  return document;
}
