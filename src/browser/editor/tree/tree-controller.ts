import { emojiOf, TreeIcons } from './tree-icons.js';
import { type DropPlace, pathTo, type Step, stepOf } from '../../tree/moves.js';
import {
  droppedPlace,
  matchingRows,
  steppedPlace,
  type TreePage,
  type TreeRow,
  visibleRows,
} from './tree-model.js';
import { pageOfRow, type RowAction, type RowHandlers, rowId } from './tree-row.js';
import type { TreeStore } from './tree-store.js';

export interface TreeControllerOptions {
  store: TreeStore;
  /** Id of the page that is edited. */
  current: string;
  /** Opens another page in the editor. */
  onOpen: (page: string) => void;
  onSettings: (page: string) => void;
  onError: (error: unknown) => void;
  /** Something that the tree shows has changed. */
  onDraw: () => void;
}

/** The state of the tree, and what a person does with it. */
export class TreeController implements RowHandlers {
  rows: TreeRow[] = [];
  /** Id of the page whose title is a field. */
  renamed: string | null = null;
  /** The page that was deleted last, which can come back. */
  deleted: { title: string; restore: () => Promise<void> } | null = null;
  /** The words that titles of shown pages have; empty for the whole tree. */
  filter = '';
  /** True while the form for a new link is open. */
  isAddingLink = false;
  private pages: TreePage[] = [];
  private readonly unfolded = new Set<string>();
  private focused: string;
  /** Id of the page that is dragged. */
  private dragged: string | null = null;
  private lastChange = Promise.resolve();
  private readonly icons = new TreeIcons(
    (names) => this.options.store.icons(names),
    () => this.draw(),
  );

  constructor(private readonly options: TreeControllerOptions) {
    this.focused = options.current;
  }

  load(): Promise<void> {
    return this.change(async () => {
      const { store, current } = this.options;
      const pages = await store.list();
      for (const id of [...(pathTo(pages, current) ?? []), current]) this.unfolded.add(id);
    });
  }

  /** Reads the pages anew, after something else has changed them. */
  reload(): Promise<void> {
    return this.change(() => Promise.resolve());
  }

  filterBy(text: string): void {
    this.filter = text;
    this.draw();
  }

  showLinkForm(isShown: boolean): void {
    this.isAddingLink = isShown;
    this.draw();
  }

  addLink(title: string, url: string): void {
    this.isAddingLink = false;
    void this.change(() => this.options.store.addLink(title, url));
  }

  isFocusable({ page }: TreeRow, at: number): boolean {
    return page.id === this.focused || (at === 0 && !this.rowOf(this.focused));
  }

  /**
   * Indexes of the rows that stay in the document wherever the tree is scrolled: without them, focus, field or drag would end.
   * -1 stands for one that the tree does not show.
   */
  keptRows(): number[] {
    const kept = new Set([this.focused, this.renamed, this.dragged, focusedPage()]);
    return [...kept].map((id) => this.rows.findIndex(({ page }) => page.id === id));
  }

  /** Notes that a row, or something in it, has got the focus. */
  noteFocus(page: string | null): void {
    if (page !== null) this.focused = page;
  }

  /** Notes that a drag begins at a row, or ends with null. */
  noteDrag(page: string | null): void {
    this.dragged = page;
  }

  /** SVG of the icon before a title; empty without one, or where an emoji takes its place. */
  iconOf({ icon, emoji = '' }: TreePage): string {
    return icon === undefined || emojiOf(emoji) !== '' ? '' : this.icons.svgOf(icon);
  }

  open(page: string): void {
    if (this.rowOf(page)?.page.type === 'document') this.options.onOpen(page);
  }

  toggle(page: string): void {
    this.fold(page, this.unfolded.has(page));
  }

  add(type: 'document' | 'group', into: string | null): void {
    void this.change(async () => {
      const id = await this.options.store.add(type, into);
      if (into !== null) this.unfolded.add(into);
      if (type === 'group') this.renamed = id;
      else this.options.onOpen(id);
    });
  }

  rename(page: string, title: string | null): void {
    this.renamed = null;
    if (title === null || title === this.rowOf(page)?.page.title) return this.draw();
    void this.change(() => this.options.store.rename(page, title));
  }

  act(id: string, action: RowAction): void {
    const page = this.rowOf(id)?.page;
    if (!page) return;
    if (action === 'add') return this.add('document', page.id);
    if (action === 'duplicate') return void this.change(() => this.options.store.duplicate(page.id));
    if (action === 'hide')
      return void this.change(() => this.options.store.hide(page.id, page.hidden !== true));
    if (action === 'settings') return this.options.onSettings(page.id);
    if (action === 'rename') {
      this.renamed = page.id;
      return this.draw();
    }
    void this.change(async () => {
      this.deleted = { title: page.title, restore: await this.options.store.remove(page.id) };
    });
  }

