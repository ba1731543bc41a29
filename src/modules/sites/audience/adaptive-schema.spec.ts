import { describe, expect, it } from 'vitest';
import { requireCondition } from '#modules/expressions/index.js';
import type { AdaptiveSchema } from './adaptive-schema.js';
import { checkAdaptiveSchema } from './check-adaptive-schema.js';
import { templateConditions } from './template-conditions.js';

const text = { type: 'string', description: 'Words' };
const schemaOf = (properties: object, more: object = {}) => ({
  type: 'object',
  properties,
  additionalProperties: false,
  ...more,
});
const nested = (levels: number): object =>
  levels === 0 ? text : { ...schemaOf({ inner: nested(levels - 1) }), description: '' };

describe('the schema of visitor claims', () => {
  it.each([
    ['nothing', schemaOf({})],
    ['a boolean', schemaOf({ isBeta: { type: 'boolean', description: '' } })],
    ['texts and numbers', schemaOf({ a: text, b: { type: 'number', description: '' } })],
    ['a choice', schemaOf({ plan: { ...text, enum: ['free', 'pro'] } })],
    ['a list', schemaOf({ groups: { type: 'array', description: '', items: text } })],
    ['objects in objects', schemaOf({ a: nested(7) })],
    ['a claim called items', schemaOf({ items: text })],
    [
      'unsigned claims',
      schemaOf(
        {
          unsigned: {
            type: 'object',
            description: 'Unsigned claims of the site visitor.',
            properties: { a: text },
            additionalProperties: false,
          },
        },
        { $schema: 'http://json-schema.org/draft-07/schema#' },
      ),
    ],
  ])('may declare %s', (_, schema) => {
    expect(checkAdaptiveSchema(schema)).toBe(schema);
  });

  it.each([
    ['a list', [], 'jsonSchema'],
    ['another type', schemaOf({}, { type: 'array' }), 'jsonSchema.type must be "object"'],
    ['more than it may', schemaOf({}, { required: ['a'] }), 'jsonSchema.required is not part'],
    ['open ends', schemaOf({}, { additionalProperties: true }), 'additionalProperties must be false'],
    ['no end', { type: 'object', properties: {} }, 'jsonSchema.additionalProperties is required'],
    [
      'another draft',
      schemaOf({}, { $schema: 'https://json-schema.org/draft/2020-12/schema' }),
      '$schema must be',
    ],
    [
      'no description',
      schemaOf({ a: { type: 'boolean' } }),
      'jsonSchema.properties.a.description is required',
    ],
    ['no type', schemaOf({ a: { description: '' } }), 'jsonSchema.properties.a'],
    [
      'unknown types',
      schemaOf({ a: { ...text, type: 'integer' } }),
      'a.type must be boolean, number, string',
    ],
    ['patterns', schemaOf({ a: { ...text, pattern: 'x' } }), 'properties.a.pattern is not part'],
    ['choices of numbers', schemaOf({ a: { ...text, enum: [1] } }), 'properties.a.enum.0 must be string'],
    [
      'lists of lists',
      schemaOf({
        a: { type: 'array', description: '', items: { type: 'array', description: '', items: text } },
      }),
      'a.items.type must be boolean, number or string',
    ],
    [
      'open objects',
      schemaOf({ a: { type: 'object', description: '', properties: {} } }),
      'a.additionalProperties is required',
    ],
    ['other unsigned claims', schemaOf({ unsigned: text }), 'properties.unsigned'],
    [
      'names that cannot be read',
      schemaOf(JSON.parse('{"__proto__":{"type":"boolean","description":""}}') as object),
      '__proto__',
    ],
    ['too deep a tree', schemaOf({ a: nested(20) }), 'deeper than 8'],
    ['too much', schemaOf({ a: { ...text, description: 'x'.repeat(70_000) } }), 'larger than 64 kB'],
  ])('must not have %s', (_, schema, sentence) => {
    expect(() => checkAdaptiveSchema(schema)).toThrow(sentence);
  });
});

describe('the condition templates of a schema', () => {
  const schema = schemaOf({
    isBeta: { type: 'boolean', description: 'Takes part in the beta' },
    'odd "name"': { ...text, enum: ["it's", 'a "quote"'] },
    free: text,
    groups: { type: 'array', description: '', items: { ...text, enum: ['ops'] } },
    unsigned: {
      type: 'object',
      description: 'Unsigned claims of the site visitor.',
      properties: { dark: { type: 'boolean', description: '' } },
      additionalProperties: false,
    },
  });

  it('name each known value', () => {
    const items = templateConditions(schema as AdaptiveSchema);
    expect(items).toContainEqual({
      description: 'isBeta is true (Takes part in the beta)',
      condition: 'visitor.claims.isBeta == true',
    });
    expect(items.map(({ condition }) => condition)).toEqual([
      'visitor.claims.isBeta == true',
      'visitor.claims.isBeta != true',
      `visitor.claims["odd \\"name\\""] == "it's"`,
      'visitor.claims["odd \\"name\\""] == "a \\"quote\\""',
      '"ops" in visitor.claims.groups',
      'visitor.claims.unsigned.dark == true',
      'visitor.claims.unsigned.dark != true',
    ]);
  });

  it('are valid conditions', () => {
    for (const { condition } of templateConditions(schema as AdaptiveSchema))
      expect(() => requireCondition(condition), condition).not.toThrow();
  });
});
