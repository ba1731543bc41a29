// Small menus, and annotations beside their words.
import { all, root } from './dom.js';

function close(except) {
  for (const popup of all('details[data-popup][open]')) if (popup !== except) popup.open = false;
  for (const popup of all('.note-popup')) popup.remove();
}

function showNote(link, body) {
  const popup = document.createElement('div');
  popup.className = 'note-popup content';
  popup.setAttribute('role', 'note');
  popup.tabIndex = -1;
  popup.append(...[...body.childNodes].map((node) => node.cloneNode(true)));
  document.body.append(popup);
  const at = link.getBoundingClientRect();
  const left = Math.max(16, Math.min(at.left, root.clientWidth - popup.offsetWidth - 16));
  popup.style.left = `${left + scrollX}px`;
  popup.style.top = `${at.bottom + scrollY + 6}px`;
  popup.focus({ preventScroll: true });
  popup.addEventListener('keydown', (event) => {
    if (event.key !== 'Escape') return;
    popup.remove();
    link.focus();
  });
}

export function listen() {
  document.addEventListener('click', (event) => {
    if (!(event.target instanceof Element) || event.target.closest('.note-popup')) return;
    close(event.target.closest('details[data-popup]'));
    const link = event.target.closest('.annotation');
    const body =
      link && document.getElementById(decodeURIComponent(link.hash.slice(1)))?.querySelector('.note-body');
    if (!body || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    showNote(link, body);
  });
  addEventListener('keydown', (event) => {
    if (event.key !== 'Escape') return;
    const open = document.querySelector('details[data-popup][open]:focus-within');
    close();
    open?.querySelector('summary').focus();
  });
}
