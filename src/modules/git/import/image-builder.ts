import type { FileRecord } from '#modules/content/index.js';
import { mapAtOnce } from '#platform/event-loop/at-once.js';
import { gitBlobId, readOid } from '../folder/file-tree.js';
import type { ImportWarning } from '../folder/import-warning.js';
import { titleOfName } from '../folder/plain-folder.js';
import { type PlannedPage, slugOf } from '../folder/planned-page.js';
import type { Folder } from '../folder/read-folder.js';
import { UnreadableFile } from '../git.errors.js';
import type { FolderImage, ImageInclude, ImagePage } from './folder-image.js';
import { folderRedirects } from './folder-redirects.js';
import { FolderTargets, type PageFile } from './folder-targets.js';
import type { Identities } from './identities.js';
import { decodeText, isUnchanged, readIncludeFile, readPageFile, requireLength } from './page-file.js';
import { type ReadingContext, readingContext } from './reading-context.js';
import { computedPage, textlessPage } from './textless-page.js';
import { UnreadTexts } from './unread-texts.js';

/** Brings a file's bytes into storage; null when it is too large to be kept. */
export type StoreFile = (path: string, bytes: Buffer) => Promise<Omit<FileRecord, 'id' | 'git'> | null>;

/** Texts of one folder read at a time: enough to keep all threads busy that one organization may use. */
const TEXTS_AT_ONCE = 8;
const FILES_AT_ONCE = 4;

/** Result of reading a text. */
interface Reading<T> {
  read: T;
  warnings: ImportWarning[];
}

type Readings<T> = Map<string, Reading<T>>;
type OnProgress = (done: number, total: number) => void;

/**
 * Turns a folder into an image of a space's content. Pages that are only linked to become hidden pages, so that no link
 * leads nowhere.
 */
export class ImageBuilder {
  private readonly targets: FolderTargets;
  private readonly includes: Readings<ImageInclude> = new Map();
  private readonly documents: Readings<ImagePage> = new Map();
  /** By the path of a text, the files to which it refers. */
  private readonly referredFiles = new Map<string, ReadonlySet<string>>();
  private readonly knownPaths: Set<string>;
  private readonly unread: UnreadTexts;

  constructor(
    private readonly folder: Folder,
    private readonly identities: Identities,
    private readonly storeFile: StoreFile,
    private readonly warnings: ImportWarning[],
    private readonly onUnexpectedError: (error: unknown) => void = () => undefined,
  ) {
    this.targets = new FolderTargets(folder, identities);
    this.unread = new UnreadTexts(identities.differingPaths);
    this.knownPaths = new Set([...folder.content.paths(), ...(folder.renamed?.keys() ?? [])]);
  }

  /** @param onProgress called after each page with the number of pages read and of pages known so far. */
  async build(onProgress: OnProgress): Promise<FolderImage> {
    const { targets, folder } = this;
    await targets.identifyAll();
    const unlisted = this.unlistedOfBase();
    for (const path of unlisted.files) targets.fileOf(path);
    await this.readIncludes(folder.includes);
    const hidden = await this.readListedAndLinked(unlisted.pages, onProgress);
    const files = await this.storeFiles();
    await this.readReferrersAgain([...folder.pages, ...hidden]);
    for (const { warnings } of [...this.includes.values(), ...this.documents.values()])
      this.warnings.push(...warnings);
    const { variables, configText, config } = folder;
    const redirects =
      configText === undefined
        ? undefined
        : folderRedirects(config, configText, this.knownPaths, (path, anchor) =>
            targets.knownRef(path, anchor),
          );
    this.warnings.push(...(redirects?.warnings ?? []));
    return {
      pages: [...folder.pages, ...hidden].flatMap((planned) => this.assemble(planned)),
      files,
      reusableContents: [...this.includes.values()].map(({ read }) => read),
      keptReusableContents: targets.keptIncludeIds(),
      places: targets.places(),
      unlisted: targets.unlistedPaths(),
      ...(variables ? { variables } : {}),
      ...(redirects ? { redirects: redirects.redirects } : {}),
    };
  }

