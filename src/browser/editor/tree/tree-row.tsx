import { Component } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { type DropPlace, dropPlace } from '../../tree/moves.js';
import { emojiOf } from './tree-icons.js';
import type { TreePage, TreeRow } from './tree-model.js';

export type RowAction = 'rename' | 'settings' | 'add' | 'duplicate' | 'hide' | 'delete';

export interface RowProps {
  row: TreeRow;
  isCurrent: boolean;
  isFocusable: boolean;
  isRenamed: boolean;
  /** SVG of its icon, as the server has drawn it; empty without one. */
  icon: string;
  on: RowHandlers;
}

/** The actions of a person on a row, told by the id of its page: a row that looks the same is not drawn again. */
export interface RowHandlers {
  handleKey: (event: KeyboardEvent, page: string) => void;
  open: (page: string) => void;
  toggle: (page: string) => void;
  rename: (page: string, title: string | null) => void;
  act: (page: string, action: RowAction) => void;
  drop: (dragged: string, page: string, where: DropPlace) => void;
}

/** The id of the element of a page's row. */
export function rowId(page: string): string {
  return `tree-${page}`;
}

/** Id of the page whose row is, or has, the element; null for an element beside the rows. */
export function pageOfRow(element: EventTarget | null): string | null {
  const row = (element as Element | null)?.closest('.page-tree-row');
  return row ? row.id.slice(rowId('').length) : null;
}

/** A page in the tree. Only rows that have changed are drawn again. */
export class Row extends Component<RowProps> {
  override shouldComponentUpdate(next: RowProps): boolean {
    return lookOf(this.props) !== lookOf(next);
  }

  override render() {
    return <DrawnRow {...this.props} />;
  }
}

/** All that a row shows. */
function lookOf({ row, isCurrent, isFocusable, isRenamed, icon }: RowProps): string {
  const { level, isOpen, position, shownSiblings } = row;
  const { title, type, emoji, hidden, pages = [] } = row.page;
  const states = [level, isOpen, isCurrent, isFocusable, isRenamed, hidden, type, pages.length > 0, emoji];
  return `${states.join(' ')} ${position} ${shownSiblings} ${icon} ${title}`;
}

/** The row with its menu; its title becomes a field when the page is renamed. */
function DrawnRow(props: RowProps) {
  const { row, isCurrent, isFocusable, isRenamed, on } = props;
  const { page, level, isOpen } = row;
  const [over, setOver] = useState<DropPlace | null>(null);
  const hasChildren = (page.pages?.length ?? 0) > 0;
  return (
    <li
      id={rowId(page.id)}
      role="treeitem"
      aria-level={level}
      aria-posinset={row.position}
      aria-setsize={row.shownSiblings}
      aria-expanded={hasChildren ? isOpen : undefined}
      aria-selected={isCurrent}
      tabIndex={isFocusable ? 0 : -1}
      class={`page-tree-row is-${page.type}${over ? ` is-drop-${over}` : ''}${page.hidden ? ' is-hidden' : ''}`}
      style={`--level:${level - 1}`}
      draggable={!isRenamed}
      onKeyDown={(event) => on.handleKey(event, page.id)}
      onDragStart={(event) => event.dataTransfer?.setData('text/page', page.id)}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(dropPlace(event));
      }}
      onDragLeave={() => setOver(null)}
      onDrop={(event) => {
        event.preventDefault();
        setOver(null);
        on.drop(event.dataTransfer?.getData('text/page') ?? '', page.id, dropPlace(event));
      }}
    >
      <RowTitle {...props} />
      <RowMenu page={page} onAction={(action) => on.act(page.id, action)} />
    </li>
  );
}

function RowTitle({ row: { page, isOpen }, isRenamed, icon, on }: RowProps) {
  const hasChildren = (page.pages?.length ?? 0) > 0;
  return (
    <>
      <button
        type="button"
        class="page-tree-fold"
        tabIndex={-1}
        aria-hidden="true"
        hidden={!hasChildren || page.type === 'group'}
        onClick={() => on.toggle(page.id)}
      >
        {isOpen ? '▾' : '▸'}
      </button>
      {isRenamed ? (
        <NameField title={page.title} onRename={(title) => on.rename(page.id, title)} />
      ) : (
        <span
          class="page-tree-title"
          title={page.title}
          onClick={() => (page.type === 'document' ? on.open(page.id) : on.toggle(page.id))}
          onDblClick={() => on.act(page.id, 'rename')}
        >
          <Mark emoji={emojiOf(page.emoji ?? '')} icon={icon} />
          {page.title}
        </span>
      )}
    </>
  );
}

/** The emoji or icon before a title, as decoration: readers see the same. */
function Mark({ emoji, icon }: { emoji: string; icon: string }) {
  if (emoji !== '') return <span aria-hidden="true">{emoji} </span>;
  // The server has made the SVG.
  return icon === '' ? null : (
    <span class="page-tree-icon" aria-hidden="true" dangerouslySetInnerHTML={{ __html: icon }} />
  );
}

function NameField({ title, onRename }: { title: string; onRename: (title: string | null) => void }) {
  const field = useRef<HTMLInputElement>(null);
  const isDone = useRef(false);
  useLayoutEffect(() => {
    field.current?.focus();
    field.current?.select();
  }, []);
  const end = (written: string | null): void => {
    // A field that goes away loses the focus, which would end the writing a second time.
    if (isDone.current) return;
    isDone.current = true;
    onRename(written?.trim() || null);
  };
  return (
    <input
      ref={field}
      class="page-tree-name"
      aria-label="Title"
      defaultValue={title}
      maxLength={300}
      onKeyDown={(event) => {
        event.stopPropagation();
        if (event.key === 'Enter') end(event.currentTarget.value);
        if (event.key === 'Escape') end(null);
      }}
      onBlur={({ currentTarget }) => end(currentTarget.value)}
    />
  );
}

function RowMenu({ page, onAction }: { page: TreePage; onAction: (action: RowAction) => void }) {
  return (
    <select
      class="page-tree-menu"
      aria-label={`Actions for ${page.title}`}
      tabIndex={-1}
      value=""
      onChange={({ currentTarget }) => {
        const action = currentTarget.value as RowAction;
        currentTarget.value = '';
        onAction(action);
      }}
    >
      <option value="">⋯</option>
      <option value="rename">Rename</option>
      <option value="settings">Settings</option>
      {page.type !== 'link' && <option value="add">New page inside</option>}
      {page.type === 'document' && <option value="duplicate">Duplicate</option>}
      <option value="hide">{page.hidden ? 'Show to readers' : 'Hide from readers'}</option>
      <option value="delete">Delete</option>
    </select>
  );
}
