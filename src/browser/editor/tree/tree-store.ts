import { api } from '../../api.js';
import type { PageContext } from '../page-context.js';
import { contentPath } from '../saving/page-source.js';
import type { TreePlace } from '../../tree/moves.js';
import type { TreePage } from './tree-model.js';

interface Answer {
  revision: string;
  changes: { page?: { id: string } }[];
}

interface Icon {
  name: string;
  aliases: string[];
  svg: string;
}

/** Reads and changes the pages of the content that is edited. */
export class TreeStore {
  constructor(private readonly context: PageContext) {}

  /** @throws ApiError, Unreachable */
  async list(): Promise<TreePage[]> {
    return (await api<{ pages: TreePage[] }>(`${this.context.contentPath}/pages`)).pages;
  }

  /** SVG of the icons with the names, as readers see them; names that no icon has are left out. @throws ApiError, Unreachable */
  async icons(names: readonly string[]): Promise<Map<string, string>> {
    const query = { names: names.join(','), limit: names.length };
    const { items } = await api<{ items: Icon[] }>('/icons', { query });
    const known = items.flatMap(({ name, aliases, svg }) =>
      [name, ...aliases].map((one) => [one, svg] as const),
    );
    const drawn = new Map(known);
    return new Map(
      names.flatMap((name) => {
        const svg = drawn.get(name.toLowerCase().replace(/^fa-/, ''));
        return svg === undefined ? [] : [[name, svg]];
      }),
    );
  }

  /** Adds a page or a group, and answers its id. @throws ApiError, Unreachable */
  async add(type: 'document' | 'group', into: string | null): Promise<string> {
    const title = type === 'group' ? 'New group' : 'Untitled';
    const text = type === 'document' ? { document: { markdown: '' } } : {};
    const change = { operation: 'insert_page', type, title, ...(into === null ? {} : { into }), ...text };
    return (await this.change(change)).changes[0]!.page!.id;
  }

  /** Adds a link to an address at the end of the top. @throws ApiError, Unreachable */
  async addLink(title: string, url: string): Promise<void> {
    await this.change({ operation: 'insert_page', type: 'link', title, target: { kind: 'url', url } });
  }

  /** Sets fields of a page; others stay. @throws ApiError, Unreachable */
  async update(page: string, fields: Record<string, unknown>): Promise<void> {
    await this.change({ ...fields, operation: 'update_page', page });
  }

  async rename(page: string, title: string): Promise<void> {
    await this.update(page, { title });
  }

  async move(page: string, { into, at }: TreePlace): Promise<void> {
    await this.update(page, { into, at });
  }

  /** Copies a page with its subpages, to the place after it. */
  async duplicate(page: string): Promise<void> {
    await this.change({ operation: 'duplicate_page', page });
  }

  async hide(page: string, hidden: boolean): Promise<void> {
    await this.update(page, { hidden });
  }

  /** Deletes a page with its subpages. The answer brings them back. @throws ApiError, Unreachable */
  async remove(page: string): Promise<() => Promise<void>> {
    const place = await this.context.writablePlace();
    const path = place.changeRequest === null ? '' : `/change-requests/${place.changeRequest}`;
    const { revision } = await api<{ revision: string }>(`/spaces/${place.space}${path}`);
    await this.change({ operation: 'delete_page', page });
    return async () => {
      await this.change({ operation: 'revert_page', page, revision });
    };
  }

  private async change(change: object): Promise<Answer> {
    const place = await this.context.writablePlace();
    return api<Answer>(contentPath(place), {
      method: 'POST',
      query: { compat: false },
      body: { changes: [change] },
    });
  }
}
