// The page tree: a drawer on small screens, a separate column on others.
import { onClick } from './dom.js';

const buttonOf = () => document.querySelector('[data-menu]');
const isOpen = () => buttonOf()?.getAttribute('aria-expanded') === 'true';

function set(open) {
  const button = buttonOf();
  const sidebar = document.getElementById('bdy-sidebar');
  const page = document.querySelector('main');
  if (!button || !sidebar || !page) return;
  document.body.classList.toggle('menu-is-open', open);
  button.setAttribute('aria-expanded', String(open));
  page.inert = open;
  if (open) (sidebar.querySelector('[aria-current]') ?? sidebar).focus();
}

export function listen() {
  onClick('[data-menu]', () => set(!isOpen()));
  onClick('#bdy-sidebar a', () => {
    if (isOpen()) set(false);
  });
  addEventListener('keydown', (event) => {
    if (event.key !== 'Escape' || !isOpen()) return;
    set(false);
    buttonOf().focus();
  });
  matchMedia('(min-width: 62.001rem)').addEventListener('change', () => {
    if (isOpen()) set(false);
  });
}

/** On wide screens the tree scrolls separately: the current page is scrolled into view. */
export function refresh() {
  const box = document.querySelector('.sidebar-inner');
  const link = box?.querySelector('[aria-current=page]');
  if (!link) return;
  const top = link.getBoundingClientRect().top - box.getBoundingClientRect().top;
  if (top < 0 || top > box.clientHeight - 80) box.scrollTop += top - box.clientHeight / 2;
}
