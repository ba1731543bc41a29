import { type CallHandler, type ExecutionContext, Injectable, type NestInterceptor } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { Request, Response } from 'express';
import type { Observable } from 'rxjs';
import { type DigestedRequest, digestOf, wantsDigest } from '../idempotency/body-digest.js';
import { tellIgnoredMembers } from '../ignored-members.js';
import { hasJsonBody } from '../request-context.js';
import { bodyLimitOf } from './body-limit.js';
import { parseJson } from './parse-json.js';
import { wantsRawBody } from './raw-body.js';
import { readBody } from './read-body.js';

/**
 * Reads the JSON of a request once it is known which route it is for and who sends it. It stands between the guard and the pipes; of a
 * request that the guard refuses, or that no route takes, nobody reads the body.
 */
@Injectable()
export class JsonBody implements NestInterceptor {
  constructor(private readonly reflector: Reflector) {}

  async intercept(context: ExecutionContext, next: CallHandler): Promise<Observable<unknown>> {
    const request = context.switchToHttp().getRequest<Request>();
    if (hasJsonBody(request)) {
      const bytes = await readBody(request, bodyLimitOf(this.reflector, context.getHandler()));
      if (wantsDigest(request)) (request as DigestedRequest).bodyDigest = await digestOf(bytes);
      if (wantsRawBody(this.reflector, context.getHandler())) request.body = bytes;
      else {
        request.body = bytes.length === 0 ? undefined : await parseJson(bytes);
        tellIgnoredMembers(request.body, context.switchToHttp().getResponse<Response>());
      }
    }
    return next.handle();
  }
}
