import { setImmediate as breathe } from 'node:timers/promises';
import type { FileRecord, ReusableContent } from '#modules/content/index.js';
import type { ContentRef } from '#modules/documents/index.js';
import { gitBlobId } from '../folder/file-tree.js';
import type { ImportWarning } from '../folder/import-warning.js';
import { titleOfName } from '../folder/plain-folder.js';
import { isMarkdown, type PlannedPage, slugOf } from '../folder/planned-page.js';
import { type Folder, listedFiles } from '../folder/read-folder.js';
import { UnreadableFile } from '../git.errors.js';
import type { FolderImage, ImageInclude, ImagePage } from './folder-image.js';
import { folderRedirects } from './folder-redirects.js';
import type { Identities } from './identities.js';
import { decodeText, isUnchanged, readIncludeFile, readPageFile, requireLength } from './page-file.js';
import { type ReadingContext, readingContext } from './reading-context.js';
import { computedPage, textlessPage } from './textless-page.js';

/** Brings a file's bytes into storage; null when it is too large to be kept. */
export type StoreFile = (path: string, bytes: Buffer) => Promise<Omit<FileRecord, 'id' | 'git'> | null>;

interface PageFile {
  id: string;
  bytes: Buffer;
  oid: string;
  /** The space has a page of it. */
  isThere: boolean;
  /** It was imported before, just as it is. */
  isKnown: boolean;
  /** It is in the space as it is in the folder; what was changed there stays. */
  isKept: boolean;
}

/** What came of reading a text. */
interface Reading<T> {
  read: T;
  warnings: ImportWarning[];
  /** Files that it refers to. */
  uses: Set<string>;
}

/**
 * Turns a folder into an image of a space's content. Everything that is listed gets its id first, then the texts are
 * read, so that a link may lead to any page, before or behind it. Pages that are only linked to become hidden pages, so
 * that no link leads nowhere.
 */
export class ImageBuilder {
  private readonly pages = new Map<string, PageFile>();
  private readonly hidden: PlannedPage[] = [];
  private readonly includes = new Map<string, { id: string; before?: ReusableContent }>();
  private readonly fileIds = new Map<string, { id: string; before?: FileRecord }>();
  /** Files that nothing comes of: too large to be kept, or texts that cannot be read. */
  private readonly leftOut = new Set<string>();
  /** Texts of the folder that are or may become pages. */
  private readonly texts = new Map<string, Buffer>();
  private readonly paths: Set<string>;

  constructor(
    private readonly folder: Folder,
    private readonly identities: Identities,
    private readonly storeFile: StoreFile,
    private readonly warnings: ImportWarning[],
    private readonly onUnforeseen: (error: unknown) => void = () => undefined,
  ) {
    this.paths = new Set([...folder.content.paths(), ...(folder.renamed?.keys() ?? [])]);
  }

  /** @param onProgress told after each page, with how many there are so far. */
  async build(onProgress: (done: number, total: number) => void): Promise<FolderImage> {
    await this.identifyAll();
    const includes = new Map<string, Reading<ImageInclude>>();
    for (const path of this.folder.includes)
      await this.readInto(includes, path, () => this.readInclude(path));
    const documents = new Map<string, Reading<ImagePage>>();
    const readAll = async (list: readonly PlannedPage[]): Promise<void> => {
      for (const planned of list) {
        const { file } = planned;
        if (file !== undefined) {
          await this.readInto(documents, file, () => this.readDocument(file, planned));
          onProgress(documents.size, this.pages.size);
          await breathe();
        }
        if (planned.target !== undefined) this.pageOf(planned.target);
        await readAll(planned.children);
      }
    };
    await readAll(this.folder.pages);
    // Reading finds more of them.
    for (let next = 0; next < this.hidden.length; next++) await readAll(this.hidden.slice(next, next + 1));
    const files = await this.storeFiles();
    await this.readAgain(includes, documents);
    for (const { warnings } of [...includes.values(), ...documents.values()]) this.warnings.push(...warnings);
    const { variables, configText, config } = this.folder;
    const known = (path: string, anchor?: string): ContentRef | undefined => this.knownRef(path, anchor);
    const found =
      configText === undefined ? undefined : folderRedirects(config, configText, this.paths, known);
    this.warnings.push(...(found?.warnings ?? []));
    return {
      pages: [...this.folder.pages, ...this.hidden].flatMap((planned) => this.assemble(planned, documents)),
      files,
      reusableContents: [...includes.values()].map(({ read }) => read),
      keptReusableContents: [...this.includes.keys()].flatMap((path) =>
        this.leftOut.has(path) && this.isThere(path) ? this.includes.get(path)!.id : [],
      ),
      unlisted: this.unlisted(),
      ...(variables ? { variables } : {}),
      ...(found ? { redirects: found.redirects } : {}),
    };
  }

