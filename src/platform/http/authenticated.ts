import { applyDecorators, SetMetadata } from '@nestjs/common';
import { ApiBearerAuth, ApiExtension, ApiResponse } from '@nestjs/swagger';
import type { Scope } from './scopes.js';

export const REQUIRED_SCOPE = 'bindery:scope';
export const IS_PUBLIC = 'bindery:public';
export const FOR_SITE_READERS = 'bindery:site-readers';
export const FOR_INTEGRATIONS = 'bindery:integrations';

interface AuthenticatedOptions {
  /** Accepts content tokens of sites too. The route then answers only content of the site, see `SiteReader`. */
  siteReaders?: boolean;
  /** Accepts tokens of integrations as such too. The route then answers only what belongs to the integration. */
  integrations?: boolean;
}

/** The route needs a valid token that has `scope`. Every route says this or `@Public()`. */
export function Authenticated(
  scope: Scope,
  { siteReaders = false, integrations = false }: AuthenticatedOptions = {},
): MethodDecorator {
  return applyDecorators(
    SetMetadata(REQUIRED_SCOPE, scope),
    SetMetadata(FOR_SITE_READERS, siteReaders),
    SetMetadata(FOR_INTEGRATIONS, integrations),
    ApiBearerAuth(),
    ApiExtension('x-scope', scope),
    ...(siteReaders ? [ApiExtension('x-site-readers', true)] : []),
    ...(integrations ? [ApiExtension('x-integrations', true)] : []),
    ApiResponse({ status: 401, description: 'No token, or one that is not valid.' }),
  );
}

/** The route answers without a token. */
export function Public(): MethodDecorator {
  return SetMetadata(IS_PUBLIC, true);
}
