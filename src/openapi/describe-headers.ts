import type { OpenAPIObject } from '@nestjs/swagger';

const text = { type: 'string' as const };

/** Headers of answers that many operations have: name, and the sentence about it. */
const HEADERS = {
  Link: 'Address of the next page with `rel="next"` (RFC 8288); absent on the last page.',
  'Ignored-Members':
    'Members of the body that the operation does not read, as a list of strings (RFC 9651); `more` tells how many there are besides.',
  Deprecation: 'Since when the operation is deprecated: `@` and seconds since 1970 (RFC 9745).',
  Sunset: 'Until when the operation works at least (RFC 8594).',
} as const;

type HeaderName = keyof typeof HEADERS;

interface DescribedOperation {
  deprecated?: boolean;
  requestBody?: { content?: Record<string, unknown> };
  responses: Record<string, { $ref?: string; headers?: Record<string, object>; content?: unknown }>;
}

/** Declares the headers that answers of an operation may have beside those of every answer. */
export function describeHeaders(document: OpenAPIObject): OpenAPIObject {
  document.components ??= {};
  document.components.headers = Object.fromEntries(
    Object.entries(HEADERS).map(([name, description]) => [name, { description, schema: text }]),
  );
  for (const [path, methods] of Object.entries(document.paths))
    for (const found of Object.values(methods) as unknown[]) {
      const operation = found as DescribedOperation;
      if (!path.startsWith('/v1/')) continue;
      for (const [status, response] of Object.entries(operation.responses)) {
        if (response.$ref !== undefined || status >= '300') continue;
        const names = headersOf(operation, response.content);
        if (names.length === 0) continue;
        const declared = names.map((name) => [name, { $ref: `#/components/headers/${name}` }] as const);
        response.headers = { ...Object.fromEntries(declared), ...response.headers };
      }
    }
  return document;
}

function headersOf({ deprecated, requestBody }: DescribedOperation, content: unknown): HeaderName[] {
  const isPage = JSON.stringify(content ?? '').includes('#/components/schemas/PageResource"');
  const hasJson = requestBody?.content?.['application/json'] !== undefined;
  return [
    ...((isPage ? ['Link'] : []) as HeaderName[]),
    ...((hasJson ? ['Ignored-Members'] : []) as HeaderName[]),
    ...((deprecated ? ['Deprecation', 'Sunset'] : []) as HeaderName[]),
  ];
}
