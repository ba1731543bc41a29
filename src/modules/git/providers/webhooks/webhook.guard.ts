import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import type { Request } from 'express';
import { Unauthorized } from '#platform/http/errors.js';
import { RateLimiter } from '#platform/http/rate-limiter.js';
import { currentContext } from '#platform/logging/context.js';
import { hasSignature, NOT_OF_HOST } from './webhook-signature.js';

/**
 * Refuses a delivery without a signature before its body, which may be megabytes, is read and hashed. A network whose tries are used up is
 * not refused here: customers of one host share its networks, and one of them could keep the deliveries of others away.
 */
@Injectable()
export class WebhookGuard implements CanActivate {
  constructor(private readonly limiter: RateLimiter) {}

  /** @throws Unauthorized; TooManyRequests where a network tries it too often. */
  canActivate(context: ExecutionContext): boolean {
    const { headers } = context.switchToHttp().getRequest<Request>();
    if (hasSignature(headers)) return true;
    this.limiter.takeFailure(currentContext().address ?? '');
    throw new Unauthorized(NOT_OF_HOST);
  }
}
