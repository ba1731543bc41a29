import { type CallHandler, type ExecutionContext, Injectable, type NestInterceptor } from '@nestjs/common';
import { from, lastValueFrom, type Observable } from 'rxjs';
import type { Response } from 'express';
import { Database } from '../../database/database.js';
import type { Actor, AuthenticatedRequest } from '../actor.js';
import { Busy, Forbidden, PreconditionFailed } from '../errors.js';
import { type InnerRead, readInside } from '../inner-read.js';
import { namesStrongly, namesWeakly } from './entity-tags.js';
import { Turns } from './turns.js';

/** Each of these writes needs two connections for a moment; together they need far fewer than the pool has. */
const AT_ONCE = 3;
/** A read that waits for the write it is a part of would wait for ever. */
const MAX_READ_MS = 10_000;

/**
 * Carries a write with `If-Match` or `If-None-Match` out only where it finds the state that its sender knows (RFC 9110, section 13), or answers
 * 412. The state is what `GET` answers to the caller at the same address. It is read twice: before the work, and after it in its open
 * transaction, from outside of it. By then the work has locked what it changes, so nobody else can have changed that unseen, or change it
 * before the commit.
 */
@Injectable()
export class Preconditions implements NestInterceptor {
  private readonly turns = new Turns(AT_ONCE);

  constructor(private readonly db: Database) {}

  async intercept(context: ExecutionContext, next: CallHandler): Promise<Observable<unknown>> {
    const request = context.switchToHttp().getRequest<AuthenticatedRequest>();
    const { headers, method, actor } = request;
    if (headers['if-match'] === undefined && headers['if-none-match'] === undefined) return next.handle();
    if (method === 'GET' || method === 'HEAD' || !actor) return next.handle();
    const before = await this.read(request, actor);
    // Refusals of the operation itself come first.
    if (before === null || before.status === 200) requireState(request, before);
    const response = context.switchToHttp().getResponse<Response>();
    return from(this.turns.take(() => this.work(request, response, actor, next)));
  }

  private work(
    request: AuthenticatedRequest,
    response: Response,
    actor: Actor,
    next: CallHandler,
  ): Promise<unknown> {
    return this.db.transactionAround(async () => {
      const result: unknown = await lastValueFrom(next.handle(), { defaultValue: undefined });
      try {
        requireState(request, await this.db.outside(() => this.read(request, actor)));
      } catch (error) {
        response.removeHeader('Location');
        throw error;
      }
      return result;
    });
  }

  private async read(request: AuthenticatedRequest, actor: Actor): Promise<InnerRead | null> {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<never>((_, reject) => {
      timer = setTimeout(
        () => reject(new Busy('The state could not be read in time; try again.', 1)),
        MAX_READ_MS,
      );
    });
    try {
      return await Promise.race([readInside(request, request.originalUrl, actor), late]);
    } finally {
      clearTimeout(timer);
    }
  }
}

/** @throws PreconditionFailed where the state is another one, Forbidden where the caller may not know it. */
function requireState({ headers }: AuthenticatedRequest, read: InnerRead | null): void {
  const ifMatch = headers['if-match'];
  const ifNoneMatch = headers['if-none-match'];
  if (read?.status === 403 || read?.status === 401)
    throw new Forbidden(
      `${ifMatch === undefined ? 'If-None-Match' : 'If-Match'} is held against the answer to GET, which this token may not read.`,
    );
  if (read && read.status >= 500) throw new Busy('The state could not be read; try again.', 1);
  const etag = read?.status === 200 ? read.etag : undefined;
  if (ifMatch !== undefined) {
    if (read?.status !== 200)
      throw new PreconditionFailed('If-Match: GET finds nothing at this address that could have an ETag.');
    if (!namesStrongly(ifMatch, etag))
      throw new PreconditionFailed(
        'If-Match: it is in another state by now. Read it again, and send the change with its new ETag.',
      );
  }
  if (ifNoneMatch === undefined || read?.status !== 200) return;
  if (namesWeakly(ifNoneMatch, etag ?? ''))
    throw new PreconditionFailed('If-None-Match: there is something in this state already.');
}
