import type { DocumentBlock } from '#modules/documents/index.js';
import { paragraph } from '../computed/document-parts.js';
import type { Specification } from '../processing/specification.js';
import { OperationReference } from '../reference-model/operation-reference.js';
import { SchemasReference } from '../reference-model/schemas-reference.js';
import { findOperation, findWebhook, type Operation } from '../reference/operations.js';
import { asList, asObject, isObject } from '../reference/resolve.js';
import { OperationBlocks } from './operation-blocks.js';
import { SchemaBlocks } from './schema-blocks.js';
import { PageRoom } from './page-room.js';
import type { ReferenceWords } from '#modules/words/index.js';

/** The specification of a block, and whether it was deleted. */
export interface ReadSource {
  specification: Specification;
  isDeleted: boolean;
}

/** The part of a specification as ordinary blocks, and as a reference for renderers that can draw one. */
interface Described {
  blocks: DocumentBlock[];
  reference: OperationReference | SchemasReference;
}

/** Fills a block from its source, or with a note when the source is missing or lacks the named part. */
export function describedBlock(
  block: DocumentBlock,
  source: ReadSource | undefined,
  words: ReferenceWords,
  room = new PageRoom(),
): DocumentBlock {
  const described = source && describe(block, source.specification, words, room);
  const notice = described && source.isDeleted ? [words.deleted] : [];
  // Blocks that an author wrote below a file are shown instead; below a specification there is only its address.
  const own = block.type === 'swagger' ? (block.fragments ?? []).flatMap(({ nodes }) => nodes) : [];
  const nodes = [...notice.map(paragraph), ...(described?.blocks ?? [paragraph(words.missing), ...own])];
  const { reference: _, notice: __, ...data } = block.data;
  return {
    ...block,
    data: described ? { ...data, reference: described.reference, notice: notice[0] } : data,
    fragments: [{ object: 'fragment' as const, fragment: 'body', nodes }],
  };
}

/** True when the specification has the part that the block names. */
export function hasPart(block: DocumentBlock, specification: Specification): boolean {
  if (block.type === 'openapi-schemas') return schemaNames(block, specification).length > 0;
  return operationOf(block, specification) !== null;
}

function operationOf({ type, data }: DocumentBlock, specification: Specification): Operation | null {
  const { path, name, method } = asObject(data);
  const find = type === 'openapi-webhook' ? findWebhook : findOperation;
  return find(specification, String(path ?? name), String(method));
}

/** Null when the specification has no such part. */
function describe(
  block: DocumentBlock,
  specification: Specification,
  words: ReferenceWords,
  room: PageRoom,
): Described | null {
  if (block.type === 'openapi-schemas') return describeSchemas(block, specification, words, room);
  const isWebhook = block.type === 'openapi-webhook';
  const isHeadless = asObject(block.data)['headless'] === true;
  const operation = operationOf(block, specification);
  return (
    operation && {
      blocks: new OperationBlocks(specification, words, room.blocks).describe(operation, isHeadless),
      reference: new OperationReference(specification, operation, { isHeadless, isWebhook }, room.references),
    }
  );
}

function describeSchemas(
  block: DocumentBlock,
  specification: Specification,
  words: ReferenceWords,
  room: PageRoom,
): Described | null {
  const names = schemaNames(block, specification);
  if (names.length === 0) return null;
  const blocks = names.flatMap((name) => {
    const described = new SchemaBlocks(specification, words, room.blocks).entry(
      name,
      {},
      { $ref: pointerTo(name) },
    );
    // For a single schema, the block shows its name already.
    return names.length === 1 && described.length > 1 ? described.slice(1) : described;
  });
  const isHeadless = asObject(block.data)['headless'] === true;
  return {
    blocks,
    reference: new SchemasReference(specification, names, pointerTo, isHeadless, room.references),
  };
}

/** Names of the schemas that the block lists and the specification has. */
function schemaNames({ data }: DocumentBlock, specification: Specification): string[] {
  const schemas = asObject(asObject(specification['components'])['schemas']);
  return asList(asObject(data)['schemas']).filter(
    (name): name is string =>
      typeof name === 'string' && Object.hasOwn(schemas, name) && isObject(schemas[name]),
  );
}

function pointerTo(name: string): string {
  return `#/components/schemas/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`;
}
