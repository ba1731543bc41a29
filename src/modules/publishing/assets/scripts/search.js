// Opens the dialog that searches the site; the dialog is loaded on its first use.
import { onClick } from './dom.js';

const linkOf = () => document.querySelector('[data-search]');
let dialog;
/** Text typed since the reader opened the dialog; undefined while no dialog is loading. */
let early;

function load() {
  dialog ??= import('./search-dialog.js');
  return dialog;
}

async function open() {
  const link = linkOf();
  if (!link || early !== undefined) return;
  early = '';
  try {
    await (await load()).open(link, () => early);
  } catch {
    location.assign(link.href);
  } finally {
    early = undefined;
  }
}

/** Keeps the keys that a reader types before the dialog has loaded. */
function typeEarly(event) {
  if (early === undefined || event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
  if (event.key === 'Backspace') early = early.slice(0, -1);
  else if (event.key.length === 1) early += event.key;
  else return;
  event.preventDefault();
}

/** The field that the event is in, if any: a key in a field is text and not the shortcut of the search. */
const isTyping = (target) =>
  target instanceof Element && target.closest('input, textarea, select, [contenteditable]');

export function listen() {
  onClick('[data-search]', (_, event) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    void open();
  });
  document.addEventListener('pointerover', (event) => {
    if (event.target instanceof Element && event.target.closest('[data-search]')) void load();
  });
  addEventListener('keydown', typeEarly);
  addEventListener('keydown', (event) => {
    if (early !== undefined) return;
    const isShortcut =
      event.key.toLowerCase() === 'k' && (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey;
    const isSlash =
      event.key === '/' && !event.ctrlKey && !event.metaKey && !event.altKey && !isTyping(event.target);
    if ((!isShortcut && !isSlash) || !linkOf() || document.querySelector('dialog[open]')) return;
    event.preventDefault();
    void open();
  });
}

/** Shows the shortcut of the reader's system. */
export function refresh() {
  const keys = linkOf()?.querySelector('kbd');
  if (keys && /Mac|iPhone|iPad/.test(navigator.platform)) keys.dataset.keys = '⌘ K';
}
