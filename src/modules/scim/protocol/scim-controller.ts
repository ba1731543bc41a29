import { applyDecorators, Controller, UseFilters, UseGuards } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { ScimErrorFilter } from './scim-error.filter.js';
import { ScimGuard } from './scim.guard.js';

/**
 * A controller of SCIM, below `/scim/v2`. It is described by its own schemas and the guide rather than the document of the API, whose
 * tokens do not open it: its routes are `@Public()` for the guard of the API, and have this one.
 */
export function ScimController(path = ''): ClassDecorator {
  return applyDecorators(
    Controller(`scim/v2/${path}`),
    ApiExcludeController(),
    UseGuards(ScimGuard),
    UseFilters(ScimErrorFilter),
  );
}
