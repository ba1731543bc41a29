import { createWriteStream } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join, posix } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { Injectable } from '@nestjs/common';
import { lookup } from 'mime-types';
import {
  type FileTree,
  ImportFailed,
  type ImportWarning,
  isMarkdown,
  openFolder,
  readFolder,
} from '#modules/git/index.js';
import { type CompleteUpload, MAX_FILE_SIZE, Storage } from '#modules/storage/index.js';
import { ArchiveError } from '#platform/archive/archive-error.js';
import { unzip, type ZipSkip } from '#platform/archive/zip.js';
import { Logger } from '#platform/logging/logger.js';
import type { Converter } from '../conversion/converter.js';
import { LIMITS } from '../import-limits.js';
import type { ImportProgress } from '../import-progress.js';
import { requirePageLength } from '../page-length.js';
import type { SourceFolder } from '../source-folder.js';
import { UNREADABLE_FILE, unreadableReason, UnreadableSource } from '../unreadable-source.js';
import { asUtf8 } from './as-utf8.js';
import { formatOf } from './page-format.js';
import { singleRoot, uniquePath } from './paths.js';

/** Brings uploaded files into one folder of Markdown. */
@Injectable()
export class ReadFiles {
  constructor(
    private readonly storage: Storage,
    private readonly logger: Logger,
  ) {}

  /**
   * @param root an empty folder to work in.
   * @throws ImportFailed when none of the files can be read; a file that cannot is a failed item of the report.
   */
  async read(
    uploads: readonly CompleteUpload[],
    root: string,
    progress: ImportProgress,
    converter: Converter,
    warnings: ImportWarning[],
  ): Promise<SourceFolder> {
    const content = join(root, 'content');
    await mkdir(content);
    const archives = uploads.filter(isArchive);
    for (const upload of uploads) {
      progress.check();
      if (isArchive(upload)) await this.unpack(upload, root, content, uploads.length === 1, progress);
      else await this.fetch(upload, join(content, uniquePath(nameOf(upload), await pathsIn(content))));
    }
    const top = archives.length === 1 && uploads.length === 1 ? singleRoot(await pathsIn(content)) : '';
    const converted = await this.convertAll(join(content, top), progress, converter);
    const folder = await readFolder(converted.tree, warnings);
    const isGit = isGitFormat(converted.tree.paths());
    return {
      folder: {
        ...folder,
        renamed: converted.renamed,
        assets: isGit ? folder.assets : [...new Set([...folder.assets, ...converted.images])],
      },
      items: converted.items,
    };
  }

  private async fetch(upload: CompleteUpload, target: string): Promise<void> {
    const opened = await this.storage.open(upload.organizationId, upload.blob);
    if (!opened) throw new ImportFailed(`The upload "${upload.name}" is gone; upload it again.`);
    await pipeline(opened.stream, createWriteStream(target, { mode: 0o600 }));
  }

  private async unpack(
    upload: CompleteUpload,
    root: string,
    content: string,
    isAlone: boolean,
    progress: ImportProgress,
  ): Promise<void> {
    const file = join(root, `${upload.key}.zip`);
    await this.fetch(upload, file);
    const folder = isAlone ? '' : uniquePath(nameOf(upload).replace(/\.zip$/i, ''), await pathsIn(content));
    const skip = (path: string, reason: ZipSkip): void =>
      progress.skip(progress.add(posix.join(folder, path)), SKIPPED[reason]);
    const limits = { mostFiles: LIMITS.files, mostBytes: LIMITS.fileBytes, maxFileSize: MAX_FILE_SIZE };
    try {
      await unzip(file, join(content, folder), { ...limits, onSkipped: skip, signal: progress.signal });
    } catch (error) {
      if (!(error instanceof ArchiveError) || isAlone) throw error;
      progress.fail(progress.add(upload.name), error.message);
    }
  }

