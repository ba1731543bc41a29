import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { Response } from 'express';
import { currentContext } from '../logging/context.js';
import type { Actor, AuthenticatedRequest } from './actor.js';
import { FOR_INTEGRATIONS, FOR_SITE_READERS, IS_PUBLIC, REQUIRED_SCOPE } from './authenticated.js';
import { Credentials } from './credentials.js';
import { Forbidden, Unauthorized } from './errors.js';
import { RateLimiter } from './rate-limiter.js';
import type { Scope } from './scopes.js';

const NOT_BEARER = 'The header "Authorization" must be the word Bearer, a space and the token.';
const UNKNOWN =
  'There is no such token: it is mistyped, is one of another server, or ended long ago. Make a new one, or ask whoever gave it to you.';

/** The one guard of all routes: who is it, and may this credential call this route at all? */
@Injectable()
export class BearerGuard implements CanActivate {
  constructor(
    private readonly reflector: Reflector,
    private readonly credentials: Credentials,
    private readonly rateLimiter: RateLimiter,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const handler = context.getHandler();
    if (this.reflector.get<boolean | undefined>(IS_PUBLIC, handler)) return true;
    const scope = this.reflector.get<Scope | undefined>(REQUIRED_SCOPE, handler);
    if (scope === undefined) throw new Error(`${handler.name} declares neither @Authenticated nor @Public.`);
    const http = context.switchToHttp();
    const request = http.getRequest<AuthenticatedRequest>();
    // A read within a request (`readInside`) is that of its caller.
    const known = request.actor;
    const actor = known ?? (await this.identify(request));
    const isFor = (kind: string) => this.reflector.get<boolean | undefined>(kind, handler) === true;
    if (actor.kind === 'integration' && !isFor(FOR_INTEGRATIONS))
      throw new Forbidden('An integration acts through its installations; use the token of one.');
    if (actor.kind === 'site') {
      if (!isFor(FOR_SITE_READERS))
        throw new Forbidden('A content token of a site reads what the site shows, no more.');
    } else if (!known) {
      // All readers of a site may have the same token, so these are not counted; nor are requests for the site's own pages.
      this.rateLimiter.take(actor.tokenId, http.getResponse<Response>());
    }
    if (actor.scopes && !actor.scopes.includes(scope)) {
      throw new Forbidden(`This token lacks the scope "${scope}".`);
    }
    request.actor = actor;
    noteActor(actor);
    return true;
  }

  private async identify({ headers: { authorization } }: AuthenticatedRequest): Promise<Actor> {
    const token = bearerToken(authorization);
    const actor = token === undefined ? null : await this.credentials.read(token);
    if (actor) return actor;
    this.rateLimiter.takeFailure(currentContext().address ?? '');
    if (authorization === undefined) throw new Unauthorized();
    if (token === undefined) throw new Unauthorized(NOT_BEARER);
    throw new Unauthorized((await this.credentials.whyNotValid(token)) ?? UNKNOWN);
  }
}

/** From here on, log lines and audit entries say who it is. */
function noteActor({ userId, integrationId, installationId }: Actor): void {
  const context = currentContext();
  context.actor = installationId ?? integrationId ?? userId;
  if (integrationId === undefined) return;
  context.actorType = installationId === undefined ? 'integration' : 'installation';
  context.source = 'integration';
}

/** The token of a `Bearer` header (RFC 6750); the scheme is case-insensitive. */
export function bearerToken(header: string | undefined): string | undefined {
  return /^bearer +([\w.~+/-]+=*) *$/i.exec(header ?? '')?.[1];
}
