/** A page as the folder's structure wants it; its text is read later. */
export interface PlannedPage {
  type: 'document' | 'group' | 'link' | 'computed';
  /** From the summary; a document without one takes it from its file. */
  title?: string;
  /** Shown in the navigation in place of the title. */
  linkTitle?: string;
  /** Path of the Markdown file below the content root; absent for groups and links. */
  file?: string;
  /** Folder of a page that represents a folder without a page. */
  folder?: string;
  /** Target of a link: an address, or with `#` a file that is listed elsewhere. */
  url?: string;
  /** File of the page that a link leads to. */
  target?: string;
  /** Source of a page of type `computed`, and the line that declares it. */
  source?: { value: unknown; line: number };
  slug?: string;
  hidden?: boolean;
  children: PlannedPage[];
}

/** The slug that the format gives to a file: its name, or the folder's for a README. */
export function slugOf(file: string): string {
  const parts = file.replace(/\.(md|markdown)$/i, '').split('/');
  const name = parts.pop() ?? '';
  return /^(readme|index)$/i.test(name) && parts.length > 0 ? (parts.pop() ?? name) : name;
}

export function isMarkdown(path: string): boolean {
  return /\.(md|markdown)$/i.test(path);
}
