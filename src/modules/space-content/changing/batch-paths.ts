import { slugOf, uniqueSlug } from '#modules/content/index.js';
import { parsePageAsync } from '#modules/documents/index.js';
import type { BatchNames } from './batch-names.js';
import type { ContentChange, InsertPageChange } from './content-changes.dto.js';

/**
 * The changes of a batch, the ids of the pages that they insert by the index of the change, and the names that they
 * give each other.
 */
export interface BatchPages {
  changes: readonly ContentChange[];
  ids: ReadonlyMap<number, string>;
  names: BatchNames;
}

/** Path of a page of the base by its id; null when the base has no such page. */
type PathOf = (page: string) => Promise<string | null>;

/** The paths of the pages that a batch inserts, so that its texts can link to them by path before they exist. */
export class BatchPaths {
  private pages: Promise<{ ids: Map<string, string>; paths: Map<string, string> }> | undefined;

  constructor(
    private readonly batch: BatchPages,
    private readonly pathInBase: PathOf,
  ) {}

  /** Id of the page of the batch that gets this path. */
  async find(path: string): Promise<string | undefined> {
    return (await this.collected()).ids.get(path);
  }

  /** Path that the page of the batch gets. */
  async pathOf(page: string): Promise<string | undefined> {
    return (await this.collected()).paths.get(page);
  }

  /** Titles are parsed when they are first needed, because most batches have no links of this kind. */
  private collected() {
    return (this.pages ??= this.collect());
  }

  private async collect() {
    const ids = new Map<string, string>();
    const paths = new Map<string, string>();
    for (const [index, change] of this.batch.changes.entries()) {
      const id = this.batch.ids.get(index);
      if (change.operation !== 'insert_page' || change.type === 'link' || id === undefined) continue;
      const parent = change.into === undefined ? '' : await this.parentPath(change.into, index, paths);
      if (parent === null) continue;
      const below = (slug: string): string => (parent === '' ? slug : `${parent}/${slug}`);
      const wanted = slugOf(change.slug ?? change.title ?? (await titleOf(change)));
      const path = below(uniqueSlug(wanted, (slug) => ids.has(below(slug))));
      ids.set(path, id);
      paths.set(id, path);
    }
    return { ids, paths };
  }

  private async parentPath(
    into: string,
    index: number,
    paths: ReadonlyMap<string, string>,
  ): Promise<string | null> {
    const id = this.batch.names.pageId(into, `changes[${index}].into`);
    return paths.get(id) ?? (await this.pathInBase(id));
  }
}

/** The title of the text, for a page whose change has none. */
async function titleOf({ document }: InsertPageChange): Promise<string> {
  const meta = document?.markdown === undefined ? {} : (await parsePageAsync(document.markdown, {})).meta;
  return meta.title ?? 'Untitled';
}
