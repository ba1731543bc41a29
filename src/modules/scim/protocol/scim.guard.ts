import { type CanActivate, createParamDecorator, type ExecutionContext, Injectable } from '@nestjs/common';
import type { Request, Response } from 'express';
import { bearerToken } from '#platform/http/bearer.guard.js';
import { Unauthorized } from '#platform/http/errors.js';
import { RateLimiter } from '#platform/http/rate-limiter.js';
import { currentContext } from '#platform/logging/context.js';
import { SCIM_TOKEN_GONE, ScimTokens } from '../tokens/scim-tokens.service.js';
import type { ScimToken } from '../tokens/scim-tokens.repository.js';
import { SCIM_CONTENT_TYPE } from './scim-names.js';

interface ScimRequest extends Request {
  scimToken?: ScimToken;
}

/** Lets in whoever has a token for provisioning; the organization is that of the token. */
@Injectable()
export class ScimGuard implements CanActivate {
  constructor(
    private readonly tokens: ScimTokens,
    private readonly rateLimiter: RateLimiter,
  ) {}

  /** @throws Unauthorized, TooManyRequests */
  async canActivate(context: ExecutionContext): Promise<boolean> {
    const http = context.switchToHttp();
    const request = http.getRequest<ScimRequest>();
    const response = http.getResponse<Response>();
    const { authorization } = request.headers;
    const text = bearerToken(authorization);
    const token = text === undefined ? null : await this.tokens.read(text);
    if (!token) {
      this.rateLimiter.takeFailure(currentContext().address ?? '');
      throw authorization === undefined ? new Unauthorized() : new Unauthorized(SCIM_TOKEN_GONE);
    }
    this.rateLimiter.take(token.id, response);
    request.scimToken = token;
    const log = currentContext();
    log.actor = token.id;
    log.actorType = 'scim-token';
    log.organization = token.organizationId;
    response.setHeader('Content-Type', SCIM_CONTENT_TYPE);
    return true;
  }
}

/** The token that the guard found. */
export const CurrentScimToken = createParamDecorator((_: unknown, context: ExecutionContext): ScimToken => {
  const { scimToken } = context.switchToHttp().getRequest<ScimRequest>();
  if (!scimToken) throw new Unauthorized();
  return scimToken;
});
