import { posix } from 'node:path';
import { setImmediate as breathe } from 'node:timers/promises';
import type { ContentRedirect, FileRecord } from '#modules/content/index.js';
import type { ContentRef, ParseContext } from '#modules/documents/index.js';
import { gitBlobId } from '../folder/file-tree.js';
import { CONFIG_FILE } from '../folder/folder-config.js';
import type { ImportWarning } from '../folder/import-warning.js';
import { findTarget, linesOf } from '../folder/link-target.js';
import { isMarkdown, type PlannedPage, slugOf } from '../folder/planned-page.js';
import { type Folder, listedFiles } from '../folder/read-folder.js';
import type { FolderImage, ImageInclude, ImagePage } from './folder-image.js';
import type { Identities } from './identities.js';
import { decodeText, isUnchanged, readIncludeFile, readPageFile } from './page-file.js';

/** Brings a file's bytes into storage; null when it is too large to be kept. */
export type StoreFile = (path: string, bytes: Buffer) => Promise<Omit<FileRecord, 'id' | 'git'> | null>;

interface PageFile {
  id: string;
  bytes: Buffer;
  oid: string;
  /** It is in the space as it is in the folder; what was changed there stays. */
  isKept: boolean;
}

/**
 * Turns a folder into an image of a space's content. First everything gets its id, then the texts are read, so that a
 * link may lead to any page, before or behind it. Pages that are only linked to become hidden pages, so that no link
 * leads nowhere.
 */
export class ImageBuilder {
  private readonly files = new Map<string, PageFile>();
  private readonly hidden: PlannedPage[] = [];
  private readonly includeIds = new Map<string, string>();
  private readonly fileIds = new Map<string, { id: string; before?: FileRecord }>();
  private readonly tooLarge = new Set<string>();
  private readonly markdown: Set<string>;
  private readonly paths: Set<string>;

  constructor(
    private readonly folder: Folder,
    private readonly identities: Identities,
    private readonly storeFile: StoreFile,
    private readonly warnings: ImportWarning[],
  ) {
    this.paths = new Set(folder.content.paths());
    const special = new Set([...folder.includes, ...(folder.hasSummary ? [folder.config.summary] : [])]);
    this.markdown = new Set([...this.paths].filter((path) => isMarkdown(path) && !special.has(path)));
  }

  /** @param onProgress told after each page, with how many there are so far. */
  async build(onProgress: (done: number, total: number) => void): Promise<FolderImage> {
    for (const file of listedFiles(this.folder.pages)) await this.identify(file);
    for (const path of this.folder.includes)
      this.includeIds.set(path, this.identities.claimInclude(this.folder.fullPath(path)).id);
    for (const path of this.folder.assets) this.fileOf(path);
    await this.discover();
    const files = await this.storeFiles();
    const reusableContents = await this.readIncludes();
    const total = this.files.size;
    let done = 0;
    const read = async (planned: PlannedPage): Promise<ImagePage> => {
      const page = this.readPage(planned);
      if (planned.file !== undefined) onProgress(++done, total);
      await breathe();
      for (const child of planned.children) page.children.push(await read(child));
      return page;
    };
    const pages: ImagePage[] = [];
    for (const planned of [...this.folder.pages, ...this.hidden]) pages.push(await read(planned));
    const { variables, configText } = this.folder;
    return {
      pages,
      files,
      reusableContents,
      ...(variables ? { variables } : {}),
      ...(configText === undefined ? {} : { redirects: this.redirects(configText) }),
    };
  }

  private async identify(file: string): Promise<void> {
    const bytes = await this.folder.content.read(file);
    const oid = gitBlobId(bytes);
    const { id, before } = this.identities.claimPage(this.folder.fullPath(file), oid);
    const isKept = this.identities.adopted.has(id) && isUnchanged(before, oid);
    this.files.set(file, { id, bytes, oid, isKept });
  }

