import {
  applyDecorators,
  type CallHandler,
  type ExecutionContext,
  HttpCode,
  Injectable,
  type NestInterceptor,
  SetMetadata,
  type Type,
  UseInterceptors,
} from '@nestjs/common';
import {
  ApiCreatedResponse,
  ApiExtraModels,
  ApiNoContentResponse,
  ApiOkResponse,
  getSchemaPath,
} from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { type Observable, tap } from 'rxjs';
import { Urls } from './urls.js';

/** The operation answers 200 with a resource, or with a list of resources: `[SiteResource]`. */
export function Ok(type: Type<unknown> | [Type<unknown>]): MethodDecorator {
  return applyDecorators(HttpCode(200), ApiOkResponse({ type }));
}

/** The operation answers 200 with one of several resources. */
export function OkOneOf(types: Type<unknown>[], description?: string): MethodDecorator {
  const schema = { oneOf: types.map((type) => ({ $ref: getSchemaPath(type) })) };
  return applyDecorators(HttpCode(200), ApiExtraModels(...types), ApiOkResponse({ description, schema }));
}

/** The operation answers 201 with the resource that it made. */
export function Created(type: Type<unknown>): MethodDecorator {
  return applyDecorators(HttpCode(201), ApiCreatedResponse({ type }));
}

/** The operation answers 204 without a body. */
export function NoContent(description: string): MethodDecorator {
  return applyDecorators(HttpCode(204), ApiNoContentResponse({ description }));
}

interface Located {
  urls: { location: string };
}

@Injectable()
class LocationOfAnswer implements NestInterceptor<Located> {
  intercept(context: ExecutionContext, next: CallHandler<Located>): Observable<Located> {
    const response = context.switchToHttp().getResponse<Response>();
    return next.handle().pipe(tap(({ urls }) => response.location(urls.location)));
  }
}

/** The operation answers 201 with the resource that it made, and with the address of the resource as `Location`. */
export function CreatedWithLocation(type: Type<Located>): MethodDecorator {
  return applyDecorators(Created(type), UseInterceptors(LocationOfAnswer));
}

interface Identified {
  id: string;
}

const PATH_OF_ANSWER = 'bindery:path-of-answer';

@Injectable()
class LocationOfPath implements NestInterceptor<Identified> {
  constructor(private readonly urls: Urls) {}

  intercept(context: ExecutionContext, next: CallHandler<Identified>): Observable<Identified> {
    const http = context.switchToHttp();
    const path = Reflect.getMetadata(PATH_OF_ANSWER, context.getHandler()) as string;
    const locate = ({ id }: Identified) => {
      const values: Record<string, string> = {
        ...http.getRequest<Request<Record<string, string>>>().params,
        id,
      };
      const segments = path.split('/').map((part) => (part.startsWith(':') ? values[part.slice(1)]! : part));
      http.getResponse<Response>().location(this.urls.api(...segments));
    };
    return next.handle().pipe(tap(locate));
  }
}

/**
 * The operation answers 201 with the resource that it made, and with its address as `Location`.
 * @param path with the parameters of the request, and the id of the resource as `:id`
 */
export function CreatedAt(path: string, type: Type<Identified>): MethodDecorator {
  return applyDecorators(Created(type), SetMetadata(PATH_OF_ANSWER, path), UseInterceptors(LocationOfPath));
}
