import { describe, expect, it } from 'vitest';
import { documentText, serializeMarkdown } from '#modules/documents/index.js';
import type { Specification } from '../processing/specification.js';
import { SchemaReader } from '../reference-model/reference-schema.js';
import { SchemaBlocks } from './schema-blocks.js';
import { choicesOf, constraintsOf } from './schema-constraints.js';
import { referenceWords } from '#modules/words/index.js';

const root = {
  openapi: '3.1.0',
  info: { title: 'T' },
  components: {
    schemas: {
      Limit: { type: 'integer', minimum: 0, maximum: 1000, multipleOf: 10 },
      Slug: {
        allOf: [
          { type: 'string', minLength: 1 },
          { maxLength: 100, pattern: '^[a-z-]+$' },
        ],
      },
    },
  },
} as unknown as Specification;
const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });

describe('the constraints of a schema', () => {
  it.each([
    [ref('Limit'), ['minimum: 0', 'maximum: 1000', 'multipleOf: 10']],
    [ref('Slug'), ['minLength: 1', 'maxLength: 100', 'pattern: ^[a-z-]+$']],
    [{ exclusiveMinimum: 0, exclusiveMaximum: 1.5 }, ['exclusiveMinimum: 0', 'exclusiveMaximum: 1.5']],
    [
      { type: 'array', items: ref('Slug'), minItems: 1, maxItems: 5, uniqueItems: true },
      [
        ...['minItems: 1', 'maxItems: 5', 'uniqueItems: true'],
        ...['items.minLength: 1', 'items.maxLength: 100', 'items.pattern: ^[a-z-]+$'],
      ],
    ],
    [{ const: 'v1' }, ['const: v1']],
    // Constraints that hold by default are left out.
    [{ type: 'string', minLength: 0, uniqueItems: false }, []],
    [{ pattern: 'x'.repeat(300) }, [`pattern: ${'x'.repeat(200)}…`]],
  ])('of %j are %j', (schema, expected) => expect(constraintsOf(root, schema)).toEqual(expected));

  it('are shown at every member, as words and as data', () => {
    const member = { ...ref('Limit'), default: 10, deprecated: true };
    const blocks = new SchemaBlocks(root, referenceWords('de')).entry('limit', { in: 'query' }, member);
    const document = { object: 'document' as const, data: {}, nodes: blocks };
    expect(documentText(document)).toContain('Vorgabe: 10. minimum: 0, maximum: 1000, multipleOf: 10');
    // The words after the type are set apart from it.
    expect(serializeMarkdown(document)).toContain('`limit` Limit _veraltet_');
    expect(new SchemaReader(root).member('limit', ref('Limit'), {})).toMatchObject({
      constraints: ['minimum: 0', 'maximum: 1000', 'multipleOf: 10'],
    });
  });

  it('contain the allowed items of a list', () => {
    expect(choicesOf(root, { type: 'array', items: { enum: ['cat', 'dog'] } })).toEqual(['cat', 'dog']);
  });
});