  /** Follows links from page to page until no new file turns up: pages nobody listed, and files. */
  private async discover(): Promise<void> {
    const queue = [...this.files.keys()];
    for (const path of this.folder.includes) queue.push(path);
    for (let from = queue.shift(); from !== undefined; from = queue.shift()) {
      const bytes = this.files.get(from)?.bytes ?? (await this.folder.content.read(from));
      const { text } = decodeText(bytes);
      for (const path of this.targetsIn(from, text)) {
        if (!this.markdown.has(path)) this.fileOf(path);
        else if (!this.files.has(path)) {
          const planned: PlannedPage = {
            type: 'document',
            file: path,
            slug: slugOf(path),
            hidden: true,
            children: [],
          };
          this.hidden.push(planned);
          await this.identify(path);
          queue.push(path);
        }
      }
      await breathe();
    }
  }

  private targetsIn(from: string, text: string): Set<string> {
    const found = new Set<string>();
    const note = (address: string): undefined => {
      const target = findTarget(from, address, this.paths);
      if (target.kind === 'file' && !this.includeIds.has(target.path) && !this.isSummary(target.path))
        found.add(target.path);
      return undefined;
    };
    const planned = { type: 'document', file: from, children: [] } as PlannedPage;
    readPageFile(text, planned, from, { resolveLink: note, resolveFile: note });
    return found;
  }

  private isSummary(path: string): boolean {
    return this.folder.hasSummary && path === this.folder.config.summary;
  }

  private fileOf(path: string): { id: string; before?: FileRecord } {
    let file = this.fileIds.get(path);
    if (!file) {
      file = this.identities.claimFile(this.folder.fullPath(path));
      this.fileIds.set(path, file);
    }
    return file;
  }

  private async storeFiles(): Promise<FileRecord[]> {
    const records: FileRecord[] = [];
    for (const [path, { id, before }] of this.fileIds) {
      const bytes = await this.folder.content.read(path);
      const git = { path: this.folder.fullPath(path), oid: gitBlobId(bytes) };
      if (before?.git?.oid === git.oid) {
        records.push({ ...before, git });
        continue;
      }
      const stored = await this.storeFile(path, bytes);
      if (stored) records.push({ ...stored, id, createdAt: before?.createdAt ?? stored.createdAt, git });
      else {
        this.tooLarge.add(path);
        this.warnings.push({
          file: git.path,
          line: 1,
          kind: 'too-large',
          message: 'The file is too large to be kept.',
        });
      }
    }
    return records;
  }

  private readPage(planned: PlannedPage): ImagePage {
    const { type, file, slug = '' } = planned;
    if (type === 'group') {
      const title = planned.title ?? 'Group';
      const { id } = this.identities.claimGroup(title, planned.slug);
      return { id, type, title, slug: slug || title, fields: { title }, children: [] };
    }
    if (type === 'link') return this.readLink(planned);
    if (file === undefined) {
      const title = planned.title ?? slug;
      const { id } = this.identities.claimPage(this.folder.fullPath(`${planned.folder ?? slug}/README.md`));
      return { id, type, title, slug, fields: { title }, children: [] };
    }
    return this.readDocument(file, planned);
  }

  private readLink(planned: PlannedPage): ImagePage {
    const { title = '', url = '', slug = title } = planned;
    const page = planned.target === undefined ? undefined : this.files.get(planned.target)?.id;
    const anchor = /#(.+)$/.exec(url)?.[1];
    const target: ContentRef =
      page === undefined
        ? { kind: 'url', url }
        : anchor === undefined
          ? { kind: 'page', page }
          : { kind: 'anchor', page, anchor };
    const { id } = this.identities.claimLink(title, page ?? url);
    return { id, type: 'link', title, slug, fields: { title, target }, children: [] };
  }

