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

/** The days of an operation that goes: `2026-11-23`. */
interface EndOfOperation {
  /** From this day on, something newer takes its place. */
  since: string;
  /** It works until this day at least; afterwards a release may leave it out. */
  until: string;
}

/**
 * An operation that works and that something newer took the place of. Its answers say so, and for how long it stays, in `Deprecation`
 * (RFC 9745) and `Sunset` (RFC 8594).
 */
export function DeprecatedOperation(
  operationId: string,
  summary: string,
  { since, until }: EndOfOperation,
): MethodDecorator {
  const description = `Deprecated since ${since}; it works until ${until} at least.`;
  return applyDecorators(
    Header('Deprecation', `@${Date.parse(since) / 1000}`),
    Header('Sunset', new Date(until).toUTCString()),
    ApiOperation({ operationId, summary, description, deprecated: true }),
  );
}
