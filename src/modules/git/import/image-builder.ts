import { setImmediate as breathe } from 'node:timers/promises';
import type { ContentRedirect, FileRecord, ReusableContent } from '#modules/content/index.js';
import type { ContentRef } from '#modules/documents/index.js';
import { gitBlobId } from '../folder/file-tree.js';
import { CONFIG_FILE } from '../folder/folder-config.js';
import type { ImportWarning } from '../folder/import-warning.js';
import { findTarget, linesOf } from '../folder/link-target.js';
import { isMarkdown, type PlannedPage, slugOf } from '../folder/planned-page.js';
import { type Folder, listedFiles } from '../folder/read-folder.js';
import type { FolderImage, ImageInclude, ImagePage } from './folder-image.js';
import type { Identities } from './identities.js';
import { decodeText, isUnchanged, readIncludeFile, readPageFile, requireLength } from './page-file.js';
import { type ReadingContext, readingContext } from './reading-context.js';

/** Brings a file's bytes into storage; null when it is too large to be kept. */
export type StoreFile = (path: string, bytes: Buffer) => Promise<Omit<FileRecord, 'id' | 'git'> | null>;

interface PageFile {
  id: string;
  bytes: Buffer;
  oid: string;
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
  private readonly tooLarge = new Set<string>();
  /** Texts of the folder that are or may become pages. */
  private readonly texts = new Map<string, Buffer>();
  private readonly paths: Set<string>;

  constructor(
    private readonly folder: Folder,
    private readonly identities: Identities,
    private readonly storeFile: StoreFile,
    private readonly warnings: ImportWarning[],
  ) {
    this.paths = new Set([...folder.content.paths(), ...(folder.renamed?.keys() ?? [])]);
  }

  /** @param onProgress told after each page, with how many there are so far. */
  async build(onProgress: (done: number, total: number) => void): Promise<FolderImage> {
    await this.identifyAll();
    const includes = new Map<string, Reading<ImageInclude>>();
    for (const path of this.folder.includes) includes.set(path, await this.readInclude(path));
    const documents = new Map<string, Reading<ImagePage>>();
    const readAll = async (list: readonly PlannedPage[]): Promise<void> => {
      for (const planned of list) {
        if (planned.file !== undefined) {
          documents.set(planned.file, await this.readDocument(planned.file, planned));
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
    const { variables, configText } = this.folder;
    return {
      pages: [...this.folder.pages, ...this.hidden].flatMap((planned) => this.assemble(planned, documents)),
      files,
      reusableContents: [...includes.values()].map(({ read }) => read),
      unlisted: this.unlisted(),
      ...(variables ? { variables } : {}),
      ...(configText === undefined ? {} : { redirects: this.redirects(configText) }),
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
    const page = { id, bytes, oid, isKnown, isKept };
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

  /** Texts that refer to files which cannot be kept are read once more, now that this is known. */
  private async readAgain(
    includes: Map<string, Reading<ImageInclude>>,
    documents: Map<string, Reading<ImagePage>>,
  ): Promise<void> {
    if (this.tooLarge.size === 0) return;
    const isConcerned = ({ uses }: Reading<unknown>): boolean =>
      [...uses].some((path) => this.tooLarge.has(path));
    for (const [path, reading] of includes)
      if (isConcerned(reading)) includes.set(path, await this.readInclude(path));
    const visit = async (list: readonly PlannedPage[]): Promise<void> => {
      for (const planned of list) {
        const reading = planned.file === undefined ? undefined : documents.get(planned.file);
        if (planned.file !== undefined && reading && isConcerned(reading))
          documents.set(planned.file, await this.readDocument(planned.file, planned));
        await visit(planned.children);
      }
    };
    await visit([...this.folder.pages, ...this.hidden]);
  }

  private assemble(planned: PlannedPage, documents: ReadonlyMap<string, Reading<ImagePage>>): ImagePage[] {
    if (planned.type === 'computed') return this.readComputed(planned);
    const page = documents.get(planned.file ?? '')?.read ?? this.withoutFile(planned);
    return [{ ...page, children: planned.children.flatMap((child) => this.assemble(child, documents)) }];
  }

  /** Computed pages that the space has keep their place; others are made over the API, where their source is authorised. */
  private readComputed({ source }: PlannedPage): ImagePage[] {
    const page = this.identities.claimComputed(source?.value);
    if (page) {
      const { id, type, title, slug } = page;
      return [{ id, type, title, slug, children: [] }];
    }
    const file = this.folder.fullPath(this.folder.config.summary);
    const message = 'The space has no page that is computed from this source; insert one over the API.';
    this.warnings.push({ file, line: source?.line ?? 1, kind: 'missing-page', message });
    return [];
  }

  private withoutFile(planned: PlannedPage): ImagePage {
    const { slug = '' } = planned;
    const type = planned.type === 'group' ? 'group' : 'document';
    if (planned.type === 'link') return this.readLink(planned);
    const title = planned.title ?? (slug || 'Untitled');
    const { id } =
      type === 'group'
        ? this.identities.claimGroup(title, planned.slug)
        : this.identities.claimPage(this.folder.fullPath(`${planned.folder ?? slug}/README.md`));
    return { id, type, title, slug: slug || title, fields: { title }, children: [] };
  }

  private readLink(planned: PlannedPage): ImagePage {
    const { title = '', url = '', slug = title } = planned;
    const page = planned.target === undefined ? undefined : this.pageOf(planned.target)?.id;
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

  private async readDocument(file: string, planned: PlannedPage): Promise<Reading<ImagePage>> {
    const { id, bytes, oid, isKnown, isKept } = this.pages.get(file) as PageFile;
    const path = this.folder.fullPath(file);
    const slug = planned.slug ?? slugOf(file);
    const { text, isText } = decodeText(bytes);
    if (!isKnown) requireLength(text, path);
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
    if (!isUnchanged(before, oid)) requireLength(text, path);
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
    const reusableContent = this.includes.get(path)?.id;
    if (reusableContent !== undefined) return { kind: 'reusable-content', reusableContent };
    const page = this.pageOf(path)?.id;
    if (page !== undefined)
      return anchor === undefined ? { kind: 'page', page } : { kind: 'anchor', page, anchor };
    const isSummary = this.folder.hasSummary && path === this.folder.config.summary;
    return this.tooLarge.has(path) || isSummary ? undefined : { kind: 'file', file: this.fileOf(path).id };
  }

  /** As `refTo`, of what the content has without it. */
  private knownRef(path: string, anchor?: string): ContentRef | undefined {
    return this.pages.has(path) || this.fileIds.has(path) ? this.refTo(path, anchor) : undefined;
  }

  private redirects(text: string): ContentRedirect[] {
    const redirects: ContentRedirect[] = [];
    for (const [from, to] of this.folder.config.redirects) {
      const target = findTarget('.', to, this.paths);
      const ref: ContentRef | undefined =
        target.kind === 'file' ? this.knownRef(target.path, target.anchor) : { kind: 'url', url: to };
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
