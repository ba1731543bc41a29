import type { TestOrganization } from './factories.js';
import type { TestApp } from './test-app.js';

/** A small specification as JSON, with the changes that the test gives. */
export function smallSpec(changes: object = {}): string {
  return JSON.stringify({ ...SMALL, ...changes });
}

const pet = { $ref: '#/components/schemas/Pet' };

const SMALL = {
  openapi: '3.0.3',
  info: { title: 'Pet store', version: '1.0.0', description: 'Sells **pets** to people.' },
  tags: [
    { name: 'pets', description: 'Everything about pets.', 'x-displayName': 'Our pets' },
    { name: 'orders' },
  ],
  paths: {
    '/pets': {
      get: {
        tags: ['pets'],
        operationId: 'listPets',
        summary: 'List the pets',
        description: 'All of them, *furry* ones first.',
        parameters: [{ name: 'limit', in: 'query', description: 'How many', schema: { type: 'integer' } }],
        responses: {
          200: {
            description: 'Some pets',
            content: { 'application/json': { schema: { type: 'array', items: pet } } },
          },
        },
      },
      post: {
        tags: ['pets'],
        summary: 'Add a pet',
        requestBody: { content: { 'application/json': { schema: pet } } },
        responses: { 201: { description: 'Added' } },
      },
    },
    '/orders': {
      get: { tags: ['orders'], summary: 'List the orders', responses: { 200: { description: 'Orders' } } },
    },
    '/health': { get: { summary: 'Is it well?', responses: { 200: { description: 'It is' } } } },
  },
  components: {
    schemas: {
      Pet: {
        type: 'object',
        required: ['name'],
        properties: {
          name: { type: 'string', example: 'Rex' },
          parent: { $ref: '#/components/schemas/Pet' },
        },
      },
    },
  },
};

/** A specification that the administrator registered and a job has read. */
export async function buildSpec(
  test: TestApp,
  organization: TestOrganization,
  slug: string,
  text = smallSpec(),
): Promise<{ slug: string; lastVersion: string }> {
  const path = `/v1/orgs/${organization.id}/openapi/${slug}`;
  const answer = await organization.admin.api.put(path, { source: { text } });
  if (answer.status !== 200) throw new Error(`The specification was not made: ${answer.text}`);
  await test.settle();
  const { body } = await organization.admin.api.get(path);
  if (!body.lastVersion) throw new Error(`The specification was not read: ${JSON.stringify(body)}`);
  return body as { slug: string; lastVersion: string };
}
