import { describe, expect, it } from 'vitest';
import { readLocalAddress, relativeAddress } from './page-links.js';

describe('relativeAddress', () => {
  it.each([
    ['intro', 'setup', undefined, 'setup.md'],
    ['guides/first', 'guides/setup', 'step-1', 'setup.md#step-1'],
    ['guides/first', 'intro', undefined, '../intro.md'],
    ['guides', 'guides/first', undefined, 'guides/first.md'],
    ['guides/deep/first', 'guides', undefined, '../../guides.md'],
    ['a', 'über uns', undefined, '%C3%BCber%20uns.md'],
  ])('leads from %s to %s', (from, to, anchor, expected) => {
    const address = relativeAddress(from, to, anchor);
    expect(address).toBe(expected);
    const folder = from.split('/').slice(0, -1).join('/');
    expect(readLocalAddress(address, folder)).toMatchObject({ paths: [to] });
  });
});

describe('readLocalAddress', () => {
  it.each([
    ['setup.md', 'guides', { paths: ['guides/setup'] }],
    ['setup', 'guides', { paths: ['guides/setup'] }],
    ['./setup.md?x=1#top', 'guides', { paths: ['guides/setup'], anchor: 'top' }],
    ['/setup.md', 'guides', { paths: ['setup'] }],
    ['../README.md', 'guides', { paths: ['README'] }],
    ['sub/README.md', 'guides', { paths: ['guides/sub/README', 'guides/sub'] }],
    ['sub/', '', { paths: ['sub'] }],
    ['#here', 'guides', { paths: [], anchor: 'here' }],
    ['bad%ZZ.md', '', { paths: ['bad%ZZ'] }],
  ])('resolves %s below "%s"', (address, folder, expected) => {
    expect(readLocalAddress(address, folder)).toEqual(expected);
  });

  it.each([
    'https://example.com/a.md',
    'mailto:a@example.com',
    '//example.com/x',
    '../../x.md',
    '',
    '#',
    'bindery:page/x',
  ])('ignores %s', (address) => {
    expect(readLocalAddress(address, 'guides')).toBeNull();
  });
});
