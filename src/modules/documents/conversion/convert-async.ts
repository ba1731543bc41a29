import type { JSONDocument } from '../document.types.js';
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
  lookingUp,
  type LookUps,
  parseInThread,
  writeInThread,
} from './convert-in-thread.js';
import type { ParseTask } from './conversion.types.js';
import { isLongDocument } from './long-document.js';
import { parseAsking } from './parse-asking.js';
import { readWithinLimits } from './text-limits.js';

/** Length from which parsing takes a hundred milliseconds, while handing the text to a thread and back takes a small part of that. */
export const LONG_MARKDOWN = 20_000;

/**
 * Returns the result of `parsePage`; a long text is read in a thread, so that requests do not wait for it.
 * @param context its resolvers are asked once for each address, in the order of the text.
 * @throws TextTooLarge for a document beyond the limits, Busy when too many callers wait already.
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

/** Reads a page with resolvers that query the database, otherwise like `parsePageAsync`. */
export function parsePageLookingUp(
  markdown: string,
  lookUps: LookUps,
  options: AsyncOptions = {},
): Promise<ParsedPage> {
  return parseLookingUp('parse-page', markdown, lookUps, options);
}

/** Reads a text without front matter and title with such resolvers, otherwise like `parseMarkdownAsync`. */
export function parseMarkdownLookingUp(
  markdown: string,
  lookUps: LookUps,
  options: AsyncOptions = {},
): Promise<ParsedMarkdown> {
  return parseLookingUp('parse-markdown', markdown, lookUps, options);
}

async function parseLookingUp(
  type: ParseTask['type'],
  markdown: string,
  lookUps: LookUps,
  options: AsyncOptions,
): Promise<ParsedPage> {
  const { file, title } = lookUps;
  return readWithinLimits(markdown, () =>
    isLong(markdown, options)
      ? parseInThread(type, markdown, lookUps, options)
      : parseAsking({ type, markdown, file, title }, lookingUp(lookUps)),
  );
}

function isLong(markdown: string, { isOneOfMany = false }: AsyncOptions): boolean {
  return markdown.length >= LONG_MARKDOWN || isOneOfMany;
}

/** Returns the result of `parseMarkdown`, otherwise like `parsePageAsync`. */
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
 * Returns the text of `serializePage`; a long document is written in a thread.
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

/** Returns the text of `serializeMarkdown`, otherwise like `serializePageAsync`. */
export async function serializeMarkdownAsync(
  document: JSONDocument,
  context: SerializeContext = {},
  options: AsyncOptions = {},
): Promise<string> {
  if (!isLongDocument(document)) return serializeMarkdown(document, context);
  return writeInThread('serialize-markdown', {}, document, context, options);
}
