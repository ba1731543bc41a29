import { applyDecorators, SetMetadata } from '@nestjs/common';
import { ApiBearerAuth, ApiExtension, ApiResponse } from '@nestjs/swagger';
import type { Scope } from './scopes.js';

export const REQUIRED_SCOPE = 'bindery:scope';
export const IS_PUBLIC = 'bindery:public';

/** The route needs a valid token that has `scope`. Every route says this or `@Public()`. */
export function Authenticated(scope: Scope): MethodDecorator {
  return applyDecorators(
    SetMetadata(REQUIRED_SCOPE, scope),
    ApiBearerAuth(),
    ApiExtension('x-scope', scope),
    ApiResponse({ status: 401, description: 'No token, or one that is not valid.' }),
  );
}

/** The route answers without a token. */
export function Public(): MethodDecorator {
  return SetMetadata(IS_PUBLIC, true);
}
