import type { OpenAPIObject } from '@nestjs/swagger';

const SCHEMA = 'Problem';
/** The same error for clients that ask for problems (RFC 9457). */
const DETAILS = 'ProblemDetails';

/** Errors of many operations: name of the response, status, and the sentence about it. */
const ERRORS = {
  BadRequest: ['400', 'A field is wrong; the message names it.'],
  Forbidden: ['403', 'You see the thing but may not do this, or the token lacks the scope.'],
  NotFound: ['404', 'It does not exist, or you may not see it.'],
  Conflict: ['409', 'It would change nothing, is in the way of something else, or somebody was faster.'],
  PreconditionFailed: ['412', 'It is in another state than `If-Match` says, or cannot be moved there.'],
  UnsupportedMediaType: ['415', 'The body is not JSON.'],
  OtherRequest: ['422', 'The `Idempotency-Key` was sent with another body or query before.'],
  TooManyRequests: ['429', 'Too many requests; `Retry-After` says how many seconds to wait.'],
  Unavailable: ['503', 'The database is not reachable, or the server has too much to do; try again.'],
} as const;

type ErrorName = keyof typeof ERRORS;

interface DescribedOperation {
  parameters?: { in: string }[];
  requestBody?: { content?: Record<string, unknown> };
  security?: unknown[];
  responses: Record<string, { description?: string; content?: unknown; $ref?: string }>;
}

/** Declares the errors that an operation may answer, with the shape of their body. Declarations of the operation itself stay. */
export function describeErrors(document: OpenAPIObject): OpenAPIObject {
  document.components ??= {};
  const { components } = document;
  components.schemas = { ...components.schemas, [SCHEMA]: PROBLEM, [DETAILS]: PROBLEM_DETAILS };
  components.responses = Object.fromEntries(
    Object.entries(ERRORS).map(([name, [status, description]]) => [
      name,
      problem(Number(status), description),
    ]),
  );
  for (const [path, methods] of Object.entries(document.paths))
    for (const [method, found] of Object.entries(methods)) {
      const operation = found as unknown as DescribedOperation;
      if (!path.startsWith('/v1/')) continue;
      for (const name of errorsOf(method, operation, 'get' in methods)) {
        const [status] = ERRORS[name];
        operation.responses[status] ??= { $ref: `#/components/responses/${name}` };
      }
      for (const [status, response] of Object.entries(operation.responses))
        if (status >= '400' && response.$ref === undefined) response.content ??= CONTENT;
    }
  return document;
}

function errorsOf(
  method: string,
  { parameters = [], requestBody, security }: DescribedOperation,
  isRead: boolean,
): ErrorName[] {
  const takes = (place: string) => parameters.some((parameter) => parameter.in === place);
  const hasJson = requestBody?.content?.['application/json'] !== undefined;
  return [
    ...((hasJson || takes('query') ? ['BadRequest'] : []) as ErrorName[]),
    ...((security ? ['Forbidden'] : []) as ErrorName[]),
    ...((takes('path') ? ['NotFound'] : []) as ErrorName[]),
    ...((['post', 'put', 'patch'].includes(method) ? ['Conflict'] : []) as ErrorName[]),
    ...((security && isRead && ['put', 'patch', 'delete'].includes(method)
      ? ['PreconditionFailed']
      : []) as ErrorName[]),
    ...((hasJson ? ['UnsupportedMediaType'] : []) as ErrorName[]),
    ...((security && ['post', 'patch'].includes(method) ? ['OtherRequest'] : []) as ErrorName[]),
    'TooManyRequests',
    'Unavailable',
  ];
}

const PROBLEM = {
  type: 'object' as const,
  required: ['error'],
  properties: {
    error: {
      type: 'object' as const,
      required: ['code', 'message'],
      properties: {
        code: { type: 'integer' as const, description: 'The status.' },
        message: { type: 'string' as const, description: 'A sentence that names the field and the way out.' },
        requestId: { type: 'string' as const, description: 'Names the request in the log of the server.' },
      },
    },
  },
};
const PROBLEM_DETAILS = {
  type: 'object' as const,
  required: ['type', 'title', 'status', 'detail'],
  properties: {
    type: { type: 'string' as const, description: 'Always about:blank: the status says which kind it is.' },
    title: { type: 'string' as const, description: 'The status in words.' },
    status: { type: 'integer' as const },
    detail: { type: 'string' as const, description: 'A sentence that names the field and the way out.' },
    requestId: { type: 'string' as const, description: 'Names the request in the log of the server.' },
    error: {
      type: 'object' as const,
      additionalProperties: true,
      description: 'Members that the usual error has beside code, message and requestId.',
    },
  },
};
const CONTENT = {
  'application/json': { schema: { $ref: `#/components/schemas/${SCHEMA}` } },
  'application/problem+json': { schema: { $ref: `#/components/schemas/${DETAILS}` } },
};

function problem(code: number, message: string) {
  const example = { error: { code, message, requestId: '4f1c2a9e' } };
  return {
    description: message,
    content: { ...CONTENT, 'application/json': { ...CONTENT['application/json'], example } },
  };
}
