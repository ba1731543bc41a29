import { expect, it } from 'vitest';
import { documentCatalogue } from '../../../../test/support/document-catalogue.js';
import type { DocumentNode } from '../document.types.js';
import { BLOCKS } from './blocks.js';
import { INLINES } from './inlines.js';

function typesOf(nodes: readonly DocumentNode[]): string[] {
  return nodes.flatMap((node) => {
    if (node.object === 'text') return [];
    const inner = [...(node.nodes ?? []), ...(node.fragments ?? []).flatMap((one) => one.nodes)];
    return [node.type, ...typesOf(inner)];
  });
}

it('the catalogue of documents has an example of each block and inline', () => {
  const entries = documentCatalogue({ page: 'p', file: 'f', space: 's', user: 'u', collection: 'c' });
  const shown = new Set(entries.flatMap(({ blocks }) => typesOf(blocks)));
  expect([...Object.keys(BLOCKS), ...Object.keys(INLINES)].filter((type) => !shown.has(type))).toEqual([]);
});
