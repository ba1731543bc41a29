import {
  dropPlace,
  placeAfterDrop,
  placeAfterStep,
  type PlacedNode,
  type Step,
  stepOf,
  type TreePlace,
} from '../tree/moves.js';
import { holder, nodesIn, placed, type StructureNode } from './structure-tree.js';

type Row = PlacedNode<StructureNode>;

const root = document.querySelector<HTMLElement>('[data-structure]');
if (root) start(root);

/** Makes the rows movable: each move fills the form of the page and sends it, so that the server decides and shows what became of it. */
function start(root: HTMLElement): void {
  const tree = nodesIn(root.querySelector('.structure-list'));
  const rows = placed(tree);
  const form = root.querySelector<HTMLFormElement>('.structure-drop');
  if (!form) return;
  const canHold = holder(root.dataset['hasSections'] !== undefined);
  const move = (node: StructureNode, place: TreePlace | null): void => {
    if (place) send(form, node, place, siblingsIn(tree, rows, place.into));
  };
  let dragged: StructureNode | null = null;
  for (const row of rows) {
    const { element } = row.page;
    const line = element.querySelector<HTMLElement>(':scope > .structure-row')!;
    line.draggable = true;
    line.addEventListener('dragstart', (event) => {
      dragged = row.page;
      event.dataTransfer?.setData('text/plain', row.page.item);
    });
    line.addEventListener('dragend', () => (dragged = null));
    const placeOf = (event: DragEvent) =>
      dragged && placeAfterDrop(dragged, row, dropPlace(event, line), canHold);
    line.addEventListener('dragover', (event) => {
      const isPossible = placeOf(event) !== null;
      // Without this, browsers drop nothing here.
      if (isPossible) event.preventDefault();
      line.dataset['drop'] = isPossible ? dropPlace(event, line) : '';
    });
    line.addEventListener('dragleave', () => delete line.dataset['drop']);
    line.addEventListener('drop', (event) => {
      event.preventDefault();
      delete line.dataset['drop'];
      if (dragged) move(dragged, placeOf(event));
    });
    const handle = line.querySelector<HTMLElement>('.structure-handle');
    if (!handle) continue;
    handle.hidden = false;
    handle.addEventListener('keydown', (event) => {
      const step = stepOf(event);
      if (!step) return;
      event.preventDefault();
      move(row.page, placeAfterStep(rows, row, step, canHold) ?? besideParent(rows, row, step, canHold));
    });
  }
  for (const help of root.querySelectorAll<HTMLElement>('[data-structure-help]')) help.hidden = false;
  focusMoved();
}

/** The focus goes to the row that the address names: the one that was moved or added. */
function focusMoved(): void {
  const handle = document
    .getElementById(location.hash.slice(1))
    ?.querySelector<HTMLElement>('.structure-handle');
  if (!handle) return;
  // Until the page is loaded, browsers take the focus away when they scroll to the row.
  if (document.readyState === 'complete') handle.focus();
  else addEventListener('load', () => setTimeout(() => handle.focus()));
}

/** Past the end of its place, a step leads into the next place of the same kind: from section to section. */
function besideParent(
  rows: readonly Row[],
  { page, parent }: Row,
  step: Step,
  canHold: (parent: StructureNode | null, node: StructureNode) => boolean,
): TreePlace | null {
  if (step !== 'up' && step !== 'down') return null;
  const places = rows.map((row) => row.page).filter((one) => one.type === parent?.type && canHold(one, page));
  const at = places.findIndex(({ id }) => id === parent?.id);
  const next = places[step === 'up' ? at - 1 : at + 1];
  return next && at >= 0 ? { into: next.id, at: step === 'up' ? next.pages.length : 0 } : null;
}

function siblingsIn(
  tree: readonly StructureNode[],
  rows: readonly Row[],
  into: string | null,
): readonly StructureNode[] {
  return into === null ? tree : (rows.find(({ page }) => page.id === into)?.page.pages ?? []);
}

/** Names the neighbour rather than an index, so that what others move meanwhile changes nothing. */
function send(
  form: HTMLFormElement,
  { item, place, id }: StructureNode,
  { into, at }: TreePlace,
  siblings: readonly StructureNode[],
): void {
  const others = siblings.filter((one) => one.id !== id);
  const before = others[at]?.item ?? '';
  const after = before === '' ? (others[at - 1]?.item ?? '') : '';
  const fields = { item, place, into: into ?? '', before, after };
  for (const [name, value] of Object.entries(fields))
    (form.elements.namedItem(name) as HTMLInputElement).value = value;
  form.requestSubmit(form.querySelector('button'));
}
