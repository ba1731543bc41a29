import { Injectable } from '@nestjs/common';
import type { DocumentBlock, DocumentNode, JSONDocument } from '#modules/documents/index.js';
import { paragraph } from '../computed/document-parts.js';
import { OpenApiVersions } from '../openapi-versions.service.js';
import type { ShownSpec } from '../openapi.types.js';
import type { Specification } from '../processing/specification.js';
import { OperationReference } from '../reference-model/operation-reference.js';
import { SchemasReference } from '../reference-model/schemas-reference.js';
import { findOperation, findWebhook } from '../reference/operations.js';
import { asList, asObject, asText, isObject } from '../reference/resolve.js';
import { OperationBlocks } from './operation-blocks.js';
import { SchemaBlocks } from './schema-blocks.js';
import { referenceWords, type ReferenceWords } from './words.js';

const TYPES = new Set(['openapi-operation', 'openapi-webhook', 'openapi-schemas']);

/** State by slug of the specifications that something was made with; null where there was none. */
export type UsedVersions = ReadonlyMap<string, string | null>;

export interface ExpandedDocument {
  document: JSONDocument;
  used: UsedVersions;
}

/** Puts what a specification says into the blocks that name a part of it, as ordinary blocks that anything can draw. */
@Injectable()
export class OpenApiBlocks {
  constructor(private readonly versions: OpenApiVersions) {}

  /** The document with its blocks filled in from the newest versions; itself when it has none. */
  async expand(organizationId: string, document: JSONDocument, language?: string): Promise<ExpandedDocument> {
    const slugs = new Set<string>();
    collectSpecs(document.nodes, slugs);
    if (slugs.size === 0) return { document, used: new Map() };
    const shown = await this.versions.findShown(organizationId, slugs);
    const sources = new Map<string, Source>();
    for (const [slug, { versionId, isDeleted }] of shown) {
      const specification = await this.versions.readSpecification(organizationId, versionId);
      if (specification) sources.set(slug, { specification, isDeleted });
    }
    const words = referenceWords(language);
    const nodes = expandAll(document.nodes, sources, words);
    return { document: { ...document, nodes }, used: usedOf(slugs, shown) };
  }

  /** Whether what was made with these versions would still come out the same. */
  async isCurrent(organizationId: string, used: UsedVersions): Promise<boolean> {
    if (used.size === 0) return true;
    const now = usedOf(used.keys(), await this.versions.findShown(organizationId, used.keys()));
    return [...used].every(([slug, state]) => now.get(slug) === state);
  }

  /** Another text whenever something made with any specification of the organization could come out differently. */
  async stateOf(organizationId: string): Promise<string> {
    const shown = await this.versions.findAllShown(organizationId);
    return [...shown].map(([slug, { state }]) => `${slug} ${state}`).join(' ');
  }
}

/** What blocks are filled in from. */
interface Source {
  specification: Specification;
  isDeleted: boolean;
}

function usedOf(slugs: Iterable<string>, shown: ReadonlyMap<string, ShownSpec>): UsedVersions {
  return new Map([...slugs].map((slug) => [slug, shown.get(slug)?.state ?? null]));
}

function specOf({ type, data }: DocumentBlock): string | undefined {
  const ref = TYPES.has(type) ? asObject(asObject(data)['ref']) : {};
  return ref['kind'] === 'openapi' ? asText(ref['spec']) : undefined;
}

function collectSpecs(nodes: readonly DocumentNode[], into: Set<string>): void {
  for (const node of nodes) {
    if (node.object !== 'block') continue;
    const spec = specOf(node);
    if (spec !== undefined) into.add(spec);
    collectSpecs(node.nodes ?? [], into);
    for (const fragment of node.fragments ?? []) collectSpecs(fragment.nodes, into);
  }
}

function expandAll<Node extends DocumentNode>(
  nodes: readonly Node[],
  sources: ReadonlyMap<string, Source>,
  words: ReferenceWords,
): Node[] {
  return nodes.map((node) => {
    if (node.object !== 'block') return node;
    const spec = specOf(node);
    if (spec !== undefined) return expandOne(node, sources.get(spec), words) as Node;
    const fragments = node.fragments?.map((one) => ({
      ...one,
      nodes: expandAll(one.nodes, sources, words),
    }));
    return {
      ...node,
      ...(node.nodes ? { nodes: expandAll(node.nodes, sources, words) } : {}),
      ...(fragments ? { fragments } : {}),
    };
  });
}

/** What the specification says as ordinary blocks; and as a reference, for who can draw one. */
interface Described {
  blocks: DocumentBlock[];
  reference: OperationReference | SchemasReference;
}

function expandOne(block: DocumentBlock, source: Source | undefined, words: ReferenceWords): DocumentBlock {
  const described = source && describe(block, source.specification, words);
  const notice = described && source.isDeleted ? [words.deleted] : [];
  const nodes = [...notice.map(paragraph), ...(described?.blocks ?? [paragraph(words.missing)])];
  const { reference: _, notice: __, ...data } = block.data;
  return {
    ...block,
    data: described ? { ...data, reference: described.reference, notice: notice[0] } : data,
    fragments: [{ object: 'fragment' as const, fragment: 'body', nodes }],
  };
}

/** Null when the specification has no such part. */
function describe(
  block: DocumentBlock,
  specification: Specification,
  words: ReferenceWords,
): Described | null {
  const { path, name, method, headless } = asObject(block.data);
  if (block.type === 'openapi-schemas') return describeSchemas(block, specification, words);
  const isWebhook = block.type === 'openapi-webhook';
  const isHeadless = headless === true;
  const find = isWebhook ? findWebhook : findOperation;
  const operation = find(specification, String(path ?? name), String(method));
  return (
    operation && {
      blocks: new OperationBlocks(specification, words).describe(operation, isHeadless),
      reference: new OperationReference(specification, operation, { isHeadless, isWebhook }),
    }
  );
}

function describeSchemas(
  block: DocumentBlock,
  specification: Specification,
  words: ReferenceWords,
): Described | null {
  const schemas = asObject(asObject(specification['components'])['schemas']);
  const names = asList(asObject(block.data)['schemas']).filter(
    (name): name is string =>
      typeof name === 'string' && Object.hasOwn(schemas, name) && isObject(schemas[name]),
  );
  if (names.length === 0) return null;
  const blocks = names.flatMap((name) => {
    const described = new SchemaBlocks(specification, words).entry(name, {}, { $ref: pointerTo(name) });
    // The block itself names a lone schema.
    return names.length === 1 && described.length > 1 ? described.slice(1) : described;
  });
  const isHeadless = asObject(block.data)['headless'] === true;
  return { blocks, reference: new SchemasReference(specification, names, pointerTo, isHeadless) };
}

function pointerTo(name: string): string {
  return `#/components/schemas/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`;
}
