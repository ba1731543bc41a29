import { setImmediate as breathe } from 'node:timers/promises';
import type { ComputedContent, GeneratedPage } from '#modules/content/index.js';
import { changeNodes, type DocumentBlock, type JSONDocument } from '#modules/documents/index.js';
import { referenceWords } from '#modules/words/index.js';
import { serverAddress } from '../reference-model/servers.js';
import type { Specification } from '../processing/specification.js';
import { listSchemas, listWebhooks, type Operation } from '../reference/operations.js';
import { asList, asObject, asText, resolve } from '../reference/resolve.js';
import { groupByTag, type TagGroup } from '../reference/tags.js';
import { documentOf, heading, hint, markdown, paragraph, voidBlock } from './document-parts.js';

export interface GenerationOptions {
  /** Slug of the specification, by which blocks name it. */
  slug: string;
  /** True to make a page of the schemas. */
  models: boolean;
  /** True when the specification was deleted, which its pages then say. */
  isDeleted?: boolean;
}

const MAX_LEAD_LENGTH = 300;
/** Time of work between two yields to the event loop. */
const TURN_MS = 15;

/**
 * Makes the pages of an API reference: an overview, a page for each tag with its operations, webhooks, and the models.
 * The title and description of an operation are headings and paragraphs, so that search and plain text contain them;
 * its details are a block that is drawn from the specification.
 */
export async function generatePages(
  specification: Specification,
  options: GenerationOptions,
): Promise<Pick<ComputedContent, 'document'> & { pages: GeneratedPage[] }> {
  const pages: GeneratedPage[] = [];
  for (const group of groupByTag(specification)) pages.push(await tagPage(group, options));
  const webhooks = listWebhooks(specification);
  if (webhooks.length > 0) pages.push(await webhooksPage(webhooks, options));
  const schemas = options.models ? listSchemas(specification) : [];
  if (schemas.length > 0) pages.push(await modelsPage(specification, schemas, options));
  return { document: overview(specification, options), pages };
}

function overview(specification: Specification, { slug, isDeleted }: GenerationOptions): JSONDocument | null {
  const info = asObject(specification.info);
  const servers = asList(specification['servers']).flatMap((value) => serverBlocks(asObject(value)));
  const version = asText(info['version']);
  return documentOf([
    ...(isDeleted === true ? [hint('warning', referenceWords(undefined).deleted)] : []),
    ...(version === undefined ? [] : [paragraph(`Version ${version}`)]),
    ...markdown(asText(info['summary'])),
    ...described(asText(info['description']), slug),
    ...(servers.length > 0 ? [heading('Servers'), ...servers] : []),
  ]);
}

function serverBlocks(server: Record<string, unknown>): DocumentBlock[] {
  const url = serverAddress(server);
  if (url === '') return [];
  const description = asText(server['description']);
  const leaf = { object: 'leaf' as const, text: url, marks: [{ object: 'mark' as const, type: 'code' }] };
  const rest =
    description === undefined ? [] : [{ object: 'leaf' as const, text: ` ${description}`, marks: [] }];
  return [{ ...paragraph(''), nodes: [{ object: 'text', leaves: [leaf, ...rest] }] }];
}

async function tagPage(group: TagGroup, options: GenerationOptions): Promise<GeneratedPage> {
  const { name, title, icon, lead } = group;
  const blocks = await blocksOf(group.operations, (operation) => operationBlocks(operation, options.slug));
  const pages: GeneratedPage[] = [];
  for (const below of group.groups) pages.push(await tagPage(below, options));
  return {
    key: name === null ? 'untagged' : `tag:${name}`,
    title,
    ...(icon === undefined ? {} : { icon }),
    ...(lead === undefined ? {} : { description: lead.slice(0, MAX_LEAD_LENGTH) }),
    generated: { doc: 'operations', page: name ?? title, ...inSpec(options) },
    document: documentOf([...described(group.description, options.slug), ...blocks]),
    pages,
  };
}

/** Blocks of a description. References in it are tied to the specification itself, so that it cannot show another one. */
function described(text: string | undefined, slug: string): DocumentBlock[] {
  return changeNodes(markdown(text), (node) =>
    node.object === 'block' && node.type.startsWith('openapi-')
      ? { ...node, data: { ...node.data, ref: refTo(slug) } }
      : node,
  );
}

/** Returns the blocks of each item in order. Thousands of items take seconds, so the loop yields in between. */
async function blocksOf<Thing>(
  things: readonly Thing[],
  describe: (thing: Thing) => DocumentBlock[],
): Promise<DocumentBlock[]> {
  const blocks: DocumentBlock[] = [];
  let since = performance.now();
  for (const thing of things) {
    blocks.push(...describe(thing));
    if (performance.now() - since < TURN_MS) continue;
    await breathe();
    since = performance.now();
  }
  return blocks;
}

function operationBlocks(operation: Operation, slug: string): DocumentBlock[] {
  const { path, method, summary, description, isDeprecated } = operation;
  const title = summary ?? asText(operation.definition['operationId']) ?? `${method.toUpperCase()} ${path}`;
  return [
    heading(title),
    ...(isDeprecated ? [paragraph('Deprecated.')] : []),
    ...described(description, slug),
    voidBlock('openapi-operation', { ref: refTo(slug), path, method, headless: true }),
  ];
}

async function webhooksPage(
  webhooks: readonly Operation[],
  options: GenerationOptions,
): Promise<GeneratedPage> {
  const blocks = await blocksOf(webhooks, ({ path: name, method, summary, description }) => [
    heading(summary ?? name),
    ...described(description, options.slug),
    voidBlock('openapi-webhook', { ref: refTo(options.slug), name, method, headless: true }),
  ]);
  return generated('webhooks', 'Webhooks', { doc: 'operations', page: 'webhooks' }, blocks, options);
}

async function modelsPage(
  specification: Specification,
  schemas: readonly [string, Record<string, unknown>][],
  options: GenerationOptions,
): Promise<GeneratedPage> {
  const blocks = await blocksOf(schemas, ([name, schema]) => [
    heading(name),
    ...described(asText(resolve(specification, schema)['description']), options.slug),
    voidBlock('openapi-schemas', {
      ref: refTo(options.slug),
      schemas: [name],
      grouped: false,
      headless: true,
    }),
  ]);
  return generated('models', 'Models', { doc: 'models' }, blocks, options);
}

function generated(
  key: string,
  title: string,
  props: Record<string, string>,
  blocks: DocumentBlock[],
  options: GenerationOptions,
): GeneratedPage {
  return { key, title, generated: { ...props, ...inSpec(options) }, document: documentOf(blocks), pages: [] };
}

/** The properties by which the API names the source of a generated page. */
function inSpec({ slug }: GenerationOptions): { spec: string } {
  return { spec: slug };
}

function refTo(spec: string): { kind: 'openapi'; spec: string } {
  return { kind: 'openapi', spec };
}
