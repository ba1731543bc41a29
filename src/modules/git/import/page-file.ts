import type { GitBlob, Json, PageChanges } from '#modules/content/index.js';
import {
  type JSONDocument,
  MAX_MARKDOWN_LENGTH,
  type PageMeta,
  parseMarkdownAsync,
  parsePageAsync,
  type ParseContext,
  TextTooLarge,
} from '#modules/documents/index.js';
import { parse } from 'yaml';
import { UnreadableFile } from '../git.errors.js';
import type { ImportWarning } from '../folder/import-warning.js';
import { titleOfName } from '../folder/plain-folder.js';
import { type PlannedPage, slugOf } from '../folder/planned-page.js';

export interface ReadPage {
  title: string;
  fields: PageChanges;
  document: JSONDocument;
  warnings: ImportWarning[];
}

/** An export writes each sign with an escape before it at most, so that what it makes of the longest text is taken back. */
const MAX_FILE_LENGTH = 2 * MAX_MARKDOWN_LENGTH;
const FRONT_MATTER = /^---[ \t]*\n(?:([\s\S]*?)\n)?---[ \t]*(?:\n|$)/;

/** Imports are jobs, and the event loop is for requests. */
const IN_THREAD = { isPatient: true, isOneOfMany: true };

/** The text of a file, and whether it was really text. */
export function decodeText(bytes: Buffer): { text: string; isText: boolean } {
  const text = bytes.toString('utf8').replace(/\r\n?/g, '\n');
  return { text, isText: !text.includes('\ufffd') || Buffer.from(bytes.toString('utf8')).equals(bytes) };
}

/**
 * Reads a page's file. The summary gives the title; a first heading that says something else stays in the text.
 * @param file path in the folder, for warnings.
 * @throws UnreadableFile for a text that is too long, or takes too much to be read.
 */
export async function readPageFile(
  text: string,
  planned: PlannedPage,
  file: string,
  context: ParseContext,
): Promise<ReadPage> {
  const parsing = parsePageAsync(text, { ...context, title: planned.title }, IN_THREAD);
  const { meta, document, warnings } = await limited(parsing);
  const title = planned.title ?? meta.title ?? titleOfName(slugOf(planned.file ?? file));
  return {
    title,
    fields: fieldsOf({ ...meta, title }, planned, meta.title === title),
    document,
    warnings: warnings.map(({ line, message }) => ({
      file,
      line: Math.max(1, line ?? 1),
      kind: 'markdown',
      message,
    })),
  };
}

/** @throws UnreadableFile for a text that is too long: cut off, it would come back to the repository so. */
export function requireLength(text: string): void {
  if (text.length > MAX_FILE_LENGTH)
    throw new UnreadableFile(`has more than ${MAX_FILE_LENGTH} characters; split it into several pages`);
}

async function limited<T>(parsed: Promise<T>): Promise<T> {
  try {
    return await parsed;
  } catch (error) {
    throw error instanceof TextTooLarge ? new UnreadableFile(error.problem) : error;
  }
}

/** Every field a file can say: null takes away what an earlier version said. */
function fieldsOf(
  meta: PageMeta & { title: string },
  planned: PlannedPage,
  isOwnTitle: boolean,
): PageChanges {
  return {
    title: meta.title,
    titleMarkdown: (isOwnTitle ? meta.titleMarkdown : undefined) ?? null,
    linkTitle: planned.linkTitle ?? null,
    description: meta.description ?? null,
    icon: meta.icon ?? null,
    emoji: meta.emoji ?? null,
    hidden: meta.hidden ?? planned.hidden ?? null,
    noIndex: meta.noIndex ?? null,
    noRobotsIndex: meta.noRobotsIndex ?? null,
    layout: (meta.layout as Json | undefined) ?? null,
    cover: (meta.cover as Json | undefined) ?? null,
    variables: meta.variables ?? null,
    frontMatter: (meta.frontMatter as Json | undefined) ?? null,
  };
}

/**
 * Reads a reusable content: its front matter names it, else its first heading, else its file.
 * @throws UnreadableFile as `readPageFile`.
 */
export async function readIncludeFile(
  text: string,
  file: string,
  context: ParseContext,
): Promise<{ title: string; document: JSONDocument; warnings: ImportWarning[] }> {
  const front = FRONT_MATTER.exec(text);
  const body = front ? text.slice(front[0].length) : text;
  const shift = front ? front[0].split('\n').length - 1 : 0;
  const { document, warnings } = await limited(parseMarkdownAsync(body, context, IN_THREAD));
  const heading = headingIn(body);
  return {
    title: titleIn(front?.[1]) ?? heading ?? titleOfName(slugOf(file)),
    document,
    warnings: warnings.map(({ line, message }) => ({
      file,
      line: (line ?? 1) + shift,
      kind: 'markdown',
      message,
    })),
  };
}

/** The first heading. Its end is cut off by hand: an expression looks for it from each of its signs again. */
function headingIn(body: string): string | undefined {
  const line = /^#{1,6}[ \t]+(.{1,1000})/m.exec(body)?.[1]?.trimEnd() ?? '';
  let end = line.length;
  while (end > 0 && line[end - 1] === '#') end--;
  return line.slice(0, end).trim() || undefined;
}

const MAX_FRONT_MATTER_LENGTH = 100_000;

function titleIn(frontMatter: string | undefined): string | undefined {
  try {
    // Longer front matter is kept as text, so it has no title either.
    if (frontMatter === undefined || frontMatter.length > MAX_FRONT_MATTER_LENGTH) return undefined;
    const value = parse(frontMatter, { maxAliasCount: 10, logLevel: 'silent' }) as { title?: unknown } | null;
    const title = value?.title;
    return typeof title === 'string' && title.trim() !== '' ? title.trim() : undefined;
  } catch {
    return undefined;
  }
}

/** True when the stored content came from exactly these bytes. */
export function isUnchanged(before: { git?: GitBlob } | undefined, oid: string): boolean {
  return before?.git?.oid === oid;
}
