// Opens whatever hides the target of the address, so that a link into a tab or a fold works.
import { all } from './dom.js';
import { showPanel } from './tabs.js';

const loose = (id) =>
  id
    .toLowerCase()
    .replace(/^id-(?=\d)/, '')
    .replace(/[^\p{L}\p{N}]+/gu, '');

/** The part of an id. Other tools spell ids from the same title with other marks: their links lead here as well. */
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
 * Shows the part that the address names; null when it names none that is here.
 * @param behavior `instant` on arrival, the way of the page otherwise.
 */
export function reveal(behavior = 'auto') {
  let id = location.hash.slice(1);
  try {
    id = decodeURIComponent(id);
  } catch {
    // Not an encoded id: take it as it is.
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
