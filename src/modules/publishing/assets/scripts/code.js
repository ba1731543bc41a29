// Code: copying and unfolding; links to sections.
import { all, copy, onClick } from './dom.js';

function codeOf(figure) {
  const code = figure.querySelector('code').cloneNode(true);
  for (const mark of all('.annotation > sup', code)) mark.remove();
  return code.textContent;
}

function unfold(button) {
  button.dataset.more ??= button.textContent;
  const isOpen = button.closest('.code').classList.toggle('is-expanded');
  button.setAttribute('aria-expanded', String(isOpen));
  button.textContent = isOpen ? button.dataset.less : button.dataset.more;
}

export function listen() {
  onClick('.code [data-copy]', (button) => void copy(codeOf(button.closest('.code')), button));
  onClick('[data-expand]', unfold);
  onClick('.anchor', (anchor) => void copy(anchor.href, anchor));
}

/** Only boxes that scroll need to be reachable with the keyboard. */
export function refresh() {
  for (const box of all('.content pre[tabindex], .table[tabindex], .math[tabindex]')) {
    if (box.scrollWidth <= box.clientWidth && box.scrollHeight <= box.clientHeight)
      box.removeAttribute('tabindex');
  }
}
