import { applyDecorators, Header } from '@nestjs/common';
import { ApiOperation } from '@nestjs/swagger';

/** Names of the operations of several routes, which a place hands to the function that declares the routes. */
export type Operations<Route extends string> = Readonly<
  Record<Route, readonly [operationId: string, summary: string]>
>;

/** Names the operation of a route in the OpenAPI document. */
export function Operation(operationId: string, summary: string, description?: string): MethodDecorator {
  return ApiOperation({ operationId, summary, description });
}

/** An operation that works and that something newer took the place of; its answers say so in a header. */
export function DeprecatedOperation(operationId: string, summary: string): MethodDecorator {
  return applyDecorators(
    Header('Deprecation', 'true'),
    ApiOperation({ operationId, summary, deprecated: true }),
  );
}
