import {
  applyDecorators,
  type CallHandler,
  type ExecutionContext,
  Injectable,
  type NestInterceptor,
  UseInterceptors,
} from '@nestjs/common';
import { ApiHeader, ApiNoContentResponse } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { map, type Observable } from 'rxjs';

const MINIMAL = 'return=minimal';

/** Leaves the body of an answer out for clients that said they do not need it. */
@Injectable()
class MinimalAnswer implements NestInterceptor {
  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const http = context.switchToHttp();
    if (!prefersMinimal(http.getRequest<Request>().headers['prefer'])) return next.handle();
    return next.handle().pipe(
      map(() => {
        http.getResponse<Response>().status(204).setHeader('Preference-Applied', MINIMAL);
        return undefined;
      }),
    );
  }
}

function prefersMinimal(header: string | string[] | undefined): boolean {
  const preferences = String(header ?? '').split(/[,;]/);
  return preferences.some((preference) => preference.replace(/["\s]/g, '').toLowerCase() === MINIMAL);
}

/** The operation answers 204 without a body to clients that send `Prefer: return=minimal` (RFC 7240). */
export function ReturnsByPreference(): MethodDecorator {
  return applyDecorators(
    UseInterceptors(MinimalAnswer),
    ApiHeader({ name: 'Prefer', required: false, enum: [MINIMAL, 'return=representation'] }),
    ApiNoContentResponse({ description: `Done; asked for with \`Prefer: ${MINIMAL}\`.` }),
  );
}
