import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { describe, expect, it } from 'vitest';
import { documentText } from '#modules/documents/index.js';
import type { DocumentBlock } from '#modules/documents/index.js';
import { readSource } from '../processing/read-source.fixture.js';
import type { Specification } from '../processing/specification.js';
import { findOperation, listOperations } from '../reference/operations.js';
import { OperationBlocks } from './operation-blocks.js';
import { SchemaBlocks } from './schema-blocks.js';
import { exampleOf, valueOf } from './schema-example.js';
import { typeLabel } from './schema-shape.js';
import { referenceWords } from '#modules/words/index.js';

const words = referenceWords('en');
const textOf = (nodes: DocumentBlock[]) => documentText({ object: 'document', data: {}, nodes });
const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const root = {
  openapi: '3.1.0',
  info: { title: 'T' },
  security: [{ token: [] }],
  components: {
    schemas: {
      Node: {
        type: 'object',
        properties: {
          name: { type: 'string' },
          parent: ref('Node'),
          children: { type: 'array', items: ref('Node') },
        },
      },
      Base: { type: 'object', required: ['id'], properties: { id: { type: 'string', format: 'uuid' } } },
      Pet: { allOf: [ref('Base'), { properties: { kind: { enum: ['cat', 'dog'], default: 'cat' } } }] },
      Either: { oneOf: [ref('Pet'), ref('Node'), { type: 'null' }] },
      Loop: ref('Loop'),
      'a/b~c': { type: 'string' },
    },
    parameters: {
      Limit: {
        name: 'limit',
        in: 'query',
        required: true,
        description: 'How **many**',
        schema: { type: 'integer' },
      },
    },
  },
  paths: {
    '/pets/{id}': {
      parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'string' } }],
      post: {
        summary: 'Make a pet',
        description: 'It is <script>alert(1)</script> made.',
        parameters: [{ $ref: '#/components/parameters/Limit' }],
        requestBody: { description: 'The pet', content: { 'application/json': { schema: ref('Pet') } } },
        responses: {
          200: { description: 'Made', content: { 'application/json': { schema: ref('Either') } } },
          404: { description: 'Not there' },
        },
      },
    },
  },
} as unknown as Specification;

const operationText = (isHeadless: boolean) =>
  textOf(new OperationBlocks(root, words).describe(findOperation(root, '/pets/{id}', 'POST')!, isHeadless));

describe('the description of an operation', () => {
  it('contains parameters, body and answers', () => {
    const text = operationText(false);
    for (const part of [
      'Make a pet',
      'Authorization: token',
      'Path parameters',
      'id string required',
      'Query parameters',
      'limit integer required',
      'How many',
      'Request body',
      'application/json Pet',
      'id string · uuid required',
      'Allowed: cat, dog. Default: cat',
      '200 Made',
      'One of:',
      '404 Not there',
    ]) {
      expect(text).toContain(part);
    }
    expect(operationText(true)).not.toContain('Make a pet');
  });

  it('is missing for another method or path', () => {
    expect(findOperation(root, '/pets/{id}', 'get')).toBeNull();
    expect(findOperation(root, '/pets', 'post')).toBeNull();
    expect(findOperation(root, 'constructor', 'post')).toBeNull();
    expect(findOperation(root, '/pets/{id}', 'parameters')).toBeNull();
  });
});

describe('the description of a schema', () => {
  it('ends where a circular schema meets itself', () => {
    const text = textOf(new SchemaBlocks(root, words).describe(ref('Node')));
    expect(text).toContain('parent Node as above');
    expect(text.length).toBeLessThan(300);
    expect(new SchemaBlocks(root, words).describe(ref('Loop'))).toEqual([]);
  });

  it('labels the schema with its type', () => {
    expect(typeLabel(root, ref('Pet'))).toBe('Pet');
    expect(typeLabel(root, { type: 'array', items: ref('Pet') })).toBe('array of Pet');
    expect(typeLabel(root, { type: ['string', 'null'], format: 'date' })).toBe('string | null · date');
    expect(typeLabel(root, { anyOf: [{ type: 'string' }, { type: 'integer' }] })).toBe('string | integer');
    expect(typeLabel(root, ref('a~1b~0c'))).toBe('a/b~c');
    expect(typeLabel(root, ref('none'))).toBe('none');
    expect(typeLabel(root, null)).toBe('any');
  });

  it('cuts a thousand members', () => {
    const properties = Object.fromEntries(
      Array.from({ length: 1000 }, (_, i) => [`m${i}`, { type: 'string' }]),
    );
    const text = textOf(new SchemaBlocks(root, words).describe({ type: 'object', properties }));
    expect(text).toContain('m199 ');
    expect(text).not.toContain('m201 ');
    expect(text).toContain('More is in the specification.');
  });
});

describe('the example of a schema', () => {
  it('comes from the specification, else from the schema', () => {
    expect(valueOf(root, ref('Pet'))).toEqual({ id: '123e4567-e89b-12d3-a456-426614174000', kind: 'cat' });
    expect(valueOf(root, ref('Node'))).toEqual({ name: 'text', children: [] });
    expect(valueOf(root, ref('Loop'))).toBeUndefined();
    expect(exampleOf(root, { schema: ref('Pet'), example: { id: 1 } })).toBe('{\n  "id": 1\n}');
    expect(exampleOf(root, { examples: { one: { value: 'plain' } } })).toBe('plain');
    expect(exampleOf(root, {})).toBeUndefined();
  });
});

it('the descriptions of all operations of a real specification stay within bounds', async () => {
  const file = createRequire(import.meta.url).resolve('@gitbook/api/spec/openapi.json');
  const { specification } = await readSource(readFileSync(file, 'utf8'));
  const operations = listOperations(specification);
  expect(operations.length).toBe(307);
  for (const operation of operations) {
    const blocks = new OperationBlocks(specification, words).describe(operation, true);
    expect(blocks.length).toBeGreaterThan(0);
    expect(JSON.stringify(blocks).length).toBeLessThan(1_000_000);
  }
});