  /** Without those in folders of tools, such as the templates in `.github`. */
  private unlisted(): string[] {
    const isUsed = (path: string): boolean => this.pages.has(path) || this.fileIds.has(path);
    return [...this.texts.keys()]
      .filter((path) => !isUsed(path) && !/(^|\/)\./.test(path))
      .map((path) => this.folder.fullPath(path));
  }

  private async identifyAll(): Promise<void> {
    const { folder } = this;
    const special = new Set([...folder.includes, ...(folder.hasSummary ? [folder.config.summary] : [])]);
    for (const path of folder.content.paths())
      if (isMarkdown(path) && !special.has(path)) this.texts.set(path, await folder.content.read(path));
    for (const file of listedFiles(folder.pages)) this.identify(file);
    for (const path of folder.includes)
      this.includes.set(path, this.identities.claimInclude(folder.fullPath(path)));
    for (const path of folder.assets) this.fileOf(path);
  }

  private identify(file: string): PageFile {
    const bytes = this.texts.get(file) as Buffer;
    const oid = gitBlobId(bytes);
    const { id, before } = this.identities.claimPage(this.folder.fullPath(file), oid);
    const isKnown = isUnchanged(before, oid);
    const isKept = isKnown && this.identities.adopted.has(id);
    const page = { id, bytes, oid, isThere: before !== undefined, isKnown, isKept };
    this.pages.set(file, page);
    return page;
  }

