import { describe, expect, it } from 'vitest';
import { findIcons, iconsNamed } from './find-icons.js';

const icon = (name: string, ...aliases: string[]) => ({ name, aliases, families: ['solid' as const] });
const ICONS = [
  icon('arrow-up-right-from-square', 'external-link'),
  icon('house', 'home'),
  icon('house-chimney', 'home-lg'),
  icon('warehouse'),
];
const names = (query: string) => findIcons(ICONS, query).map(({ name }) => name);

describe('findIcons', () => {
  it.each([
    ['', ['arrow-up-right-from-square', 'house', 'house-chimney', 'warehouse']],
    ['house', ['house', 'house-chimney', 'warehouse']],
    ['fa-house', ['house', 'house-chimney', 'warehouse']],
    ['home', ['house', 'house-chimney']],
    ['external link', ['arrow-up-right-from-square']],
    ['chim house', ['house-chimney']],
    ['nothing', []],
  ])('answers "%s" with the closest first', (query, expected) => {
    expect(names(query)).toEqual(expected);
  });
});

it('icons are found by exact names, former ones included', () => {
  const found = iconsNamed(ICONS, ['home', ' fa-Warehouse', 'hous']);
  expect(found.map(({ name }) => name)).toEqual(['house', 'warehouse']);
});
