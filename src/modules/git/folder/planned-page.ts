/** A page as the folder's structure wants it; its text is read later. */
export interface PlannedPage {
  type: 'document' | 'group' | 'link';
  /** From the summary; a document without one takes it from its file. */
  title?: string;
  /** Path of the Markdown file below the content root; absent for groups and links. */
  file?: string;
  /** Where a link leads. */
  url?: string;
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
