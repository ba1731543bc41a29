import type { ContentRef, JSONDocument } from '../document.types.js';
import type {
  PageMeta,
  ParseContext,
  ParsedMarkdown,
  ParsedPage,
  SerializeContext,
} from '../markdown/markdown.types.js';
import { parseMarkdown, parsePage } from '../markdown/parse-markdown.js';
import { serializeMarkdown, serializePage } from '../markdown/serialize-markdown.js';
import {
  type AsyncOptions,
  type LookUp,
  type LookUps,
  parseInThread,
  writeInThread,
} from './convert-in-thread.js';
import { isLongDocument } from './long-document.js';
import { readWithinLimits } from './text-limits.js';

/** From here on parsing takes a hundred milliseconds, and handing a text over and back a small part of that. */
export const LONG_MARKDOWN = 20_000;

/**
 * As `parsePage`, and the same result; a long text is read in a thread, so that no request waits for it.
 * @param context its resolvers are asked once for each address, in the order of the text.
 * @throws TextTooLarge for a document beyond the limits, Busy when too many wait already.
 */
export async function parsePageAsync(
  markdown: string,
  context: ParseContext = {},
  options: AsyncOptions = {},
): Promise<ParsedPage> {
  return readWithinLimits(markdown, async () =>
    isLong(markdown, options)
      ? parseInThread('parse-page', markdown, context, options)
      : parsePage(markdown, context),
  );
}

/**
 * As `parsePageAsync`, with resolvers that look into the database. A text is read twice at most, unless what it names depends on what is
 * known: once to learn what it names, and again where something of that is known.
 */
export async function parsePageLookingUp(
  markdown: string,
  lookUps: LookUps,
  options: AsyncOptions = {},
): Promise<ParsedPage> {
  return readWithinLimits(markdown, () =>
    isLong(markdown, options)
      ? parseInThread('parse-page', markdown, lookUps, options)
      : parseLookingUp(markdown, lookUps),
  );
}

async function parseLookingUp(markdown: string, lookUps: LookUps): Promise<ParsedPage> {
  const { file, resolveLink, resolveFile, resolveInclude } = lookUps;
  const found = {
    link: new Map<string, Found>(),
    file: new Map<string, Found>(),
    include: new Map<string, Found>(),
  };
  const context: ParseContext = {
    ...(file !== undefined && { file }),
    resolveLink: (address) => noted(found.link, address),
    resolveFile: (address) => noted(found.file, address),
    resolveInclude: (address) => noted(found.include, address),
  };
  const first = parsePage(markdown, context);
  const isAnyKnown = [
    await lookUpAll(found.link, resolveLink),
    await lookUpAll(found.file, resolveFile),
    await lookUpAll(found.include, resolveInclude),
  ].includes(true);
  return isAnyKnown ? parsePage(markdown, context) : first;
}

type Found = ContentRef | undefined;

function noted(found: Map<string, Found>, address: string): Found {
  if (!found.has(address)) found.set(address, undefined);
  return found.get(address);
}

/** Answers whether something is known of any. */
async function lookUpAll(found: Map<string, Found>, lookUp: LookUp | undefined): Promise<boolean> {
  let isAnyKnown = false;
  for (const address of lookUp ? [...found.keys()] : []) {
    const ref = await lookUp?.(address);
    found.set(address, ref);
    isAnyKnown ||= ref !== undefined;
  }
  return isAnyKnown;
}

function isLong(markdown: string, { isOneOfMany = false }: AsyncOptions): boolean {
  return markdown.length >= LONG_MARKDOWN || isOneOfMany;
}

/** As `parseMarkdown`; otherwise like `parsePageAsync`. */
export async function parseMarkdownAsync(
  markdown: string,
  context: ParseContext = {},
  options: AsyncOptions = {},
): Promise<ParsedMarkdown> {
  return readWithinLimits(markdown, async () => {
    if (!isLong(markdown, options)) return parseMarkdown(markdown, context);
    const { document, warnings } = await parseInThread('parse-markdown', markdown, context, options);
    return { document, warnings };
  });
}

/**
 * As `serializePage`, and the same text; a long document is written in a thread.
 * @param context `formatRef` is asked once for each reference.
 * @throws OverBudget when it takes too much time or memory, Busy.
 */
export async function serializePageAsync(
  meta: PageMeta,
  document: JSONDocument,
  context: SerializeContext = {},
  options: AsyncOptions = {},
): Promise<string> {
  if (!isLongDocument(document)) return serializePage(meta, document, context);
  return writeInThread('serialize-page', meta, document, context, options);
}

/** As `serializeMarkdown`; otherwise like `serializePageAsync`. */
export async function serializeMarkdownAsync(
  document: JSONDocument,
  context: SerializeContext = {},
  options: AsyncOptions = {},
): Promise<string> {
  if (!isLongDocument(document)) return serializeMarkdown(document, context);
  return writeInThread('serialize-markdown', {}, document, context, options);
}
