import { type SelectedWords, selectedWords } from './selected-words.js';

/** A selection is settled when it has not changed for so long. */
const SETTLED = 200;

const button = document.createElement('button');
button.type = 'button';
button.className = 'button button-primary button-small review-pick';
button.textContent = 'Comment on these words';
button.hidden = true;
(document.querySelector('.app') ?? document.body).append(button);

let timer: ReturnType<typeof setTimeout> | undefined;
let isPressed = false;
let found: SelectedWords | null = null;

/** Shows the button below the selected words where there is a form for comments on their block. */
function show(): void {
  found = isPressed ? null : selectedWords();
  const form = found && formOf(found.block);
  button.hidden = !form;
  if (!found || !form) return;
  const { left, bottom } = found.place;
  const room = document.documentElement.clientWidth - button.offsetWidth - 8;
  button.style.left = `${Math.max(8, Math.min(left, room)) + scrollX}px`;
  button.style.top = `${bottom + 6 + scrollY}px`;
}

function formOf(block: HTMLElement): HTMLDetailsElement | null {
  return block.querySelector<HTMLDetailsElement>('.review-talk > .review-comment');
}

function fieldOf(form: HTMLElement, name: string): HTMLInputElement | null {
  return form.querySelector<HTMLInputElement>(`input[name="${name}"]`);
}

/** Opens the form of the block, with the words in its field. */
function pick({ block, exact, prefix, suffix }: SelectedWords): void {
  const form = formOf(block);
  if (!form) return;
  for (const [name, value] of Object.entries({
    quote: exact,
    'quote-prefix': prefix,
    'quote-suffix': suffix,
  })) {
    const field = fieldOf(form, name);
    if (field) field.value = value;
  }
  form.open = true;
  button.hidden = true;
  form.querySelector('textarea')?.focus();
}

document.addEventListener('selectionchange', () => {
  clearTimeout(timer);
  timer = setTimeout(show, SETTLED);
});
addEventListener('pointerdown', ({ target }) => {
  isPressed = target !== button;
});
for (const name of ['pointerup', 'pointercancel'])
  addEventListener(name, () => {
    isPressed = false;
    clearTimeout(timer);
    timer = setTimeout(show);
  });
addEventListener('resize', show);
button.addEventListener('pointerdown', (event) => event.preventDefault());
button.addEventListener('mousedown', (event) => event.preventDefault());
button.addEventListener('click', () => found && pick(found));
document.addEventListener('input', ({ target }) => {
  // Words that were typed have other neighbours than those that were selected.
  if (!(target instanceof HTMLInputElement) || target.name !== 'quote' || !target.form) return;
  for (const name of ['quote-prefix', 'quote-suffix']) {
    const field = fieldOf(target.form, name);
    if (field) field.value = '';
  }
});
