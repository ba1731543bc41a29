import type { OpenAPIObject } from '@nestjs/swagger';

const text = { type: 'string' as const };

const IDEMPOTENCY_KEY = {
  name: 'Idempotency-Key',
  in: 'header' as const,
  required: false,
  description:
    'Any text that names this request, such as a UUID: it is carried out once, and sent again is answered the same, for 24 hours.',
  schema: { ...text, maxLength: 255 },
};

const IF_MATCH = {
  name: 'If-Match',
  in: 'header' as const,
  required: false,
  description:
    'The `ETag` that GET answered here: the change is made only where it is still the same; 412 otherwise.',
  schema: text,
};

const IF_NONE_MATCH = {
  name: 'If-None-Match',
  in: 'header' as const,
  required: false,
  description: 'The `ETag` of an earlier answer: 304 without a body where it is still the same.',
  schema: text,
};

const NOT_MODIFIED = 'NotModified';

/** Headers of answers that many operations have: name, and the sentence about it. */
const HEADERS = {
  ETag: 'Names the answer (RFC 9110): send it as `If-None-Match` to read it again, as `If-Match` to change it.',
  Link: 'Address of the next page with `rel="next"` (RFC 8288); absent on the last page.',
  'Ignored-Members':
    'Members of the body that the operation does not read, as a list of strings (RFC 9651); `more` tells how many there are besides.',
  'Idempotent-Replayed':
    '`true` where the answer is that of an earlier request with the same `Idempotency-Key`.',
  Deprecation: 'Since when the operation is deprecated: `@` and seconds since 1970 (RFC 9745).',
  Sunset: 'Until when the operation works at least (RFC 8594).',
} as const;

type HeaderName = keyof typeof HEADERS;

interface DescribedOperation {
  deprecated?: boolean;
  parameters?: object[];
  security?: unknown[];
  requestBody?: { content?: Record<string, unknown> };
  responses: Record<string, { $ref?: string; headers?: Record<string, object>; content?: unknown }>;
}

/** Declares the headers that answers of an operation may have beside those of every answer. */
export function describeHeaders(document: OpenAPIObject): OpenAPIObject {
  document.components ??= {};
  document.components.headers = Object.fromEntries(
    Object.entries(HEADERS).map(([name, description]) => [name, { description, schema: text }]),
  );
  document.components.parameters = Object.fromEntries(
    [IDEMPOTENCY_KEY, IF_MATCH, IF_NONE_MATCH].map((described) => [described.name, described]),
  );
  document.components.responses = {
    ...document.components.responses,
    [NOT_MODIFIED]: { description: 'The caller has the answer already (`If-None-Match`).' },
  };
  for (const [path, methods] of Object.entries(document.paths))
    for (const [method, found] of Object.entries(methods)) {
      const operation = found as unknown as DescribedOperation;
      if (!path.startsWith('/v1/')) continue;
      const takesKey = operation.security !== undefined && ['post', 'patch'].includes(method);
      const isTagged = method === 'get' && hasJson(operation);
      const takesTag = ['put', 'patch', 'delete'].includes(method) && 'get' in methods;
      const parameters = [
        ...(takesKey ? [IDEMPOTENCY_KEY.name] : []),
        ...(isTagged ? [IF_NONE_MATCH.name] : []),
        ...(operation.security && takesTag ? [IF_MATCH.name] : []),
      ];
      if (parameters.length > 0) (operation.parameters ??= []).push(...parameters.map(parameter));
      if (isTagged) operation.responses['304'] ??= { $ref: `#/components/responses/${NOT_MODIFIED}` };
      for (const [status, response] of Object.entries(operation.responses)) {
        if (response.$ref !== undefined || status >= '300') continue;
        const names = headersOf(operation, response.content, { takesKey, isTagged });
        if (names.length === 0) continue;
        const declared = names.map((name) => [name, { $ref: `#/components/headers/${name}` }] as const);
        response.headers = { ...Object.fromEntries(declared), ...response.headers };
      }
    }
  return document;
}

function parameter(name: string): object {
  return { $ref: `#/components/parameters/${name}` };
}

function headersOf(
  { deprecated, requestBody }: DescribedOperation,
  content: unknown,
  { takesKey, isTagged }: { takesKey: boolean; isTagged: boolean },
): HeaderName[] {
  const isPage = JSON.stringify(content ?? '').includes('#/components/schemas/PageResource"');
  const takesJson = requestBody?.content?.['application/json'] !== undefined;
  return [
    ...((isTagged ? ['ETag'] : []) as HeaderName[]),
    ...((isPage ? ['Link'] : []) as HeaderName[]),
    ...((takesJson ? ['Ignored-Members'] : []) as HeaderName[]),
    ...((takesKey ? ['Idempotent-Replayed'] : []) as HeaderName[]),
    ...((deprecated ? ['Deprecation', 'Sunset'] : []) as HeaderName[]),
  ];
}

/** True for a read that answers JSON. */
function hasJson({ responses }: DescribedOperation): boolean {
  return 'application/json' in ((responses['200']?.content ?? {}) as object);
}
