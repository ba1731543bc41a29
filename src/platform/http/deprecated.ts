import { applyDecorators, Header } from '@nestjs/common';
import { ApiOperation } from '@nestjs/swagger';

/** An operation that works and that something newer took the place of; its answers say so in a header. */
export function Deprecated(operation: { operationId: string; summary: string }): MethodDecorator {
  return applyDecorators(Header('Deprecation', 'true'), ApiOperation({ ...operation, deprecated: true }));
}
