import { expect, it } from 'vitest';
import { iconNames } from './icon-names.js';
import { iconShape } from './icons.js';

it('every name that is listed has a shape', async () => {
  const names = await iconNames();
  expect(names.length).toBeGreaterThan(1500);
  expect(names.find(({ name }) => name === 'house')).toEqual({
    name: 'house',
    aliases: ['home', 'home-alt', 'home-lg-alt'],
    families: ['solid', 'regular'],
  });
  expect(names.find(({ name }) => name === 'anchor')?.families).toEqual(['solid']);
  expect(names.find(({ name }) => name === 'github')?.families).toEqual(['brands']);
  expect(names.filter(({ name }) => iconShape(name) === null)).toEqual([]);
});
