import { newId } from '../../src/platform/ids/ids.js';

/** A script that takes every event and does nothing; asked to render a block, it answers that it is done. */
export const SCRIPT = `addEventListener('fetch', (event) => event.respondWith(new Response('{"type":"complete"}')));\n`;

/** One black pixel, PNG. */
export const PICTURE =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGNgAAAAAgABSK+kcQAAAABJRU5ErkJggg==';

/** A name that no other test publishes under. */
export function uniqueName(): string {
  return `test-${newId()}`;
}

/** The body of a publication by the organization. */
export function definition(organization: string, body: object = {}): object {
  return {
    organization,
    title: 'An integration',
    description: 'It does something.',
    scopes: ['space:content:read'],
    script: SCRIPT,
    ...body,
  };
}
