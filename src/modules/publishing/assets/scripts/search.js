// Opens the dialog that searches the site; it is loaded when it is wanted.
import { onClick } from './dom.js';

const linkOf = () => document.querySelector('[data-search]');
let dialog;
/** Text typed since somebody asked for the dialog; undefined while nobody waits for it. */
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

/** Keeps the keys of readers who type before the dialog has arrived. */
function typeEarly(event) {
  if (early === undefined || event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
  if (event.key === 'Backspace') early = early.slice(0, -1);
  else if (event.key.length === 1) early += event.key;
  else return;
  event.preventDefault();
}

/** Somebody who types is not looking for the search. */
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

/** Each system has its key. */
export function refresh() {
  const keys = linkOf()?.querySelector('kbd');
  if (keys && /Mac|iPhone|iPad/.test(navigator.platform)) keys.dataset.keys = '⌘ K';
}