  /** The page of a file; one that nobody listed becomes a hidden page now. */
  private pageOf(path: string): PageFile | undefined {
    const known = this.pages.get(path);
    if (known || !this.texts.has(path)) return known;
    this.hidden.push({ type: 'document', file: path, slug: slugOf(path), hidden: true, children: [] });
    return this.identify(path);
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
        this.leftOut.add(path);
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

  /**
   * Reads a text, unless it cannot be read: then what the space has of it stays as it is, and else it is left out. The report says
   * so, and the rest is imported.
   */
  private async readInto<T>(
    readings: Map<string, Reading<T>>,
    file: string,
    read: () => Promise<Reading<T>>,
  ): Promise<void> {
    try {
      readings.set(file, await read());
    } catch (error) {
      if (!(error instanceof UnreadableFile)) this.onUnforeseen(error);
      const problem =
        error instanceof UnreadableFile ? error.message : 'is built in a way that cannot be read';
      const outcome = this.isThere(file) ? 'It stays in the space as it was.' : 'It was left out.';
      const message = `The text ${problem}. ${outcome}`;
      this.warnings.push({ file: this.folder.fullPath(file), line: 1, kind: 'unreadable', message });
      readings.delete(file);
      this.leftOut.add(file);
    }
  }

  /** Texts that refer to files which nothing comes of are read once more, now that this is known. */
  private async readAgain(
    includes: Map<string, Reading<ImageInclude>>,
    documents: Map<string, Reading<ImagePage>>,
  ): Promise<void> {
    if (this.leftOut.size === 0) return;
    const isConcerned = ({ uses }: Reading<unknown>): boolean => [...uses].some((path) => this.isGone(path));
    for (const [path, reading] of includes)
      if (isConcerned(reading)) await this.readInto(includes, path, () => this.readInclude(path));
    const visit = async (list: readonly PlannedPage[]): Promise<void> => {
      for (const planned of list) {
        const { file = '' } = planned;
        const reading = documents.get(file);
        if (reading && isConcerned(reading))
          await this.readInto(documents, file, () => this.readDocument(file, planned));
        await visit(planned.children);
      }
    };
    await visit([...this.folder.pages, ...this.hidden]);
  }

  private assemble(planned: PlannedPage, documents: ReadonlyMap<string, Reading<ImagePage>>): ImagePage[] {
    if (planned.type === 'computed') return computedPage(planned, this.place, this.warnings);
    const { file } = planned;
    const page =
      file === undefined
        ? textlessPage(planned, this.place)
        : (documents.get(file)?.read ?? this.withoutText(file, planned));
    const children = planned.children.flatMap((child) => this.assemble(child, documents));
    // Of a text that was left out there is a page where it has subpages.
    return file !== undefined && this.isGone(file) && children.length === 0 ? [] : [{ ...page, children }];
  }

  private get place() {
    const pageOf = (path: string): string | undefined =>
      this.isGone(path) ? undefined : this.pageOf(path)?.id;
    return { folder: this.folder, identities: this.identities, pageOf };
  }

  private withoutText(file: string, planned: PlannedPage): ImagePage {
    const { id } = this.pages.get(file)!;
    const slug = planned.slug ?? slugOf(file);
    return { id, type: 'document', title: planned.title ?? titleOfName(slug), slug, children: [] };
  }

  /** Tells whether the content will have nothing of a file, so that no link may lead there. */
  private isGone(path: string): boolean {
    return this.leftOut.has(path) && !this.isThere(path);
  }

  /** Tells whether the space already has the page or reusable content of a file. */
  private isThere(path: string): boolean {
    return this.pages.get(path)?.isThere ?? this.includes.get(path)?.before !== undefined;
  }

  private async readDocument(file: string, planned: PlannedPage): Promise<Reading<ImagePage>> {
    const { id, bytes, oid, isKnown, isKept } = this.pages.get(file) as PageFile;
    const path = this.folder.fullPath(file);
    const slug = planned.slug ?? slugOf(file);
    const { text, isText } = decodeText(bytes);
    if (!isKnown) requireLength(text);
    const { context, report, uses } = this.contextOf(file, text);
    const { title, fields, document, warnings } = await readPageFile(text, planned, path, context);
    if (!isText) {
      const message = 'The file is not UTF-8; letters may be wrong.';
      warnings.unshift({ file: path, line: 1, kind: 'encoding', message });
    }
    const page: ImagePage = { id, type: 'document', title, slug, children: [] };
    const read = isKept ? page : { ...page, fields: { ...fields, git: { path, oid } }, document };
    return { read, warnings: [...warnings, ...report()], uses };
  }

  private async readInclude(file: string): Promise<Reading<ImageInclude>> {
    const { id, before } = this.includes.get(file)!;
    const bytes = await this.folder.content.read(file);
    const oid = gitBlobId(bytes);
    const path = this.folder.fullPath(file);
    const { text } = decodeText(bytes);
    if (!isUnchanged(before, oid)) requireLength(text);
    const { context, report, uses } = this.contextOf(file, text);
    const { title, document, warnings } = await readIncludeFile(text, path, context);
    const read = { id, title, document, git: { path, oid } };
    return { read, warnings: [...warnings, ...report()], uses };
  }

  private contextOf(file: string, text: string): ReadingContext {
    const refTo = (path: string, anchor?: string): ContentRef | undefined => this.refTo(path, anchor);
    return readingContext(file, text, { folder: this.folder, paths: this.paths, refTo });
  }

  private finalPath(path: string): string {
    return this.folder.renamed?.get(path) ?? path;
  }

  private refTo(path: string, anchor?: string): ContentRef | undefined {
    if (this.isGone(path)) return undefined;
    const reusableContent = this.includes.get(path)?.id;
    if (reusableContent !== undefined) return { kind: 'reusable-content', reusableContent };
    const page = this.pageOf(path)?.id;
    if (page !== undefined)
      return anchor === undefined ? { kind: 'page', page } : { kind: 'anchor', page, anchor };
    const isSummary = this.folder.hasSummary && path === this.folder.config.summary;
    return isSummary ? undefined : { kind: 'file', file: this.fileOf(path).id };
  }

  /** As `refTo`, of what the content has without it. */
  private knownRef(path: string, anchor?: string): ContentRef | undefined {
    return this.pages.has(path) || this.fileIds.has(path) ? this.refTo(path, anchor) : undefined;
  }
}