  undo(): void {
    const { deleted } = this;
    this.deleted = null;
    if (deleted) void this.change(deleted.restore);
  }

  drop(dragged: string, page: string, where: DropPlace): void {
    this.dragged = null;
    const moved = findPage(this.pages, dragged);
    const row = this.rowOf(page);
    const place = moved && row && droppedPlace(moved, row, where);
    if (place) void this.change(() => this.options.store.move(dragged, place));
  }

  handleKey(event: KeyboardEvent, page: string): void {
    const at = this.rows.findIndex((row) => row.page.id === page);
    const row = this.rows[at];
    if (this.renamed !== null || !row) return;
    const step = stepOf(event);
    if (step) this.step(row, step);
    else if (!this.handlePlainKey(event.key, row, at)) return;
    event.preventDefault();
  }

  private handlePlainKey(key: string, row: TreeRow, at: number): boolean {
    const isFoldable = row.isOpen && row.page.type !== 'group';
    if (key === 'ArrowDown') this.focus(this.rows[at + 1]);
    else if (key === 'ArrowUp') this.focus(this.rows[at - 1]);
    else if (key === 'Home') this.focus(this.rows[0]);
    else if (key === 'End') this.focus(this.rows.at(-1));
    else if (key === 'ArrowRight') this.fold(row.page.id, false);
    else if (key === 'ArrowLeft' && isFoldable) this.fold(row.page.id, true);
    else if (key === 'ArrowLeft') this.focus(this.rows.find(({ page }) => page === row.parent));
    else if (key === 'Enter') this.open(row.page.id);
    else if (key === 'F2') this.act(row.page.id, 'rename');
    else if (key === 'Delete') this.act(row.page.id, 'delete');
    else return false;
    return true;
  }

  private fold(page: string, isFolded: boolean): void {
    if (isFolded) this.unfolded.delete(page);
    else this.unfolded.add(page);
    this.draw();
  }

  private rowOf(page: string): TreeRow | undefined {
    return this.rows.find((row) => row.page.id === page);
  }

  private step({ page: { id } }: TreeRow, step: Step): void {
    void this.change(async () => {
      // The row where the step before has left it.
      const row = this.rowOf(id);
      const place = row && steppedPlace(this.rows, row, step);
      if (!place) return;
      if (place.into !== null) this.unfolded.add(place.into);
      await this.options.store.move(id, place);
    });
  }

  private focus(row: TreeRow | undefined): void {
    if (!row) return;
    this.focused = row.page.id;
    this.draw();
    document.getElementById(rowId(row.page.id))?.focus();
  }

  /** Changes wait for each other, so that each of them sees the pages that the one before has left. */
  private change(work: () => Promise<unknown>): Promise<void> {
    this.lastChange = this.lastChange.then(() => this.run(work));
    return this.lastChange;
  }

  private async run(work: () => Promise<unknown>): Promise<void> {
    try {
      await work();
      this.pages = await this.options.store.list();
    } catch (error) {
      this.options.onError(error);
    }
    // The field of a title that is being written stays as it is; what has changed beside it shows afterwards.
    if (this.renamed === null || !this.rowOf(this.renamed)) this.draw();
  }

  private draw(): void {
    const shown = this.rows;
    const words = this.filter.toLocaleLowerCase().split(/\s+/).filter(Boolean);
    this.rows = words.length > 0 ? matchingRows(this.pages, words) : visibleRows(this.pages, this.unfolded);
    const focused = focusedPage();
    const at = shown.findIndex(({ page }) => page.id === focused);
    this.options.onDraw();
    // A row that is moved in the document loses the focus, and one that is deleted passes it on.
    if (at < 0 || document.activeElement !== document.body) return;
    const row = this.rowOf(shown[at]!.page.id) ?? this.rows[Math.min(at, this.rows.length - 1)];
    this.focus(row);
  }
}

/** Id of the page whose row, or a part of it, has the focus; null outside of rows. */
function focusedPage(): string | null {
  return pageOfRow(document.activeElement);
}

function findPage(pages: readonly TreePage[], id: string): TreePage | null {
  for (const page of pages) {
    const found = page.id === id ? page : findPage(page.pages ?? [], id);
    if (found) return found;
  }
  return null;
}