  private readDocument(file: string, planned: PlannedPage): ImagePage {
    const { id, bytes, oid, isKept } = this.files.get(file) as PageFile;
    const path = this.folder.fullPath(file);
    const slug = planned.slug ?? slugOf(file);
    const { text, isText } = decodeText(bytes);
    if (!isText)
      this.warnings.push({
        file: path,
        line: 1,
        kind: 'encoding',
        message: 'The file is not UTF-8; letters may be wrong.',
      });
    const { context, report } = this.contextOf(file, text);
    const { title, fields, document, warnings } = readPageFile(text, planned, path, context);
    this.warnings.push(...warnings, ...report());
    const base: ImagePage = { id, type: 'document', title, slug, children: [] };
    return isKept ? base : { ...base, fields: { ...fields, git: { path, oid } }, document };
  }

  private async readIncludes(): Promise<ImageInclude[]> {
    const includes: ImageInclude[] = [];
    for (const [file, id] of this.includeIds) {
      const bytes = await this.folder.content.read(file);
      const path = this.folder.fullPath(file);
      const { text } = decodeText(bytes);
      const { context, report } = this.contextOf(file, text);
      const { title, document, warnings } = readIncludeFile(text, path, context);
      this.warnings.push(...warnings, ...report());
      includes.push({ id, title, document, git: { path, oid: gitBlobId(bytes) } });
    }
    return includes;
  }

  /** How the addresses of a file are understood; `report` tells of those that lead nowhere. */
  private contextOf(file: string, text: string): { context: ParseContext; report: () => ImportWarning[] } {
    const broken = new Map<string, 'broken-link' | 'missing-file'>();
    const look = (address: string, kind: 'broken-link' | 'missing-file'): ContentRef | undefined => {
      const target = findTarget(file, address, this.paths);
      const ref = target.kind === 'file' ? this.refTo(target.path, target.anchor) : undefined;
      if (!ref && target.kind !== 'elsewhere' && !broken.has(address)) broken.set(address, kind);
      return ref;
    };
    const report = (): ImportWarning[] =>
      [...broken].flatMap(([address, kind]) =>
        linesOf(text, address).map((line) => ({
          file: this.folder.fullPath(file),
          line,
          kind,
          message:
            kind === 'missing-file'
              ? `The file "${address}" does not exist; its place was left as it is.`
              : `The link "${address}" leads nowhere; it was left as it is.`,
        })),
      );
    const context: ParseContext = {
      resolveLink: (address) => look(address, 'broken-link'),
      resolveFile: (address) => look(address, 'missing-file'),
      resolveInclude: (address) => look(address, 'missing-file'),
    };
    return { context, report };
  }

  private refTo(path: string, anchor?: string): ContentRef | undefined {
    const page = this.files.get(path)?.id;
    if (page !== undefined)
      return anchor === undefined ? { kind: 'page', page } : { kind: 'anchor', page, anchor };
    const reusableContent = this.includeIds.get(path);
    if (reusableContent !== undefined) return { kind: 'reusable-content', reusableContent };
    const file = this.tooLarge.has(path) ? undefined : this.fileIds.get(path)?.id;
    return file === undefined ? undefined : { kind: 'file', file };
  }

  private redirects(text: string): ContentRedirect[] {
    const redirects: ContentRedirect[] = [];
    for (const [from, to] of this.folder.config.redirects) {
      const target = findTarget('.', to, this.paths);
      const ref: ContentRef | undefined =
        target.kind === 'file' ? this.refTo(target.path, target.anchor) : { kind: 'url', url: to };
      if (ref && target.kind !== 'broken') redirects.push({ from, target: ref });
      else {
        const message = `The redirect from "${from}" leads to "${to}", which does not exist; it was left out.`;
        this.warnings.push({
          file: CONFIG_FILE,
          line: linesOf(text, from)[0] ?? 1,
          kind: 'broken-link',
          message,
        });
      }
    }
    return redirects;
  }
}

/** Name of a file in a space. */
export function nameOf(path: string): string {
  return posix.basename(path);
}
