import type { Specification } from '../processing/specification.js';
import { asList, asObject, asText, isObject, type JsonObject, resolve } from './resolve.js';

const METHODS = ['get', 'post', 'put', 'patch', 'delete', 'head', 'options', 'trace'];

/** An operation of the API, or a webhook that it calls. */
export interface Operation {
  /** Path of the API, or name of a webhook. */
  path: string;
  /** Lower case. */
  method: string;
  tags: string[];
  summary?: string;
  description?: string;
  isDeprecated: boolean;
  /** Parameters of the path and of the operation, references resolved. */
  parameters: JsonObject[];
  /** The operation as the specification contains it. */
  definition: JsonObject;
}

/** The operations of all paths, in order, without internal ones. */
export function listOperations(specification: Specification): Operation[] {
  return operationsIn(specification, specification['paths']);
}

export function listWebhooks(specification: Specification): Operation[] {
  return operationsIn(specification, specification['webhooks']);
}

export function findOperation(specification: Specification, path: string, method: string): Operation | null {
  return findIn(specification, specification['paths'], path, method);
}

export function findWebhook(specification: Specification, name: string, method: string): Operation | null {
  return findIn(specification, specification['webhooks'], name, method);
}

/** Schemas of the components, by name and in order. */
export function listSchemas(specification: Specification): [name: string, schema: JsonObject][] {
  const schemas = asObject(asObject(specification['components'])['schemas']);
  return Object.entries(schemas).flatMap(([name, schema]) =>
    isObject(schema) && !isInternal(schema) ? [[name, schema] as [string, JsonObject]] : [],
  );
}

function operationsIn(specification: Specification, paths: unknown): Operation[] {
  return Object.entries(asObject(paths)).flatMap(([path, value]) => {
    const item = resolve(specification, value);
    if (isInternal(item)) return [];
    const methods = METHODS.filter((method) => isObject(item[method]));
    return methods.flatMap((method) => {
      const definition = asObject(item[method]);
      return isInternal(definition) ? [] : [operation(specification, path, method, item)];
    });
  });
}

function findIn(
  specification: Specification,
  paths: unknown,
  path: string,
  method: string,
): Operation | null {
  const all = asObject(paths);
  const name = method.toLowerCase();
  if (!Object.hasOwn(all, path) || !METHODS.includes(name)) return null;
  const item = resolve(specification, all[path]);
  return isObject(item[name]) ? operation(specification, path, name, item) : null;
}

function operation(specification: Specification, path: string, method: string, item: JsonObject): Operation {
  const definition = asObject(item[method]);
  return {
    path,
    method,
    tags: asList(definition['tags']).filter((tag): tag is string => asText(tag) !== undefined),
    summary: asText(definition['summary']) ?? asText(item['summary']),
    description: asText(definition['description']) ?? asText(item['description']),
    isDeprecated: definition['deprecated'] === true,
    parameters: mergeParameters(specification, item['parameters'], definition['parameters']),
    definition,
  };
}

/** Parameters of the operation replace those of its path. */
function mergeParameters(specification: Specification, shared: unknown, own: unknown): JsonObject[] {
  const byName = new Map<string, JsonObject>();
  for (const value of [...asList(shared), ...asList(own)]) {
    const parameter = resolve(specification, value);
    if (asText(parameter['name']))
      byName.set(`${String(parameter['in'])} ${String(parameter['name'])}`, parameter);
  }
  return [...byName.values()];
}

function isInternal(thing: JsonObject): boolean {
  return thing['x-internal'] === true || thing['x-gitbook-ignore'] === true;
}
