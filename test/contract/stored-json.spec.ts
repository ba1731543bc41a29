import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const SOURCE = join(import.meta.dirname, '../../src');
const files = readdirSync(SOURCE, { recursive: true, encoding: 'utf8' });
const read = (name: string) => readFileSync(join(SOURCE, name), 'utf8');

it('repositories write JSON by the function that makes it storable', () => {
  const repositories = files.filter((name) => name.endsWith('.repository.ts'));
  expect(repositories.length).toBeGreaterThan(40);
  expect(repositories.filter((name) => read(name).includes('JSON.stringify('))).toEqual([]);
});

it('columns of binary JSON are declared by the decorator that makes values storable', () => {
  const entities = files.filter((name) => name.endsWith('.entity.ts'));
  expect(entities.filter((name) => read(name).includes('@JsonColumn')).length).toBeGreaterThan(20);
  expect(entities.filter((name) => /type: 'jsonb'/.test(read(name)))).toEqual([]);
});
