import type { JSONDocument } from '#modules/documents/index.js';
import { fillSpecifications, type ReadSource, specificationsIn } from '#modules/openapi/threads.js';
import { drawBlocks } from '#modules/rendering/index.js';
import type { PageSource } from './page-source.js';

/** A document with the content of API specifications and integrations put in. */
export async function fillDocument(
  document: JSONDocument,
  source: PageSource,
  language: string | undefined,
): Promise<JSONDocument> {
  const filled = await withSpecifications(document, source, language);
  return (await drawBlocks(filled, (blocks) => source.draw(blocks))).document;
}

async function withSpecifications(
  document: JSONDocument,
  source: PageSource,
  language: string | undefined,
): Promise<JSONDocument> {
  const named = specificationsIn(document);
  const sources = new Map<string, ReadSource>();
  for (const { key, id, isDeleted } of named.length > 0 ? await source.specifications(named) : []) {
    const specification = await source.specification(id);
    if (specification) sources.set(key, { specification, isDeleted });
  }
  return fillSpecifications(document, sources, language);
}
