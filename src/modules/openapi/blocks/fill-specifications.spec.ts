import { expect, it } from 'vitest';
import { type DocumentBlock, documentText } from '#modules/documents/index.js';
import type { Specification } from '../processing/specification.js';
import { OperationReference } from '../reference-model/operation-reference.js';
import type { ReferenceSchema } from '../reference-model/reference-schema.js';
import { sourceOf } from './block-source.js';
import { fillSpecifications } from './fill-specifications.js';

const names = Array.from({ length: 8 }, (_, at) => `S${at}`);
const schema = {
  type: 'object',
  properties: Object.fromEntries(names.map((name) => [name, { $ref: `#/components/schemas/${name}` }])),
};
const content = { 'application/json': { schema } };
const paths = Object.fromEntries(
  Array.from({ length: 40 }, (_, at) => [
    `/p${at}`,
    { get: { responses: { 200: { description: 'Parts', content } } } },
  ]),
);
const specification = {
  openapi: '3.0.0',
  info: { title: 'Parts' },
  paths,
  components: { schemas: Object.fromEntries(names.map((name) => [name, schema])) },
} as unknown as Specification;

const operation = (path: string): DocumentBlock => ({
  object: 'block',
  type: 'openapi-operation',
  isVoid: true,
  data: { ref: { kind: 'openapi', spec: 'parts' }, path, method: 'get' },
});

function fill(blocks: DocumentBlock[]): DocumentBlock[] {
  const sources = new Map(
    blocks.map((block) => [sourceOf(block)?.key ?? '', { specification, isDeleted: false }]),
  );
  return fillSpecifications({ object: 'document', data: {}, nodes: blocks }, sources, 'en').nodes;
}

const referenceOf = (block: DocumentBlock | undefined) => block?.data['reference'] as OperationReference;
const schemaOf = (block: DocumentBlock | undefined) => referenceOf(block).responses[0]?.contents[0]?.schema;
const textOf = (block: DocumentBlock | undefined) =>
  documentText({ object: 'document', data: {}, nodes: block ? [block] : [] });

function countMembers(found: ReferenceSchema | undefined): number {
  const members = found?.members ?? [];
  return members.reduce((sum, { below }) => sum + 1 + countMembers(below), 0);
}

it.each([
  ['the same operation', () => '/p0'],
  ['different operations', (at: number) => `/p${at}`],
])('a page with %s shows a limited number of schema members and a note', (_, pathOf) => {
  const blocks = fill(Array.from({ length: 40 }, (__, at) => operation(pathOf(at))));
  const total = blocks.reduce((sum, block) => sum + countMembers(schemaOf(block)), 0);
  expect(total).toBeGreaterThan(4_000);
  expect(total).toBeLessThanOrEqual(5_000);
  expect(countMembers(schemaOf(blocks[0]))).toBe(400);
  expect(schemaOf(blocks.at(-1))).toEqual({ members: [], variants: [], isCut: true });
  expect(referenceOf(blocks.at(-1)).samples.length).toBeGreaterThan(0);
  const text = textOf(blocks.at(-1));
  expect(text).toContain('More is in the specification.');
  expect(text.length).toBeLessThan(5_000);
});

it('a page describes an operation of several blocks once', () => {
  const [first, second] = fill([operation('/p0'), operation('/p0')]);
  expect(referenceOf(first)).toBeInstanceOf(OperationReference);
  expect(referenceOf(second)).toBe(referenceOf(first));
});
