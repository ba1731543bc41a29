/** Share of a row's height at each end that means beside the row, where the middle means into the collection. */
const EDGE = 0.3;

interface Drop {
  element: HTMLElement;
  kind: 'before' | 'after' | 'into';
}

const form = document.querySelector<HTMLFormElement>('form[data-drag]');
const list = document.querySelector<HTMLElement>('[data-contents]');
if (form && list) start(form, list);

/** Lets rows be dragged: the form of the page says where one was dropped, so that the server decides as for any other form. */
function start(form: HTMLFormElement, list: HTMLElement): void {
  const help = document.querySelector<HTMLElement>('[data-drag-help]');
  if (help && list.querySelector('[draggable=true]')) help.hidden = false;
  let dragged: HTMLElement | null = null;
  let drop: Drop | null = null;
  const mark = (next: Drop | null): void => {
    if (drop) delete drop.element.dataset['drop'];
    drop = next;
    if (drop) drop.element.dataset['drop'] = drop.kind;
  };
  list.addEventListener('dragstart', (event) => {
    dragged = (event.target as HTMLElement).closest<HTMLElement>('[data-item]');
    if (!dragged || !event.dataTransfer) return;
    event.dataTransfer.effectAllowed = 'move';
    event.dataTransfer.setData('text/plain', dragged.dataset['item'] ?? '');
    dragged.dataset['dragged'] = '';
  });
  document.addEventListener('dragover', (event) => {
    if (!dragged) return;
    mark(dropOf(event, dragged));
    if (drop) event.preventDefault();
  });
  document.addEventListener('drop', (event) => {
    if (!dragged || !drop) return;
    event.preventDefault();
    send(form, list, dragged, drop);
  });
  document.addEventListener('dragend', () => {
    if (dragged) delete dragged.dataset['dragged'];
    dragged = null;
    mark(null);
  });
}

/** The place that the pointer means; null where nothing can be dropped. */
function dropOf(event: DragEvent, dragged: HTMLElement): Drop | null {
  const target = event.target as HTMLElement;
  const row = target.closest<HTMLElement>('[data-item]');
  if (row === dragged) return null;
  if (!row) {
    const place = target.closest<HTMLElement>('[data-into]');
    return place && { element: place, kind: 'into' };
  }
  const { top, height } = row.getBoundingClientRect();
  const at = (event.clientY - top) / height;
  const mayEnter = row.dataset['into'] !== undefined;
  const isOrdered = row.dataset['ordered'] !== undefined;
  if (mayEnter && (!isOrdered || (at > EDGE && at < 1 - EDGE))) return { element: row, kind: 'into' };
  return isOrdered ? { element: row, kind: at < 0.5 ? 'before' : 'after' } : null;
}

function send(form: HTMLFormElement, list: HTMLElement, dragged: HTMLElement, { element, kind }: Drop): void {
  put(form, 'item', dragged.dataset['item'] ?? '');
  if (kind === 'into') put(form, 'parent', element.dataset['into'] ?? '');
  else {
    // A row of the top level may lie in a collection that the member does not see.
    put(form, 'parent', list.dataset['level'] ?? '');
    put(form, kind, element.dataset['item'] ?? '');
  }
  form.requestSubmit();
}

function put(form: HTMLFormElement, name: string, value: string): void {
  const field = form.elements.namedItem(name) as HTMLInputElement;
  field.disabled = false;
  field.value = value;
}
