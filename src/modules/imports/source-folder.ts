import type { Folder } from '#modules/git/index.js';

/** What a source comes to: a folder in the Git format, and which item of the report each of its files belongs to. */
export interface SourceFolder {
  folder: Folder;
  /** Position in the report by path of the Markdown file. */
  items: ReadonlyMap<string, number>;
}
