import { BadRequest } from '#platform/http/errors.js';
import { asObject, asText, isObject } from '../reference/resolve.js';

/** The stored source of a computed page. */
export interface OpenApiSource {
  type: 'builtin:openapi';
  props: { models: boolean };
  dependencies: { spec: { ref: { kind: 'openapi'; spec: string } } };
}

/** The part of a specification that a document shows. */
export type DocumentProps = { doc: 'models' } | { doc: 'operations' | 'info'; page: string };

/**
 * Reads the source of a computed page as a client sent it, without foreign members such as a resolved `value`.
 * @param at path of the source in the request.
 * @throws BadRequest naming the member.
 */
export function readSource(given: unknown, at: string): OpenApiSource {
  const spec = readDependency(given, at);
  const props = asObject(asObject(given)['props']);
  const models = props['models'] ?? true;
  if (typeof models !== 'boolean') throw new BadRequest(`${at}.props.models must be true or false.`);
  return sourceOf(spec, models);
}

/** Reads the source of one document, otherwise like `readSource`. @throws BadRequest naming the member. */
export function readDocumentSource(given: unknown, at: string): { spec: string; props: DocumentProps } {
  const spec = readDependency(given, at);
  const { doc, page } = asObject(asObject(given)['props']);
  if (doc === 'models') return { spec, props: { doc } };
  if (doc !== 'operations' && doc !== 'info') {
    throw new BadRequest(`${at}.props.doc must be one of models, operations, info.`);
  }
  const name = asText(page);
  if (name === undefined)
    throw new BadRequest(`${at}.props.page must name the tag whose operations to show.`);
  return { spec, props: { doc, page: name } };
}

export function sourceOf(spec: string, models: boolean): OpenApiSource {
  return {
    type: 'builtin:openapi',
    props: { models },
    dependencies: { spec: { ref: { kind: 'openapi', spec } } },
  };
}

/** Reads a stored source; null when a newer version of the application wrote it. */
export function storedSource(value: unknown): OpenApiSource | null {
  try {
    return readSource(value, 'computed');
  } catch {
    return null;
  }
}

function readDependency(given: unknown, at: string): string {
  const type = isObject(given) ? given['type'] : undefined;
  if (typeof type !== 'string')
    throw new BadRequest(`${at} must be an object whose type is builtin:openapi.`);
  if (type !== 'builtin:openapi') {
    throw new BadRequest(
      `${at}.type: nothing here computes content of the type "${type}"; builtin:openapi can be.`,
    );
  }
  const ref = asObject(asObject(asObject(asObject(given)['dependencies'])['spec'])['ref']);
  const spec = asText(ref['spec']);
  if (ref['kind'] !== 'openapi' || spec === undefined || spec.length > 100) {
    throw new BadRequest(
      `${at}.dependencies.spec.ref must be { kind: "openapi", spec: <slug of a specification> }.`,
    );
  }
  return spec;
}
