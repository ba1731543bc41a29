import type { FileRecord, PageNode, ReusableContent } from '#modules/content/index.js';
import type { ContentRef } from '#modules/documents/index.js';
import { readOid } from '../folder/file-tree.js';
import { isMarkdown, type PlannedPage, slugOf } from '../folder/planned-page.js';
import { type Folder, listedFiles } from '../folder/read-folder.js';
import type { Places } from '../space-tree.js';
import type { Identities } from './identities.js';
import { isUnchanged } from './page-file.js';

/** A text that is or becomes a page. */
export interface PageFile {
  /** Blob id of the text. */
  oid: string;
  id: string;
  /** The page that the base has of the same bytes at the same path. */
  same?: PageNode;
  /** The space already has a page made from this text. */
  isInSpace: boolean;
  /** The last import read the same bytes. */
  isKnown: boolean;
  /** The page was adopted with this text, so the import leaves it and its edits alone. */
  isKept: boolean;
}

/**
 * The pages, reusable contents and files that the files of a folder become, with their ids, and the references to them.
 * All listed pages get their ids first, so that a link may point to any page, before or after its own.
 */
export class FolderTargets {
  readonly pages = new Map<string, PageFile>();
  readonly includes = new Map<string, { id: string; before?: ReusableContent }>();
  readonly files = new Map<string, { id: string; before?: FileRecord }>();
  /** Files that the import leaves out, because they are too large or cannot be read. */
  readonly skipped = new Set<string>();
  /** Blob ids of the texts of the folder that are or may become pages. */
  private readonly texts = new Map<string, string>();
  private readonly planned: Set<string>;

  constructor(
    private readonly folder: Folder,
    private readonly identities: Identities,
  ) {
    this.planned = listedFiles(folder.pages);
  }

  /** Gives an id to everything that the folder lists. */
  async identifyAll(): Promise<void> {
    const { folder } = this;
    const special = new Set([...folder.includes, ...(folder.hasSummary ? [folder.config.summary] : [])]);
    for (const path of folder.content.paths()) {
      if (!isMarkdown(path) || special.has(path)) continue;
      this.texts.set(path, await readOid(folder.content, path));
    }
    for (const file of this.planned) this.identify(file);
    for (const path of folder.includes)
      this.includes.set(path, this.identities.claimInclude(folder.fullPath(path)));
    for (const path of folder.assets) this.fileOf(path);
  }

  /** The page that a text becomes because something refers to it; undefined for other files. */
  pageOf(path: string): PageFile | undefined {
    return this.pages.get(path) ?? (this.texts.has(path) ? this.identify(path) : undefined);
  }

  /** The hidden page that is planned for a text which is referred to and not listed; undefined where none is, or was already. */
  planHidden(path: string): PlannedPage | undefined {
    if (this.planned.has(path) || !this.pageOf(path)) return undefined;
    this.planned.add(path);
    return { type: 'document', file: path, slug: slugOf(path), hidden: true, children: [] };
  }

  /** Returns the reference for an address that leads to a file; undefined when the import makes nothing of the file. */
  refTo(path: string, anchor?: string): ContentRef | undefined {
    if (this.isAbsent(path)) return undefined;
    const reusableContent = this.includes.get(path)?.id;
    if (reusableContent !== undefined) return { kind: 'reusable-content', reusableContent };
    const page = this.pageOf(path)?.id;
    if (page !== undefined)
      return anchor === undefined ? { kind: 'page', page } : { kind: 'anchor', page, anchor };
    const isSummary = this.folder.hasSummary && path === this.folder.config.summary;
    return isSummary ? undefined : { kind: 'file', file: this.fileOf(path).id };
  }

  /** As `refTo`, but only for a file that already became a page or a file of the space. */
  knownRef(path: string, anchor?: string): ContentRef | undefined {
    return this.pages.has(path) || this.files.has(path) ? this.refTo(path, anchor) : undefined;
  }

  /** True for a file that the content will not contain, so that no link may lead there. */
  isAbsent(path: string): boolean {
    return this.skipped.has(path) && !this.isInSpace(path);
  }

  /** True if the space already has the page or reusable content of a file. */
  isInSpace(path: string): boolean {
    return this.pages.get(path)?.isInSpace ?? this.includes.get(path)?.before !== undefined;
  }

  /** Ids of the reusable contents that stay as they are, since their texts cannot be read. */
  keptIncludeIds(): string[] {
    return [...this.includes].flatMap(([path, { id }]) =>
      this.skipped.has(path) && this.isInSpace(path) ? id : [],
    );
  }

  /** Paths of the texts that became no page, except those in folders of tools, such as the templates in `.github`. */
  unlistedPaths(): string[] {
    const isUsed = (path: string): boolean => this.pages.has(path) || this.files.has(path);
    return [...this.texts.keys()]
      .filter((path) => !isUsed(path) && !/(^|\/)\./.test(path))
      .map((path) => this.folder.fullPath(path));
  }

  /** The path in the whole folder of everything that became content, by id. */
  places(): Places {
    const all = [...this.pages, ...this.includes, ...this.files];
    return Object.fromEntries(all.map(([path, { id }]) => [id, this.folder.fullPath(path)]));
  }

  private identify(file: string): PageFile {
    const oid = this.texts.get(file) as string;
    const path = this.folder.fullPath(file);
    const { id, before } = this.identities.claimPage(path, oid);
    const isKnown = isUnchanged(before, oid);
    const isKept = isKnown && this.identities.adopted.has(id);
    const same = before && this.identities.isSame(path, oid, id) ? { same: before } : {};
    const page = { oid, id, ...same, isInSpace: before !== undefined, isKnown, isKept };
    this.pages.set(file, page);
    return page;
  }

  /** The file of the space that a file of the folder becomes. */
  fileOf(path: string): { id: string; before?: FileRecord } {
    let file = this.files.get(path);
    if (!file) {
      file = this.identities.claimFile(this.folder.fullPath(path));
      this.files.set(path, file);
    }
    return file;
  }
}
