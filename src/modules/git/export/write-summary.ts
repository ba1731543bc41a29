import { posix } from 'node:path';
import { stringify } from 'yaml';
import { type Json, type PageNode, slugOf } from '#modules/content/index.js';
import type { ContentRef } from '#modules/documents/index.js';
import type { ContentPaths } from './content-paths.js';

/**
 * Writes `SUMMARY.md`: the page tree as nested lists below a heading for each group.
 * @param file path of the summary; its links are relative to it.
 */
export function writeSummary(pages: readonly PageNode[], paths: ContentPaths, file: string): string {
  const lines = ['# Table of contents', ''];
  let isGrouped = false;
  const flush = (): void => {
    if (lines.at(-1) !== '') lines.push('');
  };
  for (const page of pages) {
    if (page.type === 'group') {
      flush();
      lines.push(groupText(page), '');
      page.pages.forEach((child) => writeEntry(lines, child, '', paths, file));
      isGrouped = true;
      continue;
    }
    if (isGrouped) {
      // A heading without words ends the group before it.
      flush();
      lines.push('## ', '');
      isGrouped = false;
    }
    writeEntry(lines, page, '', paths, file);
  }
  return `${lines.join('\n').trimEnd()}\n`;
}

/** The text of an entry without its bullet. */
export function entryText(page: PageNode, paths: ContentPaths, file: string): string {
  const address =
    page.type === 'link'
      ? linkAddress(page.target, paths, file)
      : pathFrom(file, paths.pages.get(page.id) ?? '');
  const note = page.linkTitle === undefined ? '' : ` "${page.linkTitle.replace(/["\\]/g, '\\$&')}"`;
  return `[${escape(page.title)}](${destination(address)}${note})`;
}

/** The text of the heading of a group. */
export function groupText(page: PageNode): string {
  const anchor = page.slug === slugOf(page.title) ? '' : ` <a href="#${page.slug}" id="${page.slug}"></a>`;
  return `## ${escape(page.title)}${anchor}`;
}

function writeEntry(
  lines: string[],
  page: PageNode,
  indent: string,
  paths: ContentPaths,
  file: string,
): void {
  if (page.computed !== undefined) {
    lines.push(...writeSource(page.computed, indent));
    return;
  }
  lines.push(`${indent}* ${entryText(page, paths, file)}`);
  for (const child of page.pages) writeEntry(lines, child, `${indent}  `, paths, file);
}

/** Computed pages have no file: their entry is the source, as YAML. */
export function writeSource(source: Json, indent: string, bullet = '* '): string[] {
  const lines = [...stringify(source).trimEnd().split('\n'), '```'];
  return [`${indent}${bullet}\`\`\`yaml`, ...lines.map((line) => indent + ' '.repeat(bullet.length) + line)];
}

/** `page.md#` marks the entry as a link to a page that is listed itself. */
function linkAddress(target: ContentRef | undefined, paths: ContentPaths, file: string): string {
  if (target?.kind === 'url') return target.url;
  if (target?.kind === 'file') return pathFrom(file, paths.files.get(target.file) ?? '');
  const page = target && 'page' in target ? target.page : undefined;
  const path = page === undefined ? undefined : paths.pages.get(page);
  if (path === undefined) return '#';
  return `${pathFrom(file, path)}#${target?.kind === 'anchor' ? target.anchor : ''}`;
}

/** The address of a file seen from another, with the characters that mean something in addresses escaped. */
export function pathFrom(from: string, to: string): string {
  const path = posix.relative(posix.dirname(from), to);
  return path.replace(/[%#?]/g, (sign) => encodeURIComponent(sign));
}

function destination(address: string): string {
  return /[\s()<>]/.test(address)
    ? `<${address.replace(/[<>]/g, (sign) => encodeURIComponent(sign))}>`
    : address;
}

/** Text as it must be written to be read as the same text. */
function escape(text: string): string {
  return text
    .replace(/\s+/g, ' ')
    .replace(/[\\`*_[\]<>]/g, '\\$&')
    .replace(/&(?=#?\w+;)/g, '\\&')
    .replace(/!(?=\\\[)/g, '\\!');
}
