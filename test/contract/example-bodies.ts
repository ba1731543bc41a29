import type { OpenAPIObject } from '@nestjs/swagger';

interface Operation {
  requestBody?: { content?: Record<string, { example?: unknown }> };
}

/** The example of each operation with a JSON body, by `METHOD /path`. The explorer fills it in. */
export function examplesOf({ paths }: OpenAPIObject): ReadonlyMap<string, unknown> {
  const examples = new Map<string, unknown>();
  for (const [path, methods] of Object.entries(paths))
    for (const [method, operation] of Object.entries(methods)) {
      const body = (operation as Operation).requestBody?.content?.['application/json'];
      if (body) examples.set(`${method.toUpperCase()} ${path}`, body.example);
    }
  return examples;
}

/** An example with what the values say in place of names in braces, which stand for the same as in paths. */
export function fillExample(
  example: unknown,
  values: Readonly<Record<string, string | undefined>>,
): object | undefined {
  const text = JSON.stringify(example)?.replace(/\{(\w+)\}/g, (name, key: string) => values[key] ?? name);
  return text === undefined ? undefined : (JSON.parse(text) as object);
}