  /** Turns every page into Markdown where it lies, but for folders in the Git format, which are Markdown already. */
  private async convertAll(root: string, progress: ImportProgress, converter: Converter) {
    const tree = await openFolder(root);
    const before = tree.paths();
    const isGit = isGitFormat(before);
    const hasPages = before.some((path) => isPage(path) && formatOf(path) !== 'text');
    const isWanted = (path: string): boolean =>
      isPage(path) &&
      (isGit ? isMarkdown(path) : !hasPages || formatOf(path) !== 'text' || !path.includes('/'));
    const paths = new Set(before);
    const items = new Map<string, number>();
    const renamed = new Map<string, string>();
    const others = before.filter((path) => (isMarkdown(path) || isSettings(path)) && !isWanted(path));
    for (const path of await this.findTooLong(root, others, progress)) paths.delete(path);
    for (const path of before.filter(isWanted)) {
      progress.check();
      const position = progress.add(path);
      const target = isMarkdown(path) ? path : uniquePath(path.replace(/\.[^.]+$/, '.md'), paths);
      paths.delete(path);
      if (!(await this.convert(root, { path, target, position }, paths, { progress, converter }))) continue;
      if (target !== path) renamed.set(path, target);
      items.set(target, position);
    }
    const images = [...paths].filter((path) => String(lookup(path)).startsWith('image/'));
    const after = [...paths].sort();
    const result: FileTree = { paths: () => after, read: (path) => tree.read(path) };
    return { tree: result, items, renamed, images };
  }

  /** The summary, settings, reusable contents, and what may become a page because another links to it. */
  private async findTooLong(
    root: string,
    paths: readonly string[],
    progress: ImportProgress,
  ): Promise<string[]> {
    const found: string[] = [];
    for (const path of paths) {
      try {
        await asUtf8(join(root, path));
        // Summaries and settings have other limits.
        if (!isSummary(path) && !isSettings(path)) await requirePageLength(join(root, path));
      } catch (error) {
        if (!(error instanceof UnreadableSource)) throw error;
        progress.fail(progress.add(path), error.message);
        found.push(path);
      }
    }
    return found;
  }

  private async convert(
    root: string,
    { path, target, position }: { path: string; target: string; position: number },
    paths: Set<string>,
    { progress, converter }: { progress: ImportProgress; converter: Converter },
  ): Promise<boolean> {
    try {
      const { notes, added } =
        target === path
          ? { notes: await asUtf8(join(root, path)), added: [] }
          : await converter.file(root, path, target);
      await requirePageLength(join(root, target));
      for (const one of [target, ...added]) paths.add(one);
      if (notes.length > 0) progress.update(position, { reason: notes.slice(0, 5).join(' ') });
      return true;
    } catch (error) {
      progress.check();
      progress.fail(position, unreadableReason(error, UNREADABLE_FILE, this.logger));
      return false;
    }
  }
}

const SKIPPED: Record<ZipSkip, string> = {
  'too-large': 'The file is too large to be kept.',
  link: 'Links are not followed.',
  taken:
    'The archive has another file of this name, which was taken; names that differ only in case count as the same.',
  name: 'The name of the file is too long to be kept; shorten it.',
};

function isArchive(upload: CompleteUpload): boolean {
  return /\.zip$/i.test(upload.name);
}

/** The last part of a name, without anything that means something in a path. */
function nameOf({ name }: CompleteUpload): string {
  // oxlint-disable-next-line no-control-regex -- control characters are what is looked for
  const base = name.replace(/^.*[\\/]/, '').replace(/[\u0000-\u001f]/g, '_');
  return /^\.*$/.test(base) ? 'file' : base;
}

async function pathsIn(folder: string): Promise<Set<string>> {
  return new Set((await openFolder(folder)).paths());
}

function isPage(path: string): boolean {
  const isHidden = path.split('/').some((part) => part.startsWith('.'));
  return !isHidden && formatOf(path) !== undefined && !isSummary(path);
}

function isSummary(path: string): boolean {
  return /(^|\/)SUMMARY\.md$/.test(path);
}

function isSettings(path: string): boolean {
  return /(^|\/)(\.gitbook\.yaml|\.gitbook\/vars\.yaml)$/.test(path);
}

function isGitFormat(paths: readonly string[]): boolean {
  return paths.includes('SUMMARY.md') || paths.includes('.gitbook.yaml');
}
