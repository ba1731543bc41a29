import { posix } from 'node:path';
import type { PageNode } from '#modules/content/index.js';
import type { PlannedPage } from '../folder/planned-page.js';

/** With more new and gone paths, all texts are read. */
const MAX_NAMES = 100;

/**
 * Tells which texts of a folder need not be read, because the space has them already: their bytes are the same, the summary says the same
 * of them, and no link of theirs can have begun or ended to lead somewhere.
 */
export class UnreadTexts {
  private readonly names: readonly string[] | null;

  /** @param differing paths that are new or gone since the texts were read; null when none were. */
  constructor(differing: readonly string[] | null) {
    const names = differing === null ? null : [...new Set(differing.flatMap(namesOf))];
    this.names = names === null || names.length > MAX_NAMES ? null : names;
  }

  /** @param same page that was made from the same bytes. */
  async mayStay(
    same: PageNode,
    planned: PlannedPage,
    read: () => Promise<{ text: string }>,
  ): Promise<boolean> {
    const { names } = this;
    if (names === null || !isPlannedAs(same, planned)) return false;
    if (names.length === 0) return true;
    const text = unescaped((await read()).text);
    return !names.some((name) => text.includes(name));
  }
}

function isPlannedAs(page: PageNode, { title, linkTitle, hidden = false }: PlannedPage): boolean {
  return (
    (title === undefined || title === page.title) &&
    linkTitle === page.linkTitle &&
    (hidden || page.hidden !== true)
  );
}

/** Names that a link to a file has in it: its own, or that of its folder. */
function namesOf(path: string): string[] {
  const { name, dir } = posix.parse(path);
  const folder = posix.basename(dir);
  const isReadme = /^(readme|index)$/i.test(name);
  return (isReadme && folder !== '' ? [name, folder] : [name]).map((part) => part.toLowerCase());
}

function unescaped(text: string): string {
  const lower = text.toLowerCase().replaceAll('\\', '');
  return lower.replace(/(%[0-9a-f]{2})+/g, (signs) => {
    try {
      return decodeURIComponent(signs);
    } catch {
      return signs;
    }
  });
}
