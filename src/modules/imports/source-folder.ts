import type { Folder } from '#modules/git/index.js';

/** The result of reading a source: a folder in the Git format, and the report item of each of its files. */
export interface SourceFolder {
  folder: Folder;
  /** Position in the report by path of the Markdown file. */
  items: ReadonlyMap<string, number>;
}
