import type { OpenAPIObject } from '@nestjs/swagger';
import { type Options, sample } from 'openapi-sampler';

interface MediaType {
  schema?: object;
  example?: unknown;
}

interface Described {
  requestBody?: { content?: Record<string, MediaType> };
}

const OPTIONS: Options = { skipNonRequired: true, quiet: true };

/**
 * Gives every operation with a JSON body an example that its validation takes, which the explorer fills in: the members that are
 * required, and others for which the schema names an example. Left to itself the explorer fills in all of them, which most
 * operations refuse.
 */
export function addExampleBodies(document: OpenAPIObject): OpenAPIObject {
  const source = requireExamples(document);
  for (const path of Object.values(document.paths))
    for (const operation of Object.values(path) as Described[]) {
      const body = operation.requestBody?.content?.['application/json'];
      if (body?.schema) body.example ??= sample(body.schema, OPTIONS, source);
    }
  return document;
}

/** A copy in which members with an example are required: the library leaves all optional ones out. */
function requireExamples(document: OpenAPIObject): object {
  const copy = structuredClone(document);
  for (const schema of Object.values(copy.components?.schemas ?? {})) {
    if (!('properties' in schema)) continue;
    const named = Object.entries(schema.properties ?? {}).filter(([, member]) => 'example' in member);
    schema.required = [...new Set([...(schema.required ?? []), ...named.map(([name]) => name)])];
  }
  return copy;
}
