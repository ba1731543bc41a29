import { hash } from 'node:crypto';
import {
  type CallHandler,
  type ExecutionContext,
  Injectable,
  type NestInterceptor,
  StreamableFile,
} from '@nestjs/common';
import type { Response } from 'express';
import { from, lastValueFrom, type Observable, of } from 'rxjs';
import { isLongJson, stringifyLong } from '../../event-loop/long-json.js';
import type { Actor, AuthenticatedRequest } from '../actor.js';
import { BadRequest, DomainError } from '../errors.js';
import { readInside } from '../inner-read.js';
import { hasBody, hasJsonBody } from '../request-context.js';
import { WrittenJson } from '../written-json.js';
import type { DigestedRequest } from './body-digest.js';
import { AnswerGone, RepeatedRefusal } from './idempotency.errors.js';
import { readIdempotencyKey } from './idempotency-key.js';
import { IdempotentRequests, type KeptAnswer, type KeyedRequest } from './idempotent-requests.js';
import type { Attempt } from './idempotent-requests.repository.js';

const REPLAYED = 'Idempotent-Replayed';
/** Headers that the work gave its answer. */
const KEPT_HEADERS = ['Content-Type', 'Location', 'Ignored-Members', 'Preference-Applied'];
/** Refusals of this moment: nothing was written, and the next try may fare better. */
const PASSING: ReadonlySet<number> = new Set([401, 408, 409, 412, 425, 429, 499]);
const NO_ANSWER: ReadonlySet<number> = new Set([401, 403, 404]);

/**
 * Carries a `POST` or `PATCH` with an `Idempotency-Key` out once, and answers later requests with the same key as it answered the first. It
 * stands behind the guard: keys are those of a token, and a token that is not valid any more, or lacks the scope, is shown nothing. Requests
 * without the header pass by.
 */
@Injectable()
export class Idempotency implements NestInterceptor {
  constructor(private readonly requests: IdempotentRequests) {}

  async intercept(context: ExecutionContext, next: CallHandler): Promise<Observable<unknown>> {
    const http = context.switchToHttp();
    const request = http.getRequest<AuthenticatedRequest>();
    const header = request.headers['idempotency-key'];
    const { method, actor } = request;
    if (header === undefined || (method !== 'POST' && method !== 'PATCH')) return next.handle();
    // Operations without a token have no caller whose keys these could be.
    if (!actor || actor.tokenId === '') return next.handle();
    const key = readIdempotencyKey(header);
    if (hasBody(request) && !hasJsonBody(request))
      throw new BadRequest(
        'The header "Idempotency-Key" is possible with a JSON body only: a file is not read to its end before the work begins. Leave the header out.',
      );
    const response = http.getResponse<Response>();
    const claimed = await this.requests.claim(keyedRequest(request, actor, key));
    if ('attempt' in claimed)
      return from(this.requests.carryOut(claimed, () => this.work(claimed, response, next)));
    await requireVisible(request, actor);
    return of(repeat(claimed, response));
  }

  private async work(attempt: Attempt, response: Response, next: CallHandler): Promise<unknown> {
    let result: unknown;
    try {
      result = await lastValueFrom(next.handle(), { defaultValue: undefined });
    } catch (error) {
      const refusal = refusalOf(error);
      if (refusal) await this.requests.keep(attempt, refusal.status, refusal);
      else await this.requests.release(attempt);
      throw error;
    }
    const { answer, sent } = await answerOf(result, response);
    await this.requests.keep(attempt, response.statusCode, answer);
    return sent;
  }
}

/** The refusal to keep; null for failures, and for refusals of this moment. */
function refusalOf(error: unknown): KeptAnswer | null {
  if (!(error instanceof DomainError) || error.status >= 500 || PASSING.has(error.status)) return null;
  const { status, message, details } = error;
  return { status, refusal: message, ...(details ? { details } : {}) };
}

function keyedRequest(request: AuthenticatedRequest, { tokenId }: Actor, key: string): KeyedRequest {
  const [path = '', query = ''] = request.originalUrl.split('?', 2);
  const { bodyDigest } = request as DigestedRequest;
  return {
    id: hash('sha256', JSON.stringify([tokenId, request.method, path, key]), 'buffer'),
    caller: tokenId,
    fingerprint: hash('sha256', JSON.stringify([query, bodyDigest?.toString('hex') ?? null]), 'buffer'),
  };
}

/** The answer to keep, and the result to send, which is not written as JSON a second time. */
async function answerOf(
  result: unknown,
  response: Response,
): Promise<{ answer: KeptAnswer | null; sent: unknown }> {
  const headers: Record<string, string> = {};
  for (const name of KEPT_HEADERS) {
    const value = response.getHeader(name);
    if (value !== undefined) headers[name] = String(value);
  }
  const kept = { status: response.statusCode, headers };
  if (result === undefined || result === null) return { answer: kept, sent: result };
  if (result instanceof StreamableFile || response.headersSent) return { answer: null, sent: result };
  if (result instanceof WrittenJson)
    return { answer: { ...kept, json: Buffer.concat(result.parts).toString() }, sent: result };
  if (typeof result !== 'object')
    return { answer: { ...kept, text: String(result as string) }, sent: result };
  const json = isLongJson(result) ? await stringifyLong(result) : JSON.stringify(result);
  return { answer: { ...kept, json }, sent: new WrittenJson([Buffer.from(json)]) };
}

function repeat(answer: KeptAnswer, response: Response): unknown {
  response.setHeader(REPLAYED, 'true');
  if ('refusal' in answer) throw new RepeatedRefusal(answer.status, answer.refusal, answer.details);
  for (const [name, value] of Object.entries(answer.headers)) response.setHeader(name, value);
  response.status(answer.status);
  return answer.json === undefined ? answer.text : new WrittenJson([Buffer.from(answer.json)]);
}

/**
 * The first request may have been allowed to see what the caller may not see any more: the place that it wrote to, or the nearest one above
 * that can be read, has to be visible to them at this moment. The scope of the token to write is enough, as it was for the first one.
 * @throws AnswerGone when it is not.
 */
async function requireVisible(request: AuthenticatedRequest, actor: Actor): Promise<void> {
  if (actor.kind !== 'user') return;
  let [path = ''] = request.originalUrl.split('?', 1);
  for (; path.lastIndexOf('/') > 0; path = path.slice(0, path.lastIndexOf('/'))) {
    const read = await readInside(request, `${path}?limit=1`, { ...actor, scopes: null });
    if (read === null) continue;
    if (NO_ANSWER.has(read.status)) throw new AnswerGone(`GET ${path} answers you ${read.status} now`);
    return;
  }
}
