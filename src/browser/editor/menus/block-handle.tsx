import { NodeSelection, Plugin, TextSelection } from 'prosemirror-state';
import type { EditorView } from 'prosemirror-view';
import { schema } from '../document/index.js';
import { blockAround, enclosingBlock, type PlacedBlock } from '../editing/commands.js';
import type { PageContext } from '../page-context.js';
import { openBlockMenu } from './block-menu.js';
import { openInlineForm } from './inline-form.js';
import { Popup } from './popup.js';

/** The handle beside the block under the pointer: drag it to move the block, press it for what can be done with it. */
export function blockHandle(context: PageContext): Plugin {
  const handle = document.createElement('div');
  handle.className = 'block-handle';
  handle.hidden = true;
  handle.innerHTML =
    '<button type="button" class="block-add" aria-label="Add a block below" title="Add a block below">+</button>' +
    '<button type="button" class="block-grip" draggable="true" aria-label="Block menu" title="Drag to move, press for more">⠿</button>';
  const popup = new Popup('block-menu');
  let block: PlacedBlock | null = null;
  return new Plugin({
    view(view) {
      view.dom.parentElement!.append(handle);
      view.dom.parentElement!.classList.add('editor-surface');
      const [add, grip] = handle.querySelectorAll('button');
      add!.addEventListener('click', () => block && addBelow(view, block));
      grip!.addEventListener('click', () => block && openBlockMenu(view, popup, block.at, context));
      grip!.addEventListener('dragstart', (event) => block && startDrag(view, block, event));
      return { update: () => (handle.hidden = true), destroy: () => handle.remove() };
    },
    props: {
      handleDOMEvents: {
        mousemove(view, event) {
          if (event.buttons === 0) block = place(view, handle, event) ?? block;
          return false;
        },
        touchstart(view, event) {
          const touch = event.touches[0];
          if (touch) block = place(view, handle, touch) ?? block;
          return false;
        },
      },
      handleKeyDown(view, event) {
        const { selection } = view.state;
        const isPiece = selection instanceof NodeSelection && selection.node.isInline;
        if (isPiece && event.key === 'Enter') return openInlineForm(view, context, selection.from);
        const isOpening = (event.ctrlKey || event.metaKey) && event.key === '/';
        const found = isOpening ? blockAround(view.state) : null;
        if (!found) return false;
        openBlockMenu(view, popup, found.at, context);
        return true;
      },
    },
  });
}

function place(
  view: EditorView,
  handle: HTMLElement,
  { clientX, clientY }: { clientX: number; clientY: number },
): PlacedBlock | null {
  const text = view.dom.getBoundingClientRect();
  const at = view.posAtCoords({ left: Math.max(clientX, text.left + 8), top: clientY });
  if (!at) return null;
  const $at = view.state.doc.resolve(at.inside >= 0 ? at.inside : at.pos);
  const inside = at.inside >= 0 ? view.state.doc.nodeAt(at.inside) : null;
  const found =
    inside?.type.isInGroup('block') === true
      ? { node: inside, at: at.inside, parent: $at.parent, index: $at.index() }
      : enclosingBlock($at);
  const element = found && view.nodeDOM(found.at);
  if (!found || !(element instanceof HTMLElement)) return null;
  const surface = view.dom.parentElement!.getBoundingClientRect();
  const box = element.getBoundingClientRect();
  handle.hidden = false;
  handle.style.top = `${box.top - surface.top}px`;
  handle.style.left = `${box.left - surface.left}px`;
  return found;
}

function addBelow(view: EditorView, { at, node }: PlacedBlock): void {
  const position = at + node.nodeSize;
  const isItem = node.type.name === 'list_item';
  const paragraph = schema.nodes['paragraph']!.create();
  const tr = view.state.tr.insert(
    position,
    isItem ? node.type.create({ data: uncheckedOf(node) }, paragraph) : paragraph,
  );
  tr.setSelection(TextSelection.near(tr.doc.resolve(position + 1)));
  view.dispatch(isItem ? tr : tr.insertText('/'));
  view.focus();
}

function uncheckedOf(item: PlacedBlock['node']): object {
  return 'checked' in (item.attrs['data'] as object) ? { checked: false } : {};
}

function startDrag(view: EditorView, { at }: PlacedBlock, event: DragEvent): void {
  const selection = NodeSelection.create(view.state.doc, at);
  view.dispatch(view.state.tr.setSelection(selection));
  const slice = selection.content();
  const { dom, text } = view.serializeForClipboard(slice);
  event.dataTransfer?.clearData();
  event.dataTransfer?.setData('text/html', dom.innerHTML);
  event.dataTransfer?.setData('text/plain', text);
  const element = view.nodeDOM(at);
  if (element instanceof HTMLElement) event.dataTransfer?.setDragImage(element, 0, 0);
  view.dragging = { slice, move: true };
}
