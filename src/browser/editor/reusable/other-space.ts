import type { DocumentBlock } from '#modules/documents/browser.js';

const OF_SPACE = new Set(['page', 'file', 'reusable-content', 'tag']);

/** The blocks with references that name the space they are from. */
export function inOtherSpace(blocks: DocumentBlock[], space: string): DocumentBlock[] {
  const named = (_: string, value: unknown): unknown => {
    const { kind, page } = (value ?? {}) as { kind?: string; page?: string };
    const isOfSpace = OF_SPACE.has(kind ?? '') || (kind === 'anchor' && page !== undefined);
    return isOfSpace ? { space, ...(value as object) } : value;
  };
  return JSON.parse(JSON.stringify(blocks), named) as DocumentBlock[];
}
