// Opens tabs and folds that hide the target of the address.
import { all } from './dom.js';
import { showPanel } from './tabs.js';

const loose = (id) =>
  id
    .toLowerCase()
    .replace(/^id-(?=\d)/, '')
    .replace(/[^\p{L}\p{N}]+/gu, '');

/**
 * The element with an id. Other tools derive ids from the same title with other separators: their links work here as
 * well.
 */
function partOf(id) {
  if (!id) return null;
  const wanted = new Set([loose(id), loose(id.replaceAll('-or-', '-'))]);
  return (
    document.getElementById(id) ??
    all('.content a[name]').find((part) => part.name === id) ??
    all('.content [id]').find((part) => wanted.has(loose(part.id)))
  );
}

/**
 * Shows the element that the address names; null if the page has no such element.
 * @param behavior `instant` on arrival, else the default of the page.
 */
export function reveal(behavior = 'auto') {
  let id = location.hash.slice(1);
  try {
    id = decodeURIComponent(id);
  } catch {
    // The hash is not an encoded id and is used unchanged.
  }
  const target = partOf(id);
  if (!target) return null;
  for (let at = target; at; at = at.parentElement) {
    if (at.matches('details')) at.open = true;
    if (at.matches('[data-tabs] > .tab-panel')) showPanel(at);
  }
  target.scrollIntoView({ behavior });
  return target;
}

export function listen() {
  addEventListener('hashchange', () => reveal());
}
