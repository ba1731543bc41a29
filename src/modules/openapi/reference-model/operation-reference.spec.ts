import { describe, expect, it } from 'vitest';
import { documentText } from '#modules/documents/index.js';
import type { Specification } from '../processing/specification.js';
import { findOperation } from '../reference/operations.js';
import { OperationReference } from './operation-reference.js';

const node = { $ref: '#/components/schemas/Node' };
const specification = {
  openapi: '3.1.0',
  info: { title: 'T' },
  servers: [
    { url: 'https://{region}.api.test/v1', variables: { region: { default: 'eu' } } },
    { url: '/relative' },
    { url: 'javascript:alert(1)' },
    { url: "https://x.test/;script-src 'unsafe-inline'" },
  ],
  security: [{ token: [] }],
  components: {
    securitySchemes: { token: { type: 'http', scheme: 'bearer' } },
    schemas: {
      Node: {
        type: 'object',
        properties: { name: { type: 'string' }, inner: { type: 'array', items: node } },
      },
    },
  },
  paths: {
    '/nodes/{id}': {
      put: {
        parameters: [
          { name: 'id', in: 'path', required: true, schema: { type: 'string', example: "it's" } },
          { name: 'dry', in: 'query', required: true, schema: { type: 'boolean' } },
        ],
        requestBody: { content: { 'application/json': { schema: node, example: { name: null, ok: true } } } },
        responses: { 200: { description: 'Done', content: { 'application/json': { schema: node } } } },
      },
    },
  },
} as unknown as Specification;

const read = () =>
  new OperationReference(specification, findOperation(specification, '/nodes/{id}', 'put')!, {
    isHeadless: true,
    isWebhook: false,
  });

describe('the reference of an operation', () => {
  it('names only servers that a browser can reach, with their variables filled', () => {
    expect(read().servers).toEqual([{ url: 'https://eu.api.test/v1' }]);
  });

  it('ends a circular schema where it meets itself', () => {
    const [content] = read().responses[0]?.contents ?? [];
    const inner = content?.schema?.members.find(({ name }) => name === 'inner');
    expect(inner?.type).toBe('array of Node');
    expect(inner?.below).toBeUndefined();
  });

  it('has sample requests that can be copied', () => {
    const [curl, javascript, python] = read().samples.map(({ block }) =>
      documentText({ object: 'document', data: {}, nodes: [block] }),
    );
    expect(curl).toContain("curl --request PUT 'https://eu.api.test/v1/nodes/it'\\''s?dry=true'");
    expect(curl).toContain("--header 'Authorization: Bearer YOUR_TOKEN'");
    expect(javascript).toContain("method: 'PUT'");
    expect(javascript).toContain('"ok": true');
    expect(python).toContain('requests.put(');
    expect(python).toContain('"name": None');
    expect(python).toContain('"ok": True');
  });
});