  /** Reads the listed pages and all pages that they lead to. Returns the pages that are linked but not listed. */
  private async readListedAndLinked(
    known: readonly string[],
    onProgress: OnProgress,
  ): Promise<PlannedPage[]> {
    const { pages, includes } = this.folder;
    const allHidden: PlannedPage[] = [];
    const linked = includes.flatMap((path) => [...(this.referredFiles.get(path) ?? [])]);
    let hidden = this.planHiddenPages([...known, ...linked]);
    let next = [...pages];
    while (next.length > 0) {
      await this.readPages(next, onProgress);
      hidden.push(...this.planHiddenPages(this.filesReferredBy(next)));
      allHidden.push(...hidden);
      next = hidden;
      hidden = [];
    }
    return allHidden;
  }

  /** Paths of the folder that the base has and nothing lists: the texts that refer to it may be left unread. */
  private unlistedOfBase(): { pages: string[]; files: string[] } {
    const start = this.folder.fullPath('').length;
    const { pages, files } = this.identities.unlistedOfBase;
    const inFolder = (paths: readonly string[]): string[] =>
      paths.map((path) => path.slice(start)).filter((path) => this.knownPaths.has(path));
    return { pages: inFolder(pages), files: inFolder(files) };
  }

  private planHiddenPages(paths: readonly string[]): PlannedPage[] {
    return paths.flatMap((path) => this.targets.planHidden(path) ?? []);
  }

  /** Files to which these pages and their subpages refer, in their order. */
  private filesReferredBy(pages: readonly PlannedPage[]): string[] {
    return pages.flatMap(({ file, target, children }) => [
      ...((file !== undefined && this.referredFiles.get(file)) || []),
      ...(target === undefined ? [] : [target]),
      ...this.filesReferredBy(children),
    ]);
  }

  private readIncludes(paths: readonly string[]): Promise<void> {
    return this.readEach(this.includes, paths, (path) => this.readInclude(path));
  }

  private readPages(pages: readonly PlannedPage[], onProgress: OnProgress = () => undefined): Promise<void> {
    const byFile = new Map([...walkPlanned(pages)].map((planned) => [planned.file ?? '', planned]));
    byFile.delete('');
    let done = this.documents.size;
    const read = (file: string): Promise<Reading<ImagePage>> => this.readDocument(file, byFile.get(file)!);
    return this.readEach(this.documents, [...byFile.keys()], read, () =>
      onProgress(++done, this.targets.pages.size),
    );
  }

  /**
   * Reads texts. A text that cannot be read does not fail the import: the page that the space has of it stays, or none
   * appears, and the report says which.
   */
  private async readEach<T>(
    readings: Readings<T>,
    files: readonly string[],
    read: (file: string) => Promise<Reading<T>>,
    onRead: () => void = () => undefined,
  ): Promise<void> {
    const outcomes = await mapAtOnce(files, TEXTS_AT_ONCE, async (file) => {
      const outcome = await read(file).catch((error: unknown) => this.problemOf(file, error));
      onRead();
      return outcome;
    });
    for (const [at, file] of files.entries()) {
      const outcome = outcomes[at]!;
      if ('read' in outcome) readings.set(file, outcome);
      else {
        this.warnings.push(outcome);
        readings.delete(file);
        this.targets.skipped.add(file);
      }
    }
  }

  private problemOf(file: string, error: unknown): ImportWarning {
    if (!(error instanceof UnreadableFile)) this.onUnexpectedError(error);
    const problem = error instanceof UnreadableFile ? error.message : 'is built in a way that cannot be read';
    const outcome = this.targets.isInSpace(file) ? 'It stays in the space as it was.' : 'It was left out.';
    const message = `The text ${problem}. ${outcome}`;
    return { file: this.folder.fullPath(file), line: 1, kind: 'unreadable', message };
  }

  private async storeFiles(): Promise<FileRecord[]> {
    const stored = await mapAtOnce([...this.targets.files], FILES_AT_ONCE, async ([path, { id, before }]) => {
      const git = { path: this.folder.fullPath(path), oid: await readOid(this.folder.content, path) };
      if (before?.git?.oid === git.oid) return { path, record: { ...before, git } };
      if (before && this.identities.isSame(git.path, git.oid, id)) return { path, record: before };
      const kept = await this.storeFile(path, await this.folder.content.read(path));
      const createdAt = before?.createdAt ?? kept?.createdAt ?? '';
      return { path, record: kept && { ...kept, id, createdAt, git } };
    });
    for (const { path, record } of stored) {
      if (record) continue;
      this.targets.skipped.add(path);
      const message = 'The file is too large to be kept.';
      this.warnings.push({ file: this.folder.fullPath(path), line: 1, kind: 'too-large', message });
    }
    return stored.flatMap(({ record }) => record ?? []);
  }

