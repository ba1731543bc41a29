import { Ajv, type ErrorObject } from 'ajv';
import { BadRequest } from '#platform/http/errors.js';
import { onFirstUse } from '#platform/on-first-use.js';
import type { AdaptiveSchema } from './adaptive-schema.js';

/** A schema travels with every request of its site's readers. */
const MAX_BYTES = 64 * 1024;
const MAX_DEPTH = 8;
/** Names that no expression can read. */
const FORBIDDEN_NAMES = ['__proto__', 'prototype', 'constructor'];

const DESCRIPTION = { type: 'string' };
const NAMES = { propertyNames: { not: { enum: FORBIDDEN_NAMES } } };

/** A claim of one type with exactly these members. */
function claim(type: string, members: object = {}, required = Object.keys(members)): object {
  return {
    properties: { type: { const: type }, description: DESCRIPTION, ...members },
    required: ['type', 'description', ...required],
    additionalProperties: false,
  };
}

const PRIMITIVES = [
  claim('boolean'),
  claim('number'),
  claim('string', { enum: { type: 'array', minItems: 1, uniqueItems: true, items: { type: 'string' } } }, []),
];

/** Each entry of the list is for one type, so that an error is about the type that was meant. */
function oneOf(variants: object[]): object {
  return { type: 'object', required: ['type'], discriminator: { propertyName: 'type' }, oneOf: variants };
}

const CLAIMS = { type: 'object', ...NAMES, additionalProperties: { $ref: '#/definitions/claim' } };

/** Meta-schema for schemas of visitors: a small part of JSON Schema draft-07. */
const META_SCHEMA = {
  type: 'object',
  properties: {
    $schema: { const: 'http://json-schema.org/draft-07/schema#' },
    type: { const: 'object' },
    properties: {
      type: 'object',
      ...NAMES,
      properties: {
        unsigned: {
          type: 'object',
          properties: {
            type: { const: 'object' },
            description: { const: 'Unsigned claims of the site visitor.' },
            properties: CLAIMS,
            additionalProperties: { const: false },
          },
          required: ['type', 'description', 'properties', 'additionalProperties'],
          additionalProperties: false,
        },
      },
      additionalProperties: { $ref: '#/definitions/claim' },
    },
    additionalProperties: { const: false },
  },
  required: ['type', 'properties', 'additionalProperties'],
  additionalProperties: false,
  definitions: {
    claim: oneOf([
      ...PRIMITIVES,
      claim('array', { items: oneOf(PRIMITIVES) }),
      claim('object', { properties: CLAIMS, additionalProperties: { const: false } }),
    ]),
  },
};

const ajv = new Ajv({ strict: false, discriminator: true });
/** Compiled where the first schema comes: that takes time, and memory. */
const validator = onFirstUse(() => ajv.compile<AdaptiveSchema>(META_SCHEMA));

/**
 * The schema, when it is one that a site can have.
 * @throws BadRequest with the place of what is wrong.
 */
export function checkAdaptiveSchema(schema: unknown): AdaptiveSchema {
  // Before anything walks it, which would go as deep as it does: a level of claims is two of JSON.
  if (isDeeper(schema, 2 * MAX_DEPTH + 2))
    throw new BadRequest(`jsonSchema: claims are nested deeper than ${MAX_DEPTH} levels.`);
  if (Buffer.byteLength(JSON.stringify(schema)) > MAX_BYTES)
    throw new BadRequest(`jsonSchema is larger than ${MAX_BYTES / 1024} kB; describe fewer claims.`);
  const validate = validator();
  if (validate(schema)) return schema;
  throw new BadRequest(`${sentence(validate.errors ?? [])}.`);
}

function isDeeper(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return levels === 0 || Object.values(value).some((member) => isDeeper(member, levels - 1));
}

function sentence(errors: ErrorObject[]): string {
  const [error] = errors;
  if (!error) return 'jsonSchema is not valid';
  const { instancePath, keyword, params, message } = error;
  const place = `jsonSchema${instancePath.replaceAll('/', '.')}`;
  switch (keyword) {
    case 'required':
      return `${place}.${String(params['missingProperty'])} is required`;
    case 'additionalProperties':
      return `${place}.${String(params['additionalProperty'])} is not part of a schema of visitors`;
    case 'const':
      return `${place} must be ${JSON.stringify(params['allowedValue'])}`;
    case 'discriminator':
      return `${place}.type must be ${ofItems(instancePath) ? 'boolean, number or string' : 'boolean, number, string, array or object'}`;
    case 'not':
    case 'propertyNames':
      return `${place} must not name a claim ${FORBIDDEN_NAMES.join(', ')}`;
    default:
      return `${place} ${message ?? 'is not valid'}`;
  }
}

function ofItems(instancePath: string): boolean {
  return instancePath.endsWith('/items');
}
