// The colour theme that the reader chose.
import { all, onClick, root, storage } from './dom.js';

const KEY = 'bindery-theme';

function show(choice) {
  if (choice === 'system') root.removeAttribute('data-theme');
  else root.setAttribute('data-theme', choice);
  refresh();
  document.dispatchEvent(new Event('bindery:theme'));
}

export function listen() {
  onClick('[data-theme-choice]', (button) => {
    const choice = button.dataset.themeChoice;
    storage.set(KEY, choice);
    show(choice);
  });
  addEventListener('storage', (event) => {
    if (event.key === KEY) show(event.newValue ?? root.dataset.themeFirst ?? 'system');
  });
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () =>
    document.dispatchEvent(new Event('bindery:theme')),
  );
}

export function refresh() {
  const chosen = root.getAttribute('data-theme') ?? 'system';
  for (const button of all('[data-theme-choice]'))
    button.setAttribute('aria-pressed', String(button.dataset.themeChoice === chosen));
}

/** True if the page is dark at the moment. */
export function isDark() {
  const chosen = root.getAttribute('data-theme');
  return chosen ? chosen === 'dark' : matchMedia('(prefers-color-scheme: dark)').matches;
}