  /** Reads the texts once more that refer to skipped files, because their links must not lead there. */
  private async readReferrersAgain(pages: readonly PlannedPage[]): Promise<void> {
    if (this.targets.skipped.size === 0) return;
    const refersToSkipped = (file: string): boolean =>
      [...(this.referredFiles.get(file) ?? [])].some((path) => this.targets.isAbsent(path));
    await this.readIncludes([...this.includes.keys()].filter(refersToSkipped));
    const referrers = [...walkPlanned(pages)].filter(
      ({ file = '' }) => this.documents.has(file) && refersToSkipped(file),
    );
    await this.readPages(referrers.map((planned) => ({ ...planned, children: [] })));
  }

  private assemble(planned: PlannedPage): ImagePage[] {
    if (planned.type === 'computed') return computedPage(planned, this.pageLocations, this.warnings);
    const { file } = planned;
    const page =
      file === undefined
        ? textlessPage(planned, this.pageLocations)
        : (this.documents.get(file)?.read ?? this.pageWithoutText(file, planned));
    const children = planned.children.flatMap((child) => this.assemble(child));
    // A skipped text still becomes a page when it has subpages.
    return file !== undefined && this.targets.isAbsent(file) && children.length === 0
      ? []
      : [{ ...page, children }];
  }

  private get pageLocations() {
    const { folder, identities, targets } = this;
    const pageOf = (path: string): string | undefined =>
      targets.isAbsent(path) ? undefined : targets.pageOf(path)?.id;
    return { folder, identities, pageOf };
  }

  private pageWithoutText(file: string, planned: PlannedPage): ImagePage {
    const { id } = this.targets.pages.get(file)!;
    const slug = planned.slug ?? slugOf(file);
    return { id, type: 'document', title: planned.title ?? titleOfName(slug), slug, children: [] };
  }

  private async readDocument(file: string, planned: PlannedPage): Promise<Reading<ImagePage>> {
    const { id, oid, same, isKnown, isKept } = this.targets.pages.get(file) as PageFile;
    const path = this.folder.fullPath(file);
    const slug = planned.slug ?? slugOf(file);
    const readText = async () => decodeText(await this.folder.content.read(file));
    if (same && (await this.unread.mayStay(same, planned, readText)))
      return { read: { id, type: 'document', title: same.title, slug, children: [] }, warnings: [] };
    const { text, isText } = await readText();
    if (!isKnown) requireLength(text);
    const { context, report } = this.contextOf(file, text);
    const { title, fields, document, warnings } = await readPageFile(text, planned, path, context);
    if (!isText) {
      const message = 'The file is not UTF-8; letters may be wrong.';
      warnings.unshift({ file: path, line: 1, kind: 'encoding', message });
    }
    const page: ImagePage = { id, type: 'document', title, slug, children: [] };
    const read = isKept ? page : { ...page, fields: { ...fields, git: { path, oid } }, document };
    return { read, warnings: [...warnings, ...report()] };
  }

  private async readInclude(file: string): Promise<Reading<ImageInclude>> {
    const { id, before } = this.targets.includes.get(file)!;
    const bytes = await this.folder.content.read(file);
    const oid = gitBlobId(bytes);
    const path = this.folder.fullPath(file);
    const { text } = decodeText(bytes);
    if (!isUnchanged(before, oid)) requireLength(text);
    const { context, report } = this.contextOf(file, text);
    const { title, document, warnings } = await readIncludeFile(text, path, context);
    return { read: { id, title, document, git: { path, oid } }, warnings: [...warnings, ...report()] };
  }

  private contextOf(file: string, text: string): ReadingContext {
    const { folder, targets } = this;
    const place = {
      folder,
      paths: this.knownPaths,
      refTo: (path: string, anchor?: string) => targets.refTo(path, anchor),
    };
    const reading = readingContext(file, text, place);
    this.referredFiles.set(file, reading.uses);
    return reading;
  }
}

function* walkPlanned(pages: readonly PlannedPage[]): Generator<PlannedPage> {
  for (const planned of pages) {
    yield planned;
    yield* walkPlanned(planned.children);
  }
}
