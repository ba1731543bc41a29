import { render } from 'preact';
import { TreeController, type TreeControllerOptions } from './tree-controller.js';
import { LinkForm } from './link-form.js';
import { scrollToRow, TreeRows } from './tree-rows.js';

/** Puts a tree that the person can change in place of the one that the server has drawn. */
export function mountPageTree(options: Omit<TreeControllerOptions, 'onDraw'>): TreeController | null {
  const sidebar = document.querySelector('#bdy-sidebar .sidebar-inner');
  if (!sidebar) return null;
  const place = document.createElement('div');
  place.className = 'page-tree';
  const controller: TreeController = new TreeController({
    ...options,
    onDraw: () => {
      // The tree of the server stays until there is one to take its place.
      const isFirst = !place.isConnected;
      if (isFirst) {
        sidebar.querySelector(':scope > .tree')?.remove();
        sidebar.prepend(place);
      }
      render(<PageTree controller={controller} current={options.current} />, place);
      if (isFirst) scrollToRow(options.current);
    },
  });
  void controller.load();
  return controller;
}

function PageTree({ controller, current }: { controller: TreeController; current: string }) {
  const { rows, deleted } = controller;
  return (
    <>
      <input
        type="search"
        class="page-tree-filter"
        aria-label="Filter the pages"
        placeholder="Filter"
        value={controller.filter}
        onInput={({ currentTarget }) => controller.filterBy(currentTarget.value)}
      />
      {controller.filter.trim() !== '' && rows.length === 0 && <p role="status">No title has these words.</p>}
      <TreeRows controller={controller} current={current} />
      <NewRows controller={controller} />
      {deleted && (
        <p class="page-tree-undo" role="status">
          “{deleted.title}” was deleted.{' '}
          <button type="button" onClick={() => controller.undo()}>
            Undo
          </button>
        </p>
      )}
    </>
  );
}

function NewRows({ controller }: { controller: TreeController }) {
  return (
    <>
      <div class="page-tree-new">
        <button type="button" onClick={() => controller.add('document', null)}>
          + New page
        </button>
        <button type="button" onClick={() => controller.add('group', null)}>
          + Group
        </button>
        <button type="button" onClick={() => controller.showLinkForm(true)}>
          + Link
        </button>
      </div>
      {controller.isAddingLink && (
        <LinkForm
          onAdd={(title, url) => controller.addLink(title, url)}
          onCancel={() => controller.showLinkForm(false)}
        />
      )}
    </>
  );
}
